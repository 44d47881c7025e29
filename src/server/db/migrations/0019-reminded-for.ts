import type { Kysely } from 'kysely'

/** Of which start the drivers were reminded; null also where a release before this one has reminded them. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('practice').addColumn('drivers_reminded_for', 'text').execute()
}
