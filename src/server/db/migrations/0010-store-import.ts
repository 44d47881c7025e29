import { type Kysely, sql } from 'kysely'

/**
 * Lines of the store's export with what became of each, whose private addresses are whose, and day passes that wait for
 * somebody to sign up.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('store_import')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('booked', 'integer', (c) => c.notNull())
    .addColumn('waiting', 'integer', (c) => c.notNull())
    .addColumn('unread', 'integer', (c) => c.notNull())
    .addColumn('there', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('store_line')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('import_id', 'text', (c) => c.notNull().references('store_import.id'))
    .addColumn('order_id', 'text', (c) => c.notNull())
    .addColumn('line_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('product', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer', (c) => c.notNull().check(sql`quantity <> 0`))
    .addColumn('bought_on', 'text', (c) => c.notNull())
    .addColumn('paid_practices', 'integer')
    .addColumn('day_passes', 'integer')
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('booked', 'waiting', 'dismissed')`))
    .addColumn('member_id', 'text', (c) => c.references('member.id'))
    .addColumn('for_email', 'text')
    .addColumn('by_hand', 'integer', (c) => c.notNull())
    .addColumn('times', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .addUniqueConstraint('store_line_once', ['order_id', 'line_id'])
    .execute()
  await db.schema.createIndex('store_line_state').on('store_line').column('state').execute()
  await db.schema.createIndex('store_line_member').on('store_line').column('member_id').execute()
  await db.schema.createIndex('store_line_for').on('store_line').column('for_email').execute()
  await db.schema
    .createTable('store_address')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('member_id', 'text', (c) => c.references('member.id'))
    .addColumn('for_email', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .alterTable('pre_registration')
    .addColumn('day_passes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create unique index pre_registration_one_count on pre_registration (email) where kind = 'paid' and consumed_at is null`.execute(
    db,
  )
}
