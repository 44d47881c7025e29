import { randomBytes } from 'node:crypto'
import { type PictureSize, pictureFile, pictureSizes, pictureUrl, unusedPictureMs } from '#domain/photos.ts'
import { defaultPicture } from '#domain/profile.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { pictureRefusals } from '#domain/text/member-messages.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Announce, Write } from '#server/db/write.ts'
import { refuseField, tooManyTries } from '#server/http/errors.ts'
import { FilesAway, inOnePiece } from '#server/ops/files/club-files.ts'
import { lockMember } from '#server/queries/members.ts'

type SentPhoto = { memberId: string; bytes: Uint8Array; write: Write }

/**
 * Makes what a member sent their picture. Its row comes first, then its files, and only when they are there for good does
 * the member's row speak of them, so that wherever this is broken off no row names a file that is missing (T66).
 *
 * @param write bound to the request: a repeated one gets its first answer
 */
export async function storePhoto(ctx: AppContext, { memberId, bytes, write }: SentPhoto) {
  await countTry(ctx, memberId)
  const encoded = await ctx.pictures.encode(bytes)
  if (encoded.outcome === 'refused') throw refuseField('picture', pictureRefusals[encoded.reason])
  const picture = await storePhotoFiles(ctx, memberId, encoded.files)
  return write(async (tx, announce) => {
    await lockMember(tx, memberId)
    await activatePhoto(tx, announce, { ...picture, now: nowAsText(ctx) })
    return { pictureUrl: pictureUrl(picture.id) }
  })
}

/** Its row, and then its files; it is not shown to anybody yet. */
export async function storePhotoFiles(ctx: AppContext, memberId: string, files: Record<PictureSize, Uint8Array>) {
  // Nobody guesses it: whoever knows a picture's address has been shown it.
  const picture = { memberId, id: randomBytes(18).toString('base64url') }
  await ctx.write((tx) => reservePhoto(tx, { ...picture, now: nowAsText(ctx) }))
  for (const size of pictureSizes) await keep(ctx, pictureFile(picture, size), files[size])
  return picture
}

async function countTry(ctx: AppContext, memberId: string) {
  const refused = await ctx.write((tx) =>
    consumeAttempt(tx, `picture:${memberId}`, rateRules.pictures, ctx.clock.now()),
  )
  if (refused) throw tooManyTries(refused.retryAfterMs)
}

/** A full disk is trouble on our side, and one that passes. */
async function keep({ files }: AppContext, path: string, bytes: Uint8Array) {
  try {
    await files.write(path, inOnePiece(Buffer.from(bytes)))
  } catch (error) {
    throw error instanceof FilesAway ? error : new FilesAway('A photo could not be stored', error)
  }
}

type StoredPhoto = { memberId: string; id: string; now: string }

/** Before its files are written: should they never come into use, they are found by this row and swept (T66). */
export async function reservePhoto(tx: Tx, { memberId, id, now }: StoredPhoto) {
  await tx.insertInto('picture').values({ id, memberId, createdAt: now, unusedSince: now }).execute()
}

/**
 * Makes a picture, whose files are there, its member's; null: the default picture. The one before is of no use from now on,
 * and its files go when no backup can need them any more. The member's row must be locked.
 */
export async function activatePhoto(
  tx: Tx,
  announce: Announce,
  { memberId, id, now }: StoredPhoto | (Omit<StoredPhoto, 'id'> & { id: null }),
) {
  await retirePhotos(tx, { memberId, now })
  if (id !== null) await tx.updateTable('picture').set({ unusedSince: null }).where('id', '=', id).execute()
  await tx
    .updateTable('member')
    .set({ pictureUrl: id === null ? defaultPicture : pictureUrl(id) })
    .where('id', '=', memberId)
    .execute()
  announce(`member:${memberId}`, 'members', 'live')
}

/** None of a member's pictures is in use any more: nobody is given them, and a day later they are gone. */
export async function retirePhotos(tx: Tx, { memberId, now }: { memberId: string; now: string }) {
  await tx
    .updateTable('picture')
    .set({ unusedSince: now })
    .where('memberId', '=', memberId)
    .where('unusedSince', 'is', null)
    .execute()
}

/** Whose picture it is; undefined when it is not in use, or never was. */
export function findPicture(db: Db, id: string) {
  return db
    .selectFrom('picture')
    .select(['id', 'memberId'])
    .where('id', '=', id)
    .where('unusedSince', 'is', null)
    .executeTakeFirst()
}

/** So many at a time; the next hour brings the next. */
const mostAtOnce = 500

/**
 * Removes the files of pictures that have been of no use for a day, and then their rows: broken off in between, it is done
 * again. Any process may do this at once.
 */
export async function deleteUnusedPhotos({
  database: { db },
  files,
  clock,
}: Pick<AppContext, 'database' | 'files' | 'clock'>) {
  const unused = await db
    .selectFrom('picture')
    .select(['id', 'memberId'])
    .where('unusedSince', '<', new Date(clock.now() - unusedPictureMs).toISOString())
    .orderBy('unusedSince')
    .limit(mostAtOnce)
    .execute()
  for (const picture of unused) {
    for (const size of pictureSizes) await files.remove(pictureFile(picture, size))
    await db.deleteFrom('picture').where('id', '=', picture.id).where('unusedSince', 'is not', null).execute()
  }
}
