import type { Kysely } from 'kysely'

/** Members who said they'd come and didn't, and whom an officer has excused, so that it doesn't count against them. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('no_show_excuse')
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id'))
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('excused_at', 'text', (c) => c.notNull())
    .addColumn('excused_by', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('no_show_excuse_key', ['practice_id', 'member_id'])
    .execute()
  await db.schema.createIndex('no_show_excuse_member').on('no_show_excuse').column('member_id').execute()
}
