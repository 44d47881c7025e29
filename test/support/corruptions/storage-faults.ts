import { sql } from 'kysely'
import type { Fault } from './used-club.ts'

export const storageFaults: Fault[] = [
  {
    name: 'a file or an index that is broken',
    finds: 'The database is intact',
    plant: ({ db, engine }) =>
      engine === 'sqlite'
        ? db.updateTable('member').set({ carCapacity: 99 }).execute()
        : sql`update pg_index set indisvalid = false where indexrelid = 'rsvp_member'::regclass`.execute(db),
    says: ({ engine }) => (engine === 'sqlite' ? 'CHECK constraint failed in member' : 'index rsvp_member is invalid'),
  },
  {
    name: 'an answer of nobody',
    finds: 'No row refers to a missing one',
    plant: ({ db, live }) =>
      db
        .insertInto('rsvp')
        .values({ practiceId: live, memberId: 'ghost', kind: 'archer', answeredAt: '2026-11-24T00:00:00.000Z' })
        .execute(),
    says: ({ live }) => `rsvp (practice_id ${live}, member_id ghost): member_id ghost isn’t a member`,
  },
  {
    name: 'a ledger without its guard',
    finds: 'The database’s own guards are in place',
    plant: ({ db, engine }) =>
      engine === 'sqlite'
        ? sql`drop trigger ledger_no_update`.execute(db)
        : sql`alter table ledger disable trigger ledger_append_only`.execute(db),
    says: () => /^nothing stops "update"(, "delete", and "truncate")? on ledger$/,
  },
  {
    name: 'an audit log whose guard lets everything pass',
    finds: 'The database’s own guards are in place',
    async plant({ db, engine }) {
      if (engine === 'sqlite') {
        await sql`drop trigger audit_no_delete`.execute(db)
        await sql`create trigger audit_no_delete before delete on audit begin select 1; end`.execute(db)
      } else
        await sql`create or replace function audit_append_only() returns trigger language plpgsql
          as $$ begin return null; end $$`.execute(db)
    },
    says: () => /^nothing stops ("update", )?"delete"(, and "truncate")? on audit$/,
  },
  {
    name: 'no guard for the live practice',
    finds: 'The database’s own guards are in place',
    plant: ({ db }) => sql`drop index practice_one_live`.execute(db),
    says: () => 'the unique index practice_one_live is missing',
  },
]
