import { createHash, createHmac, randomBytes } from 'node:crypto'

export type Size = { members: number; practices: number }
export type BenchMember = { id: string; cookie: string }
export type TableRow = Record<string, string | number | null>

export const authSecret = 'the secret of a club that exists only as long as the bench runs'
export const livePractice = 'live'
/** This many members attended each past practice and have a spot in each coming one. */
const there = 30
const dayMs = 86_400_000
const firstNames = ['Avery', 'Ben', 'Chidi', 'Dana', 'Elise', 'Farid', 'Grace', 'Hiro', 'Inés', 'Jo', 'Maximiliana']
const lastNames = ['Abara', 'Bowman', 'Castillo', 'Diallo', 'Eriksen', 'García', 'Haddad', 'Wolfeschlegelstein']

/**
 * Rows as this release stores them, by table, in an order that foreign keys allow: members with a session and a pass each (every 83rd an
 * officer), past practices with attendance, one live practice, and coming ones with RSVPs.
 */
export function clubRows({ members, practices }: Size) {
  const nowMs = Date.now()
  const at = timeText(nowMs)
  const people = Array.from({ length: members }, (_, n) => personRows(n, nowMs))
  const ahead = Math.min(90, Math.max(8, Math.round(practices / 10)))
  const those = (n: number) => Array.from({ length: there }, (_, i) => `m${(n * there + i * 7) % members}`)
  const past = Array.from({ length: practices - ahead }, (_, n) => {
    const startMs = nowMs - (2 + 3 * n) * dayMs
    return { ...practiceRow(`past-${n}`, startMs), started_at: timeText(startMs), ended_at: timeText(startMs, 2) }
  })
  const live = { ...practiceRow(livePractice, nowMs - 600_000, 8), started_at: timeText(nowMs - 600_000) }
  const coming = Array.from({ length: ahead }, (_, n) => practiceRow(`ahead-${n}`, nowMs + (n + 1) * dayMs))
  const rows: Record<string, TableRow[]> = {
    user: people.map(({ user }) => user),
    session: people.map(({ session }) => session),
    member: people.map(({ member }) => member),
    ledger: people.map(({ ledger }) => ledger),
    calendar_event: [live, ...coming].map(({ id, title, location, description, starts_at, ends_at }) => ({
      id,
      title,
      location,
      description,
      starts_at,
      ends_at,
      cancelled_at: null,
      sample: 0,
      created_at: at,
    })),
    practice: [...past, live, ...coming],
    rsvp: [...past, ...coming].flatMap(({ id }, n) =>
      those(n).map((member_id, i) => ({
        practice_id: id,
        member_id,
        kind: i % 5 === 0 ? 'driver' : 'archer',
        answered_at: at,
        waiting: null,
      })),
    ),
    attendance: past.flatMap(({ id, starts_at }, n) =>
      those(n).map((member_id) => ({
        practice_id: id,
        member_id,
        checked_in_at: starts_at,
        checked_in_by: member_id,
        reason: '',
      })),
    ),
    audit: people.slice(0, 2000).map(({ member }, n) => ({
      id: `audit-${n}`,
      at,
      actor: 'm0',
      action: 'member.paid-practices',
      target: member.id,
      reason: 'At the desk',
      before: '{"paidPractices":0}',
      after: '{"paidPractices":5}',
      request_id: `request-${n}`,
    })),
  }
  return { members: people.map(({ member, cookie }): BenchMember => ({ id: member.id, cookie })), rows }
}

function personRows(n: number, nowMs: number) {
  const [id, at] = [`m${n}`, timeText(nowMs)]
  const times = { created_at: at, updated_at: at }
  // As src/server/auth/{secrets,cookies}.ts make them.
  const token = randomBytes(32).toString('base64url')
  const key = createHmac('sha256', authSecret).update('quiver session cookie').digest()
  const first = firstNames[n % firstNames.length] ?? ''
  const last = lastNames[Math.floor(n / firstNames.length) % lastNames.length] ?? ''
  return {
    cookie: `quiver=${token}.${createHmac('sha256', key).update(token).digest('base64url')}`,
    user: { id, name: '', email: `member${n}@purdue.edu`, email_verified: 1, image: null, ...times },
    session: {
      id: `session-${n}`,
      token: createHash('sha256').update(token).digest('hex'),
      user_id: id,
      ...times,
      expires_at: timeText(nowMs + 30 * dayMs),
      ip_address: '',
      user_agent: '',
      last_active_at: at,
      kept: 1,
      password_at: at,
    },
    member: {
      id,
      role: n % 83 === 0 ? 'Officer' : 'Member',
      has_logged_in: 1,
      name_first: first,
      name_last: last,
      birthday: '2004-05-06',
      bow_type: 'Recurve',
      personal_equipment: 'No',
      has_car: n % 5 === 0 ? 1 : 0,
      car_capacity: n % 5 === 0 ? 4 : 0,
      rm01_completed: n % 10 === 0 ? 1 : 0,
      picture_url: '/default-pfp.png',
      pronouns: '["They/Them"]',
      day_passes: 0,
      paid_practices: 1 + (n % 11),
      pass: 'Carpool Range Pass',
      pass_used_at: null,
      created_at: at,
    },
    ledger: {
      id: `line-${n}`,
      member_id: id,
      currency: 'paid-practices',
      amount: 1 + (n % 11),
      cause: `hand:${id}:1`,
      why: 'Bought at the desk',
      actor: 'system',
      at,
    },
  }
}

function practiceRow(id: string, startMs: number, hours = 2) {
  const [starts_at, ends_at] = [timeText(startMs), timeText(startMs, hours)]
  return {
    id,
    event_id: id,
    source: 'built-in',
    ical_uid: id,
    original_start: '',
    title: `Evening ${id}`,
    all_day: 0,
    location: 'The Range',
    description: 'Bring water.',
    organizer: '',
    starts_at,
    ends_at,
    ended_early: 0,
    starts_on: starts_at.slice(0, 10),
    last_on: ends_at.slice(0, 10),
    sample: 0,
    created_at: starts_at,
  }
}

function timeText(ms: number, hoursLater = 0) {
  return new Date(ms + hoursLater * 3_600_000).toISOString()
}
