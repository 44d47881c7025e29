import { randomBytes } from 'node:crypto'
import {
  defaultPicture,
  type PictureSize,
  pictureFile,
  pictureSizes,
  pictureUrl,
  unusedPictureMs,
} from '#domain/photos.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { pictureRefusals } from '#domain/text/member-messages.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Announce, Write } from '#server/db/write.ts'
import { refuseField, tooManyTries } from '#server/http/errors.ts'
import { FilesUnavailable, inOnePiece, readWhole } from '#server/ops/files/club-files.ts'
import { lockMember } from '#server/queries/members.ts'

type SentPhoto = { memberId: string; bytes: Uint8Array; write: Write }

/**
 * Stores an uploaded photo and makes it the member's. Writes the picture row, then the files, and only once those are durable
 * updates the member's row, so an interruption never leaves a member with a missing file (T66).
 *
 * @param write bound to the request, for idempotency: a retry gets the first response
 */
export async function storePhoto(ctx: AppContext, { memberId, bytes, write }: SentPhoto) {
  await countUploadAttempt(ctx, memberId)
  const encoded = await ctx.pictures.encode(bytes)
  if (encoded.outcome === 'refused') throw refuseField('picture', pictureRefusals[encoded.reason])
  const picture = await storePhotoFiles(ctx, memberId, encoded.files)
  return write(async (tx, announce) => {
    await lockMember(tx, memberId)
    await activatePhoto(tx, announce, { ...picture, now: nowAsText(ctx) })
    return { pictureUrl: pictureUrl(picture.id) }
  })
}

/** Writes the row, then the files. Not visible until activated. */
export async function storePhotoFiles(ctx: AppContext, memberId: string, files: Record<PictureSize, Uint8Array>) {
  // Unguessable: anyone who knows a photo's URL has been shown it.
  const picture = { memberId, id: randomBytes(18).toString('base64url') }
  await ctx.write((tx) => reservePhoto(tx, { ...picture, now: nowAsText(ctx) }))
  for (const size of pictureSizes) await keep(ctx, pictureFile(picture, size), files[size])
  return picture
}

async function countUploadAttempt(ctx: AppContext, memberId: string) {
  const refused = await ctx.write((tx) =>
    consumeAttempt(tx, `picture:${memberId}`, rateRules.pictures, ctx.clock.now()),
  )
  if (refused) throw tooManyTries(refused.retryAfterMs)
}

/** Reports any failure, such as a full disk, as temporary and ours. */
async function keep({ files }: AppContext, path: string, bytes: Uint8Array) {
  try {
    await files.write(path, inOnePiece(Buffer.from(bytes)))
  } catch (error) {
    throw error instanceof FilesUnavailable ? error : new FilesUnavailable('A photo could not be stored', error)
  }
}

type StoredPhoto = { memberId: string; id: string; now: string }

/** Called before the files are written, so that the cleanup can find them if they never come into use (T66). */
export async function reservePhoto(tx: Tx, { memberId, id, now }: StoredPhoto) {
  await tx.insertInto('picture').values({ id, memberId, createdAt: now, unusedSince: now }).execute()
}

/**
 * Makes a stored photo the member's current one (null: the default picture). The previous one becomes unused; its files are
 * deleted later, when no running backup can need them. The member's row must be locked.
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

/** Marks all of a member's photos unused: no longer served, and deleted a day later. */
export async function retirePhotos(tx: Tx, { memberId, now }: { memberId: string; now: string }) {
  await tx
    .updateTable('picture')
    .set({ unusedSince: now })
    .where('memberId', '=', memberId)
    .where('unusedSince', 'is', null)
    .execute()
}

/** The photo and its member; undefined if it isn't in use. */
export function findPicture(db: Db, id: string) {
  return db
    .selectFrom('picture')
    .select(['id', 'memberId'])
    .where('id', '=', id)
    .where('unusedSince', 'is', null)
    .executeTakeFirst()
}

/** Per run; the hourly job does the rest. */
const mostAtOnce = 500

/**
 * Deletes the files of photos unused for a day, then their rows. Safe to interrupt (it runs again) and to run in several
 * processes.
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

/** A photo’s file; null if there is none. */
export async function readPicture(ctx: AppContext, id: string, size: PictureSize) {
  const picture = await findPicture(ctx.database.db, id)
  const content = picture && (await ctx.files.read(pictureFile(picture, size)))
  if (content) return readWhole(content)
  if (picture) ctx.log.error({ picture: id }, 'a photo’s file is missing')
  return null
}
