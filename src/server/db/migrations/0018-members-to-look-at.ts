import { type Kysely, sql } from 'kysely'

/** The few members whom officers' screens ask for are found without looking at all of them (record 2). */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await sql`create index member_removed on member (removed_at) where removed_at is not null and erased_at is null`.execute(
    db,
  )
  await sql`create index member_rm01_until on member (rm01_until) where rm01_until is not null`.execute(db)
}
