import type { Kysely } from 'kysely'

/** How members check in to a practice, as its officer chose at the start; null before that. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('practice').addColumn('check_in_mode', 'text').execute()
}
