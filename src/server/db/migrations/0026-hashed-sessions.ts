import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'

/** A session's token is stored as its hash, so that no one who has read the database has a session. Open ones stay open. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  for (const { id, token } of await db.selectFrom('session').select(['id', 'token']).execute()) {
    const hashed = createHash('sha256').update(token).digest('hex')
    await db.updateTable('session').set({ token: hashed }).where('id', '=', id).execute()
  }
}
