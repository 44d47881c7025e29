import type { Kysely } from 'kysely'

/** Topics that a write on PostgreSQL has changed and that were not announced yet (db/topic-outbox.ts). Stays empty on SQLite. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('topic_outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('topics', 'text', (c) => c.notNull())
    .execute()
}
