import type { Kysely } from 'kysely'

/** What officers have set in the app, over what `club.config.ts` says (features/settings/). Its history is in the audit log. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (column) => column.primaryKey())
    // JSON; null if the app's value was dropped, so that the one in `club.config.ts` applies again.
    .addColumn('value', 'text')
    // Rises with each change of any setting.
    .addColumn('revision', 'integer', (column) => column.notNull().unique())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute()
}
