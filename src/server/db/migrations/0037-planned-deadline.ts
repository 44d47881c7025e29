import type { Kysely } from 'kysely'

/** The reply deadline that a practice of the built-in calendar gets when it first appears, in hours before its start. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('calendar_event').addColumn('reply_deadline_hours', 'integer').execute()
}
