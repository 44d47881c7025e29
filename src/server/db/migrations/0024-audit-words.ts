import { type Kysely, sql } from 'kysely'

/** What people typed, as it stands in `before` and `after`. */
const words = ['reason', 'title', 'location', 'description']
const sides = ['before', 'after']

/** The same for the audit log: its reason, and words in what was there before and after. */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>, engine: 'sqlite' | 'postgres') {
  if (engine === 'sqlite') {
    await sql`drop trigger audit_no_update`.execute(db)
    const paths = words.map((word) => `'$.${word}'`).join(', ')
    const allowed = [
      ...['id', 'at', 'actor', 'action', 'target', 'request_id'].map((name) => `new.${name} is old.${name}`),
      `new.reason in ('', old.reason)`,
      ...sides.map((side) => `json_remove(new."${side}", ${paths}) is json_remove(old."${side}", ${paths})`),
      ...sides.flatMap((side) =>
        words.map((word) => {
          const [after, before] = ['new', 'old'].map((row) => `json_extract(${row}."${side}", '$.${word}')`)
          return `(${after} is ${before} or (${after} is '' and ${before} is not null))`
        }),
      ),
    ]
    await sql
      .raw(`create trigger audit_no_update before update on audit begin
              select raise(abort, 'audit is append-only')
              where not (exists (select 1 from erasing) and ${allowed.join(' and ')}); end`)
      .execute(db)
  } else {
    const list = `array[${words.map((word) => `'${word}'`).join(', ')}]`
    await sql
      .raw(`create or replace function audit_append_only() returns trigger language plpgsql as $$
            begin
              raise exception 'audit is append-only';
            exception when raise_exception then
              if tg_op = 'UPDATE' and exists (select 1 from erasing) then return null; end if;
              raise;
            end $$`)
      .execute(db)
    await sql
      .raw(`create function audit_words_only() returns trigger language plpgsql as $$
            declare
              was jsonb := to_jsonb(old) - 'reason' - 'before' - 'after';
              sides text[][] := array[array[old."before", new."before"], array[old."after", new."after"]];
              gone jsonb;
              stays jsonb;
              word text;
            begin
              if to_jsonb(new) - 'reason' - 'before' - 'after' <> was or new.reason not in ('', old.reason) then
                raise exception 'audit is append-only';
              end if;
              for side in 1..2 loop
                if sides[side][1] is not distinct from sides[side][2] then continue; end if;
                gone := sides[side][1]::jsonb;
                stays := sides[side][2]::jsonb;
                if jsonb_typeof(gone) is distinct from 'object' or jsonb_typeof(stays) is distinct from 'object' then
                  raise exception 'audit is append-only';
                end if;
                if gone - ${list} is distinct from stays - ${list} then raise exception 'audit is append-only'; end if;
                foreach word in array ${list} loop
                  if stays -> word is distinct from gone -> word
                    and (stays -> word is distinct from '""'::jsonb or gone -> word is null) then
                    raise exception 'audit is append-only';
                  end if;
                end loop;
              end loop;
              return new;
            end $$`)
      .execute(db)
    await sql
      .raw(`create trigger audit_words_only before update on audit
            for each row execute function audit_words_only()`)
      .execute(db)
  }
  // Of those who were erased before this.
  const erased = await db.selectFrom('member').select('id').where('erased_at', 'is not', null).execute()
  for (const { id } of erased) {
    await db.insertInto('erasing').values({ member_id: id }).execute()
    const rows = await db
      .selectFrom('audit')
      .select(['id', 'before', 'after'])
      .where((eb) => eb.or([eb('target', '=', id), eb('target', 'like', `% ${id}`)]))
      .where((eb) => eb.or([eb('reason', '<>', ''), eb('before', 'like', '%"reason":%')]))
      .execute()
    for (const row of rows)
      await db
        .updateTable('audit')
        .set({ reason: '', before: withoutReason(row.before) })
        .where('id', '=', row.id)
        .execute()
    await db.deleteFrom('erasing').where('member_id', '=', id).execute()
  }
}

function withoutReason(json: string | null) {
  const value = JSON.parse(json ?? 'null')
  return typeof value?.reason === 'string' ? JSON.stringify({ ...value, reason: '' }) : json
}
