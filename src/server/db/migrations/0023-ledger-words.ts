import { type Kysely, sql } from 'kysely'

/**
 * The words of a ledger row may be emptied while someone is erased, and nothing else of it ever changes. `erasing` has a row
 * inside the transaction of an erasure and never after it, so no other transaction finds one there. Triggers keep their names, and refuse
 * first and let pass then, because `verify` of the release before looks at both.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>, engine: 'sqlite' | 'postgres') {
  await db.schema
    .createTable('erasing')
    .addColumn('member_id', 'text', (c) => c.primaryKey().references('member.id'))
    .execute()
  if (engine === 'sqlite') {
    await sql`drop trigger ledger_no_update`.execute(db)
    const same = ['id', 'member_id', 'currency', 'amount', 'cause', 'actor', 'at'].map(
      (name) => `new.${name} is old.${name}`,
    )
    await sql
      .raw(`create trigger ledger_no_update before update on ledger begin
              select raise(abort, 'ledger is append-only')
              where not (exists (select 1 from erasing) and new.why = '' and ${same.join(' and ')}); end`)
      .execute(db)
  } else {
    await sql
      .raw(`create or replace function ledger_append_only() returns trigger language plpgsql as $$
            begin
              raise exception 'ledger is append-only';
            exception when raise_exception then
              if tg_op = 'UPDATE' and exists (select 1 from erasing) then return null; end if;
              raise;
            end $$`)
      .execute(db)
    await sql
      .raw(`create function ledger_words_only() returns trigger language plpgsql as $$ begin
              if new.why = '' and to_jsonb(new) - 'why' = to_jsonb(old) - 'why' then return new; end if;
              raise exception 'ledger is append-only'; end $$`)
      .execute(db)
    await sql
      .raw(`create trigger ledger_words_only before update on ledger
            for each row execute function ledger_words_only()`)
      .execute(db)
  }
  // Of those who were erased before this.
  const erased = await db.selectFrom('member').select('id').where('erased_at', 'is not', null).execute()
  for (const { id } of erased) {
    await db.insertInto('erasing').values({ member_id: id }).execute()
    await db.updateTable('ledger').set({ why: '' }).where('member_id', '=', id).where('why', '<>', '').execute()
    await db.deleteFrom('erasing').where('member_id', '=', id).execute()
  }
}
