import type { Kysely } from 'kysely'

/** A row of `news_off` can also say that a member wants a kind that is off by default. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .alterTable('news_off')
    .addColumn('wanted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
