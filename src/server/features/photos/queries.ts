import { pictureUrl } from '#domain/photos.ts'
import { defaultPicture } from '#domain/profile.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'

type Facts = { memberId: string; id: string; now: string }

/** Before its files are written: should they never come into use, they are found by this row and swept (T66). */
export async function reservePhoto(tx: Tx, { memberId, id, now }: Facts) {
  await tx.insertInto('picture').values({ id, memberId, createdAt: now, unusedSince: now }).execute()
}

/**
 * Makes a picture, whose files are there, its member's; null: the default picture. The one before is of no use from now on,
 * and its files go when no backup can need them any more. The member's row must be locked.
 */
export async function activatePhoto(
  tx: Tx,
  announce: Announce,
  { memberId, id, now }: Facts | (Omit<Facts, 'id'> & { id: null }),
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
