import type { Kysely } from 'kysely'

/** Devices at the door that can only check members in, each for one practice. The release before doesn't know their cookie. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('kiosk')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('practice_id', 'text', (c) => c.notNull().references('practice.id').onDelete('cascade'))
    .addColumn('started_by', 'text', (c) => c.notNull().references('member.id'))
    .addColumn('started_at', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('pin_hash', 'text', (c) => c.notNull())
    .addColumn('wrong_pins', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.createIndex('kiosk_practice').on('kiosk').column('practice_id').execute()
  await db.schema.createIndex('kiosk_officer').on('kiosk').column('started_by').execute()
}
