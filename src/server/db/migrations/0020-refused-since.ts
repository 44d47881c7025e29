import type { Kysely } from 'kysely'

/** Since when a mail server has said of a mail that it will never take it; null where it has not, or was away since. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('mail_outbox').addColumn('refused_since', 'text').execute()
}
