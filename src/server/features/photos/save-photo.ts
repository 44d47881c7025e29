import { randomBytes } from 'node:crypto'
import { type PictureSize, pictureFile, pictureSizes, pictureUrl } from '#domain/photos.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { pictureRefusals } from '#domain/text/member-messages.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Write } from '#server/db/write.ts'
import { lockMember } from '#server/features/members/queries.ts'
import { refuseField, tooManyTries } from '#server/http/refusals.ts'
import { FilesAway, inOnePiece } from '#server/ops/files/club-files.ts'
import { activatePhoto, reservePhoto } from './queries.ts'

type Facts = { memberId: string; bytes: Uint8Array; write: Write }

/**
 * Makes what a member sent their picture. Its row comes first, then its files, and only when they are there for good does
 * the member's row speak of them, so that wherever this is broken off no row names a file that is missing (T66).
 *
 * @param write bound to the request: a repeated one gets its first answer
 */
export async function storePhoto(ctx: AppContext, { memberId, bytes, write }: Facts) {
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
