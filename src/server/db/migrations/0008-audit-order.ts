import type { Kysely } from 'kysely'

/** The audit log is read newest first, a page at a time; without this each page sorts all of it. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.createIndex('audit_order').on('audit').columns(['at', 'id']).execute()
}
