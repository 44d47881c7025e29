import { type Kysely, sql } from 'kysely'

/**
 * What members want to be told, and how; changes that wait for a few quiet minutes; when drivers were reminded. A row of
 * `news_off` says what somebody has switched off, so that whoever has chosen nothing gets everything.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('news_off')
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id').onDelete('cascade'))
    .addColumn('news', 'text', (c) => c.notNull())
    .addColumn('way', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('news_off_key', ['member_id', 'news', 'way'])
    .execute()
  await sql`insert into news_off (member_id, news, way)
    select id, 'place', 'mail' from member where mail_places = 0 and erased_at is null`.execute(db)
  // member.mail_places stays for processes of the release before; nothing reads it any more (record 3).
  await db.schema.alterTable('practice').addColumn('drivers_reminded_at', 'text').execute()
  await db.schema.alterTable('mail_outbox').addColumn('before', 'text').execute()
  await db.schema.alterTable('mail_outbox').addColumn('claimed_at', 'text').execute()
}
