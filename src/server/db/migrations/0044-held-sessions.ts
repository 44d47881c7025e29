import type { Kysely } from 'kysely'

/** Until when a session lasts in any case, because its officer scans at a live practice. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('session').addColumn('held_until', 'text').execute()
}
