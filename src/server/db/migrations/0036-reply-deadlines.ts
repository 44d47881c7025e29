import type { Kysely } from 'kysely'

/**
 * Until when members should reply to a practice, in hours before its start (null: the club's setting), and who gave up a
 * spot or a position on the waitlist after that, the last time they did.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('practice').addColumn('reply_deadline_hours', 'integer').execute()
  await db.schema
    .createTable('late_withdrawal')
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id'))
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('withdrawn_at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('late_withdrawal_key', ['practice_id', 'member_id'])
    .execute()
  await db.schema.createIndex('late_withdrawal_member').on('late_withdrawal').column('member_id').execute()
}
