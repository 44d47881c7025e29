import { sql } from 'kysely'
import { pictureOfFile } from '#domain/photos.ts'
import type { Tx } from '#server/db/database.ts'
import type { Manifest } from './manifest.ts'

type Facts = {
  nowMs: number
  /** Nothing has happened in the club since the backup: it moves. */
  keepLogins: boolean
}

const countedFrom = Date.UTC(2026, 0, 1)

/**
 * What must not be as it was. Mails that waited when the backup was taken have most likely left since, so none of them is
 * sent; and each topic's version goes beyond any that an open screen may have seen, or the screen would take itself for
 * current when the restored club's count came to the same number: a club changes less than once a second, so the seconds
 * since a fixed day are ahead of every count. A picture that was put there while the backup was being taken has files and
 * no row: it gets one, as of no use, by which its files are swept.
 */
export async function cleanUpAfterRestore(tx: Tx, manifest: Manifest, { nowMs, keepLogins }: Facts) {
  await tx
    .updateTable('mailOutbox')
    .set({
      failedAt: new Date(nowMs).toISOString(),
      sealed: null,
      lastError: 'it was still queued when the backup was made',
    })
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
  const beyond = sql.lit(Math.floor((nowMs - countedFrom) / 1000))
  await sql`
    insert into topic_version (topic, version)
    select 'member:' || id, 0 from member
    union all select 'practices', 0 union all select 'live', 0 union all select 'members', 0
    on conflict (topic) do nothing`.execute(tx)
  await sql`
    update topic_version set version = case when version < ${beyond} then ${beyond} else version + 1 end`.execute(tx)
  if (!keepLogins) await endSecrets(tx)
  const now = new Date(nowMs).toISOString()
  for (const path of Object.keys(manifest.files)) {
    const picture = pictureOfFile(path.replace(/^files\//, ''))
    if (picture === null) continue
    await tx
      .insertInto('picture')
      .values({ ...picture, createdAt: now, unusedSince: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }
}

/**
 * Whatever opens something to who has it. It may have been used up, ended, or reset since the backup was taken, and a backup doesn't know:
 * so all of it ends. Everyone logs in again, and My Practices says that the calendar link was reset.
 */
async function endSecrets(tx: Tx) {
  await tx.deleteFrom('session').execute()
  await tx.deleteFrom('verification').execute()
  await tx.deleteFrom('pushSubscription').execute()
  await tx.updateTable('feedToken').set({ nonce: '', tokenHash: sql`'reset:' || member_id` }).execute()
  await tx.updateTable('scorecard').set({ inviteCode: null, inviteUntil: null }).execute()
}
