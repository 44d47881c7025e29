import type { Kysely } from 'kysely'

/** A second keeper of a card, the code that lets them onto it, and what each keeper has confirmed. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .alterTable('scorecard')
    .addColumn('second_id', 'text', (c) => c.references('member.id'))
    .execute()
  await db.schema.alterTable('scorecard').addColumn('invite_code', 'text').execute()
  await db.schema.alterTable('scorecard').addColumn('invite_until', 'text').execute()
  await db.schema.createIndex('scorecard_second').on('scorecard').columns(['second_id', 'started_at']).execute()
  await db.schema.createIndex('scorecard_invite_code').unique().on('scorecard').column('invite_code').execute()
  await db.schema
    .alterTable('scorecard_sheet')
    .addColumn('confirmed', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
}
