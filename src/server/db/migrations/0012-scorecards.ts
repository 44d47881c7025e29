import type { Kysely } from 'kysely'

/** Cards, and what each of their keepers has written down. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('scorecard')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('setup', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'text')
    .execute()
  await db.schema.createIndex('scorecard_member').on('scorecard').columns(['member_id', 'started_at']).execute()
  await db.schema
    .createTable('scorecard_sheet')
    .addColumn('card_id', 'text', (c) => c.notNull().references('scorecard.id').onDelete('cascade'))
    .addColumn('keeper_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('slots', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('scorecard_sheet_key', ['card_id', 'keeper_id'])
    .execute()
  await db.schema.createIndex('scorecard_sheet_keeper').on('scorecard_sheet').column('keeper_id').execute()
}
