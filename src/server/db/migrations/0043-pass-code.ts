import type { Kysely } from 'kysely'

/** The code that the QR code of a member's pass says. As of a calendar link, only a nonce and a hash are stored. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('member').addColumn('pass_nonce', 'text').execute()
  await db.schema.alterTable('member').addColumn('pass_code_hash', 'text').execute()
  await db.schema.createIndex('member_pass_code').on('member').column('pass_code_hash').unique().execute()
}
