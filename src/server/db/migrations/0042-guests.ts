import type { Kysely } from 'kysely'

/**
 * People who come to a practice without being members. Each visit is a pre-registration of kind `attendance` whose email is `guest <id>`:
 * that isn't a valid address, so the release before can't claim it, and it's there once per practice.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('guest')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('identity', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('member_id', 'text', (c) => c.references('member.id'))
    .addColumn('erased_at', 'text')
    .execute()
  await db.schema.createIndex('guest_member').on('guest').column('member_id').execute()
  for (const [column, table] of [
    ['guest_id', 'guest'],
    ['entered_by', 'member'],
    ['host_id', 'member'],
  ] as const)
    await db.schema
      .alterTable('pre_registration')
      .addColumn(column, 'text', (c) => c.references(`${table}.id`))
      .execute()
  await db.schema.alterTable('pre_registration').addColumn('entered_at', 'text').execute()
  await db.schema.alterTable('pre_registration').addColumn('waiver_signed', 'integer').execute()
  await db.schema.createIndex('pre_registration_guest').on('pre_registration').column('guest_id').execute()
  await db.schema.createIndex('pre_registration_practice').on('pre_registration').column('practice_id').execute()
}
