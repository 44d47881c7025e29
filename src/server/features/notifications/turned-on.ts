import { type PreviewedKind, previewedKinds } from '#domain/notifications.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Since when the kind may be sent: always in a newer club. @returns null if an officer has to turn it on first */
export async function readTurnedOn(db: Db | Tx, kind: PreviewedKind) {
  const row = await db.selectFrom('awaitingPreview').select('turnedOnAt').where('kind', '=', kind).executeTakeFirst()
  return row ? row.turnedOnAt : ''
}

/** The kinds that wait for an officer to turn them on. */
export async function listAwaiting(db: Db | Tx): Promise<PreviewedKind[]> {
  const rows = await db.selectFrom('awaitingPreview').select('kind').where('turnedOnAt', 'is', null).execute()
  return previewedKinds.filter((kind) => rows.some((row) => row.kind === kind))
}
