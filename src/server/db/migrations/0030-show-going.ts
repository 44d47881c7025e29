import type { Kysely } from 'kysely'

/** Whether other members see that a member is going to a practice: 1 or 0 as they chose, null until they have. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('member').addColumn('show_going', 'integer').execute()
}
