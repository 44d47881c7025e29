import type { Kysely } from 'kysely'

/**
 * Who said that they can't come to a practice. A table of its own, so that the release before, which counts every row of
 * `rsvp` as an archer or a driver, can go on reading this database.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('cant_come')
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id'))
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('answered_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('cant_come_key', ['practice_id', 'member_id'])
    .execute()
  await db.schema.createIndex('cant_come_member').on('cant_come').column('member_id').execute()
}
