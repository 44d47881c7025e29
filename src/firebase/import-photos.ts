import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { defaultPicture, largestPictureBytes } from '#domain/photos.ts'
import { pictureRefusals } from '#domain/text/member-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { activatePhoto, storePhotoFiles } from '#server/features/photos/stored-photos.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { factOf, findImported, type NewFact, recordImported, updateImported } from './import-record.ts'

export type PhotoPlan = { uid: string; memberId: string; file: string; path: string }
type PhotosByUid = Map<string, { file: string; path: string }>

/** Stored per photo: the imported file, or one that was rejected, which isn't retried until it changes. */
type PictureBefore = { sha256: string } | { refused: string }

/** Photos of members who have none here and whose photo hasn't been imported before. */
export async function planPhotos(db: Db, pictures: PhotosByUid, memberIds: Map<string, string>): Promise<PhotoPlan[]> {
  const taken = await findImported(
    db,
    [...pictures.keys()].map((uid) => factOf.picture(uid)),
  )
  const members = await db
    .selectFrom('member')
    .select(['id', 'pictureUrl'])
    .where((eb) => eb.or([eb('removedAt', 'is not', null), eb('pictureUrl', '!=', defaultPicture)]))
    .execute()
  const others = new Set(members.map(({ id }) => id))
  const plans: PhotoPlan[] = []
  for (const [uid, { file, path }] of pictures) {
    const memberId = memberIds.get(uid)
    if (memberId === undefined || others.has(memberId)) continue
    const before = taken.get(factOf.picture(uid))?.value as PictureBefore | undefined
    if (before && !('refused' in before && before.refused !== (await markOf(path)))) continue
    plans.push({ uid, memberId, file, path })
  }
  return plans
}

/** Identifies a file's content: its checksum, or its size if it is too large to read. */
async function markOf(path: string) {
  const { size } = await stat(path)
  if (size > largestPictureBytes) return `${size} bytes`
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}

/** Returns why the photo was rejected; null if it was imported. */
export async function importPhoto(ctx: AppContext, plan: PhotoPlan): Promise<string | null> {
  const { uid, memberId, path } = plan
  if ((await stat(path)).size > largestPictureBytes) return refuse(ctx, plan, 'it’s larger than 5 MB')
  const bytes = await readFile(path)
  const encoded = await ctx.pictures.encode(bytes)
  if (encoded.outcome === 'refused') return refuse(ctx, plan, pictureRefusals[encoded.reason].replace(/\.$/, ''))
  const picture = await storePhotoFiles(ctx, memberId, encoded.files)
  await ctx.write(async (tx, announce) => {
    const row = await lockRoleHolder(tx, memberId)
    // The member was removed or chose a photo while this one was being encoded.
    if (!row || row.removedAt !== null || row.pictureUrl !== defaultPicture) return
    const now = nowAsText(ctx)
    await activatePhoto(tx, announce, { ...picture, now })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await recordPhoto(tx, now, { fact: factOf.picture(uid), memberId, value: { sha256 } })
  })
  return null
}

async function refuse(ctx: AppContext, { uid, memberId, path }: PhotoPlan, why: string) {
  const value: PictureBefore = { refused: await markOf(path) }
  await ctx.write((tx) => recordPhoto(tx, nowAsText(ctx), { fact: factOf.picture(uid), memberId, value }))
  return why
}

/** Also replaces the record of an earlier rejection. */
async function recordPhoto(tx: Tx, now: string, fact: NewFact & { value: PictureBefore }) {
  const before = (await findImported(tx, [fact.fact])).get(fact.fact)
  if (before) await updateImported(tx, now, before.value, fact)
  else await recordImported(tx, now, [fact])
}
