import type { Kysely } from 'kysely'

/** What officers should know about the last reading of the calendar, as JSON (features/calendar/findings.ts). */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('calendar_cache').addColumn('findings', 'text').execute()
}
