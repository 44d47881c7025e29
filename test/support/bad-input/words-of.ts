import type { Kysely } from 'kysely'
import type { MemberRow, PracticeRow, Schema } from '#server/db/schema.ts'
import { goodPassword } from '../club.ts'
import { type Sold, storeFile } from '../store.ts'
import type { Words } from './lawful.ts'

/** This club's current values, by the name of the input field that takes them. */
export async function wordsOf(db: Kysely<Schema>, people: { id: string; email: string }[]): Promise<Words> {
  const ids = people.map(({ id }) => id)
  const [practices, lines, emails, cards, edits, addresses, sessions] = await Promise.all([
    db.selectFrom('practice').selectAll().orderBy('startsAt').limit(20).execute(),
    db.selectFrom('storeLine').select('id').limit(30).execute(),
    db.selectFrom('preRegistration').select(['id', 'practiceId', 'guestId']).limit(20).execute(),
    db.selectFrom('scorecard').select(['id', 'inviteCode']).limit(20).execute(),
    db.selectFrom('audit').select('target').where('action', '=', 'members.bulk-edit').limit(10).execute(),
    db.selectFrom('storeAddress').select('id').limit(10).execute(),
    db.selectFrom('session').select('id').where('userId', 'in', ids).limit(30).execute(),
  ])
  const members = await db.selectFrom('member').selectAll().where('id', 'in', ids).execute()
  const expecting = (column: keyof MemberRow) => members.map((row) => ({ memberId: row.id, expected: row[column] }))
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const memberId = ids.slice(0, 40)
  const addressed = people.slice(0, 10).map(({ email }) => email)
  return {
    practiceId: idsOf(practices),
    memberId,
    userId: memberId,
    sessionId: idsOf(sessions),
    lineId: idsOf(lines),
    emailId: idsOf(emails),
    visitId: idsOf(emails),
    guestId: emails.flatMap(({ guestId }) => guestId ?? []),
    hostId: memberId,
    cardId: ['a-card-of-mine', 'another-card', ...idsOf(cards)],
    code: ['K7QM-3XPD', ...cards.flatMap(({ inviteCode }) => inviteCode ?? [])],
    editId: edits.map(({ target }) => target),
    addressId: idsOf(addresses),
    email: [...addressed, 'new@purdue.edu', 'newer+tag@purdue.edu', 'buyer@example.com'],
    password: [goodPassword, ...Array(5).fill('not the one')],
    currentPassword: ['not the one'],
    newPassword: ['another quiet password'],
    file: [storeFile(sold(addressed)), storeFile([])],
    slot: [0, 1, 2, 3],
    weeks: [1, 2],
    expected: [0, null, 'none', 'Member'],
    'members.setDayPasses': expecting('dayPasses'),
    'members.setPaidPractices': expecting('paidPractices'),
    'members.setRole': expecting('role'),
    'members.setPass': expecting('pass'),
    'members.setRm01': expecting('rm01Until'),
    'bulkEdit.apply': members.map((row) => ({
      edit: { of: 'day-passes', by: 1 },
      seen: [{ memberId: row.id, expected: row.dayPasses }],
    })),
    'managePractices.setLimit': practices.map((row) => ({ practiceId: row.id, expected: row.attendanceLimit })),
    'managePractices.setReplyDeadline': practices.map((row) => ({
      practiceId: row.id,
      expected: row.replyDeadlineHours,
    })),
    'managePractices.removeEmail': emails.map(({ id, practiceId }) => ({ practiceId: practiceId ?? 'x', emailId: id })),
    'schedule.change': practices.map(asSeen),
    'schedule.cancel': practices.map(asSeen),
    'scorecard.save': [{ changes: [] }, {}].map((changes) => ({ seen: null, confirms: [], ...changes })),
  }
}

function asSeen({ id, title, location, description, startsAt, endsAt, cancelledAt }: PracticeRow) {
  const cancelled = cancelledAt !== null
  return { practiceId: id, expected: { title, location, description, startsAt, endsAt, cancelled } }
}

function sold(emails: string[]) {
  return emails.map((email, i): Sold => [`#${i % 3}`, `${i}`, email, i % 2 ? 'Practice' : 'Day pass', (i % 4) - 1])
}
