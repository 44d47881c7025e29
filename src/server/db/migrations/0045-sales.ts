import type { Kysely } from 'kysely'

/** Sales at the door of a practice, and whether each was undone. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('sale')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id'))
    .addColumn('member_id', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('product', 'text', (c) => c.notNull())
    .addColumn('paid_practices', 'integer', (c) => c.notNull())
    .addColumn('day_passes', 'integer', (c) => c.notNull())
    .addColumn('cents', 'integer', (c) => c.notNull())
    .addColumn('paid_by', 'text', (c) => c.notNull())
    .addColumn('sold_at', 'text', (c) => c.notNull())
    .addColumn('sold_by', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('checked_in_at', 'text')
    .addColumn('undone_at', 'text')
    .addColumn('undone_by', 'text', (c) => c.references('member.id'))
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('practices_taken', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('passes_taken', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('sale_practice').on('sale').column('practice_id').execute()
  await db.schema.createIndex('sale_member').on('sale').column('member_id').execute()
}
