import type { Kysely } from 'kysely'
import type { MemberRow, PracticeRow, Schema } from '#server/db/schema.ts'
import { goodPassword } from '../club.ts'
import { oneDayPass } from '../sales.ts'
import { type Sold, storeFile } from '../store.ts'
import type { Words } from './lawful.ts'

/** This club's current values, by the name of the input field that takes them. */
export async function wordsOf(db: Kysely<Schema>, people: { id: string; email: string }[]): Promise<Words> {
  const ids = people.map(({ id }) => id)
  const [practices, lines, emails, cards, edits, addresses, sales, sessions] = await Promise.all([
    db.selectFrom('practice').selectAll().orderBy('startsAt').limit(20).execute(),
    db.selectFrom('storeLine').select('id').limit(30).execute(),
    db.selectFrom('preRegistration').select(['id', 'practiceId', 'guestId']).limit(20).execute(),
    db.selectFrom('scorecard').select(['id', 'inviteCode']).limit(20).execute(),
    db.selectFrom('audit').select('target').where('action', '=', 'members.bulk-edit').limit(10).execute(),
    db.selectFrom('storeAddress').select('id').limit(10).execute(),
    db.selectFrom('sale').select(['id', 'practiceId']).limit(10).execute(),
    db.selectFrom('session').select('id').where('userId', 'in', ids).limit(30).execute(),
  ])
  const members = await db.selectFrom('member').selectAll().where('id', 'in', ids).execute()
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
    saleId: idsOf(sales),
    'sales.undo': sales.map(({ id, practiceId }) => ({ saleId: id, practiceId, reason: 'Wrong person' })),
    'sales.add': practices.flatMap(({ id }) =>
      memberId.map((each) => ({ practiceId: id, memberId: each, ...oneDayPass })),
    ),
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
    expected: [null, ...members.flatMap(expectedOfMember), ...practices.flatMap(expectedOfPractice)],
  }
}

function expectedOfMember({ dayPasses, paidPractices, role, pass, rm01Until }: MemberRow) {
  return [dayPasses, paidPractices, role, pass, rm01Until]
}

function expectedOfPractice({ title, location, description, startsAt, endsAt, cancelledAt, ...row }: PracticeRow) {
  const planned = { title, location, description, startsAt, endsAt, cancelled: cancelledAt !== null }
  return [row.attendanceLimit, row.replyDeadlineHours, planned]
}

function sold(emails: string[]) {
  return emails.map((email, i): Sold => [`#${i % 3}`, `${i}`, email, i % 2 ? 'Practice' : 'Day pass', (i % 4) - 1])
}
