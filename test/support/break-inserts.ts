import { sql } from 'kysely'
import type { TestClub } from './club.ts'

/** Makes every further insert into this table fail, until `mendInserts`. */
export async function breakInserts({ db, engine }: TestClub, table: string) {
  const trigger = sql`create trigger refuse before insert on ${sql.id(table)}`
  if (engine === 'sqlite') return sql`${trigger} begin select raise(abort, 'no'); end`.execute(db)
  const refuse = "language plpgsql as 'begin raise exception ''no''; end'"
  await sql.raw(`create or replace function refuse() returns trigger ${refuse}`).execute(db)
  await sql`${trigger} for each row execute function refuse()`.execute(db)
}

export const mendInserts = ({ db, engine }: TestClub, table: string) =>
  sql`drop trigger refuse ${engine === 'postgres' ? sql`on ${sql.id(table)}` : sql``}`.execute(db)
