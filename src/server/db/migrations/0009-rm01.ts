import type { Kysely } from 'kysely'

/** Until which local day an officer has approved somebody's RM01. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('member').addColumn('rm01_until', 'text').execute()
}
