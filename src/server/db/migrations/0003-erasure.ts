import type { Kysely } from 'kysely'

/** When a member's record was emptied for good: it stays as a pseudonym for attendance, ledger and audit. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('member').addColumn('erased_at', 'text').execute()
}
