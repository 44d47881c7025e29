import type { Kysely } from 'kysely'

/** Members' own calendar feeds, and which version of each event a feed has shown. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('feed_token')
    .addColumn('member_id', 'text', (c) => c.primaryKey().references('member.id').onDelete('cascade'))
    .addColumn('nonce', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('feed_event')
    .addColumn('member_id', 'text', (c) => c.notNull().references('feed_token.member_id').onDelete('cascade'))
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('feed_event_key', ['member_id', 'practice_id'])
    .execute()
}
