import type { Kysely } from 'kysely'

/** The attendance limit that a practice of the built-in calendar gets when it first appears. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('calendar_event').addColumn('attendance_limit', 'integer').execute()
}
