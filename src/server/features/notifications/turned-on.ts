import { type PreviewedKind, previewedKinds, type ScheduledKind } from '#domain/notifications.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Since when the kind may be sent: always in a newer club, and since then in one that was restored from a backup.
 * @returns null if an officer has to turn it on first
 */
export async function readTurnedOn(db: Db | Tx, kind: ScheduledKind) {
  const row = await db.selectFrom('awaitingPreview').select('turnedOnAt').where('kind', '=', kind).executeTakeFirst()
  return row ? row.turnedOnAt : ''
}

/** The same as these settings are now, because a change of one sends none right away. */
export async function findOnSince(db: Db | Tx, kind: ScheduledKind, settings: SettingName[]) {
  const turnedOn = await readTurnedOn(db, kind)
  if (turnedOn === null) return null
  const { changedAt } = await db
    .selectFrom('setting')
    .select((eb) => eb.fn.max('changedAt').as('changedAt'))
    .where('name', 'in', settings)
    .executeTakeFirstOrThrow()
  return changedAt !== null && changedAt > turnedOn ? changedAt : turnedOn
}

/** The kinds that wait for an officer to turn them on. */
export async function listAwaiting(db: Db | Tx): Promise<PreviewedKind[]> {
  const rows = await db.selectFrom('awaitingPreview').select('kind').where('turnedOnAt', 'is', null).execute()
  return previewedKinds.filter((kind) => rows.some((row) => row.kind === kind))
}
