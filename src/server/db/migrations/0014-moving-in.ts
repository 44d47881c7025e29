import { type Kysely, sql } from 'kysely'

/** What has been taken over from the club's former app, and whose passwords are still the ones of it. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('imported_fact')
    .addColumn('fact', 'text', (c) => c.primaryKey())
    .addColumn('member_id', 'text', (c) => c.references('member.id'))
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('imported_fact_member').on('imported_fact').column('member_id').execute()
  await sql`create index account_old_password on account (user_id) where substr(password, 1, 16) = 'firebase-scrypt:'`.execute(
    db,
  )
}
