import type { Kysely } from 'kysely'

/** Who waits for a place, and who wants no mail when they get one. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('rsvp').addColumn('waiting', 'integer').execute()
  await db.schema
    .alterTable('member')
    .addColumn('mail_places', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('mail_outbox').addColumn('practice_id', 'text').execute()
}
