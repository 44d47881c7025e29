import { type Kysely, sql } from 'kysely'

/** Ledger and audit are append-only: the database itself refuses to change or delete their rows (T95). */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>, engine: 'sqlite' | 'postgres') {
  for (const table of ['ledger', 'audit']) {
    if (engine === 'sqlite') {
      for (const act of ['update', 'delete'])
        await sql
          .raw(`create trigger ${table}_no_${act} before ${act} on ${table}
                begin select raise(abort, '${table} is append-only'); end`)
          .execute(db)
    } else {
      await sql
        .raw(`create function ${table}_append_only() returns trigger language plpgsql
              as $$ begin raise exception '${table} is append-only'; end $$`)
        .execute(db)
      await sql
        .raw(`create trigger ${table}_append_only before update or delete or truncate on ${table}
              for each statement execute function ${table}_append_only()`)
        .execute(db)
    }
  }
}
