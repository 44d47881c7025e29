import type { Kysely } from 'kysely'

/** Which sample settings a new club on its own machine was given; its row goes when an officer removes the samples. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('sample_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('added_at', 'text', (column) => column.notNull())
    .execute()
}
