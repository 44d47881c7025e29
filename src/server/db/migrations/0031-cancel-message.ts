import type { Kysely } from 'kysely'

/** What officers tell everyone who RSVP'd when they cancel a practice. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('practice').addColumn('cancel_message', 'text').execute()
}
