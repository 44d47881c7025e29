import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

const at = '2026-11-24T22:50:00.000Z'

/** A small club in the first version of the database (migration 1): a practice, RSVPs, a check-in, the ledger. */
export async function fillFirstRelease(db: Db) {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of that version, not those of schema.ts
  const old = db.withoutPlugins() as any
  const insert = (table: string, ...rows: object[]) => old.insertInto(table).values(rows).execute()
  const times = { created_at: at, updated_at: at }
  const people = ['ana', 'ben', 'kai']
  const user = { email_verified: 1, ...times }
  await insert('user', ...people.map((id) => ({ id, name: id, email: `${id}@purdue.edu`, ...user })))
  const member = {
    ...{ has_logged_in: 1, name_last: 'Bowman', birthday: '2004-02-29', picture_url: '', pronouns: '["They/Them"]' },
    ...{
      has_car: 0,
      car_capacity: 0,
      rm01_completed: 1,
      day_passes: 2,
      paid_practices: 3,
      pass: 'none',
      created_at: at,
    },
  }
  const roleOf = (id: string) => (id === 'kai' ? 'Officer' : 'Member')
  await insert('member', ...people.map((id) => ({ id, role: roleOf(id), name_first: id, ...member })))
  const session = { id: 'session', token: 'token', user_id: 'ana', last_active_at: at, kept: 0, ...times }
  await insert('session', { ...session, expires_at: '2026-11-25T22:50:00.000Z' })
  const practice = {
    ...{ source: 'built-in', title: 'Tuesday practice', location: 'Lafayette Range', description: '', organizer: '' },
    ...{ original_start: at, ends_at: '2026-11-25T01:00:00.000Z', starts_on: '2026-11-24', last_on: '2026-11-24' },
    ...{ all_day: 0, ended_early: 0, sample: 0, created_at: at },
  }
  await insert(
    'practice',
    { ...practice, id: 'live', event_id: 'e1', ical_uid: 'u1', starts_at: at, started_at: at, started_by: 'kai' },
    { ...practice, id: 'next', event_id: 'e2', ical_uid: 'u2', starts_at: at, started_at: null, started_by: null },
  )
  await insert(
    'rsvp',
    { practice_id: 'live', member_id: 'ana', kind: 'archer', answered_at: at },
    { practice_id: 'next', member_id: 'ben', kind: 'driver', answered_at: at },
  )
  await insert('attendance', { practice_id: 'live', member_id: 'ana', checked_in_at: at, reason: '' })
  await insert('carpool_credit', { practice_id: 'live', member_id: 'kai', credited_at: at })
  for (const [currency, amount] of Object.entries({ 'day-passes': 2, 'paid-practices': 3 })) {
    const granted = { currency, amount, cause: 'grant:1', why: 'bought', actor: 'kai', at }
    await insert('ledger', ...people.map((id) => ({ id: `${id}-${currency}`, member_id: id, ...granted })))
  }
  const edit = { at, actor: 'kai', action: 'member.edit', target: 'ana', reason: '' }
  await insert('audit', ...['one', 'two'].map((id) => ({ id, request_id: id, ...edit })))
  await insert('profile_draft', { member_id: 'ben', draft: '{}', updated_at: at })
  await sql`insert into topic_version (topic, version) values ('live', 3)`.execute(db)
}
