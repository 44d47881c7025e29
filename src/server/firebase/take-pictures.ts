import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { pictureRefusals } from '#domain/messages.ts'
import { largestPictureBytes } from '#domain/pictures.ts'
import { defaultPicture } from '#domain/profile.ts'
import type { Db } from '../db/database.ts'
import { lockRoleHolder } from '../members/queries.ts'
import { nowText, type Parts } from '../parts.ts'
import { showPicture } from '../pictures/rows.ts'
import { keepPicture } from '../pictures/save.ts'
import { factOf, findTaken, noteTaken } from './facts.ts'

export type PicturePlan = { uid: string; memberId: string; file: string; path: string }
type Found = Map<string, { file: string; path: string }>

/** Pictures of those who have none here, and whose was not taken over before. */
export async function planPictures(db: Db, pictures: Found, memberIds: Map<string, string>): Promise<PicturePlan[]> {
  const taken = await findTaken(
    db,
    [...pictures.keys()].map((uid) => factOf.picture(uid)),
  )
  const members = await db
    .selectFrom('member')
    .select(['id', 'pictureUrl'])
    .where((eb) => eb.or([eb('removedAt', 'is not', null), eb('pictureUrl', '!=', defaultPicture)]))
    .execute()
  const others = new Set(members.map(({ id }) => id))
  return [...pictures].flatMap(([uid, { file, path }]) => {
    const memberId = memberIds.get(uid)
    if (memberId === undefined || others.has(memberId) || taken.has(factOf.picture(uid))) return []
    return [{ uid, memberId, file, path }]
  })
}

/** @returns why it can't be taken; null when it was */
export async function takePicture(parts: Parts, { uid, memberId, path }: PicturePlan): Promise<string | null> {
  const bytes = await readFile(path)
  if (bytes.length > largestPictureBytes) return 'it is larger than 5 MB'
  const encoded = await parts.pictures.encode(bytes)
  if (encoded.outcome === 'refused') return pictureRefusals[encoded.reason].replace(/\.$/, '')
  const picture = await keepPicture(parts, memberId, encoded.files)
  await parts.write(async (tx, announce) => {
    const row = await lockRoleHolder(tx, memberId)
    // Removed, or with a picture of their own, while this one was being made.
    if (!row || row.removedAt !== null || row.pictureUrl !== defaultPicture) return
    const now = nowText(parts)
    await showPicture(tx, announce, { ...picture, now })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await noteTaken(tx, now, [{ fact: factOf.picture(uid), memberId, value: { sha256 } }])
  })
  return null
}
