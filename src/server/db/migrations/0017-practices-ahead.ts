import { type Kysely, sql } from 'kysely'

/** What every screen asks of practices is found without the past ones, however many there are (record 2). */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  await sql`create index practice_upcoming on practice (ends_at, starts_at)
    where deleted_at is null and cancelled_at is null and started_at is null and ended_at is null`.execute(db)
  await sql`create index practice_cancelled on practice (ends_at) where cancelled_at is not null`.execute(db)
  await sql`create index practice_ended_early on practice (ends_at) where ended_early = 1`.execute(db)
  await sql`create index practice_sample on practice (ends_at) where sample = 1`.execute(db)
  await sql`create index practice_deleted on practice (id) where deleted_at is not null`.execute(db)
}
