import type { Kysely } from 'kysely'

/** Who was reminded of a practice that they hadn't replied to, and what each practice needs to know of its reminders. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('reminder')
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id'))
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('reminded_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('reminder_key', ['practice_id', 'member_id', 'reminded_at'])
    .execute()
  await db.schema.createIndex('reminder_member').on('reminder').columns(['member_id', 'reminded_at']).execute()
  for (const column of ['reminded_at', 'reminded_for', 'remind_again_at', 'remind_now_at'])
    await db.schema.alterTable('practice').addColumn(column, 'text').execute()
}
