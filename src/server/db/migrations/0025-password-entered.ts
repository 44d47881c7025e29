import type { Kysely } from 'kysely'

/** When the password was last entered in a session, by the steady clock; null where no one knows, as of older sessions. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('session').addColumn('password_at', 'text').execute()
}
