import type { Kysely } from 'kysely'

/** The address of a member who was removed and may be brought back; meanwhile it is free for a new sign-up. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await db.schema.alterTable('member').addColumn('removed_email', 'text').execute()
}
