import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { countGuests } from './guests.ts'
import { deletedPractices } from './practices.ts'

/** Attendees in check-in order, with only what members may see of each other. Erased people count, but without a name. */
export function listAttendees(db: Db, practiceId: string) {
  return db
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.memberId')
    .select(['member.id', 'member.nameFirst', 'member.nameLast', 'member.pronouns', 'member.pictureUrl'])
    .select('attendance.checkedInAt')
    .where('attendance.practiceId', '=', practiceId)
    .where((eb) => eb.or([eb('member.removedAt', 'is', null), eb('member.erasedAt', 'is not', null)]))
    .orderBy('attendance.checkedInAt')
    .orderBy('member.id')
    .execute()
}

const attendanceAt = compiledOne((db, { practiceId, memberId }: { practiceId: string; memberId: string }) =>
  db
    .selectFrom('attendance')
    .select(['checkedInAt', 'checkedInBy', 'reason'])
    .where('practiceId', '=', practiceId)
    .where('memberId', '=', memberId),
)

export function findAttendance(db: Db | Tx, practiceId: string, memberId: string) {
  return attendanceAt(db, { practiceId, memberId })
}

const attendancesOf = compiled((db, { practiceIds, memberIds }: { practiceIds: string[]; memberIds: string[] }) =>
  db
    .selectFrom('attendance')
    .select(['practiceId', 'memberId'])
    .where('practiceId', 'in', practiceIds)
    .where('memberId', 'in', memberIds),
)

/** Which of the members attended which of the practices, as `<practice ID> <member ID>`. */
export async function listAttendancesOf(tx: Tx, practiceIds: string[], memberIds: string[]) {
  if (practiceIds.length === 0 || memberIds.length === 0) return new Set<string>()
  const rows = await attendancesOf(tx, { practiceIds, memberIds })
  return new Set(rows.map(({ practiceId, memberId }) => `${practiceId} ${memberId}`))
}

type CheckInRows = { practiceIds: string[]; memberIds: string[]; reasons: string[]; checkedInAt: string }

const checkIns = compiled((db, { practiceIds, memberIds, reasons, checkedInAt }: CheckInRows) =>
  db.insertInto('attendance').values(
    practiceIds.map((practiceId, i) => {
      const memberId = memberIds[i] ?? ''
      return { practiceId, memberId, checkedInAt, checkedInBy: memberId, reason: reasons[i] ?? '' }
    }),
  ),
)

/** @param rows with a reason where officers should look at one */
export async function saveCheckIns(
  tx: Tx,
  rows: { practiceId: string; memberId: string; reason: string }[],
  checkedInAt: string,
) {
  if (rows.length === 0) return
  await checkIns(tx, {
    practiceIds: rows.map(({ practiceId }) => practiceId),
    memberIds: rows.map(({ memberId }) => memberId),
    reasons: rows.map(({ reason }) => reason),
    checkedInAt,
  })
}

const attendedBy = compiled((db, { memberId, most }: { memberId: string; most: number }) =>
  db
    .selectFrom('attendance')
    .innerJoin('practice', 'practice.id', 'attendance.practiceId')
    .select(['practice.id', 'practice.title', 'practice.startsAt', 'practice.startsOn'])
    .where('attendance.memberId', '=', memberId)
    .where('practice.deletedAt', 'is', null)
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
    .limit(most),
)

/** Practices a member attended, newest first; without deleted practices. */
export function listAttended(db: Db, memberId: string, most: number) {
  return attendedBy(db, { memberId, most })
}

const countOfAttended = compiledOne((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom('attendance')
    .select((eb) => eb.fn.countAll<number>().as('attended'))
    .where('memberId', '=', memberId)
    .where('practiceId', 'not in', deletedPractices()),
)

export async function countAttended(db: Db | Tx, memberId: string) {
  return (await countOfAttended(db, { memberId }))?.attended ?? 0
}

type Turnout = { came: number; noShows: number }

export const noTurnout: Turnout = { came: 0, noShows: 0 }

/** How many came to each of the practices, and how many with a spot didn't, by practice ID. */
export async function countTurnout(db: Db, practiceIds: string[]) {
  const turnout = new Map<string, Turnout>()
  if (practiceIds.length === 0) return turnout
  const missing = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.practiceId', '=', 'rsvp.practiceId').onRef('attendance.memberId', '=', 'rsvp.memberId'),
    )
    .select('rsvp.practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .where('rsvp.practiceId', 'in', practiceIds)
    .where('rsvp.waiting', 'is', null)
    .where('member.removedAt', 'is', null)
    .where('attendance.memberId', 'is', null)
    .groupBy('rsvp.practiceId')
    .execute()
  for (const id of practiceIds) {
    const came = (await countAttendance(db, id)).get(id) ?? 0
    turnout.set(id, { came, noShows: missing.find(({ practiceId }) => practiceId === id)?.heads ?? 0 })
  }
  return turnout
}

/** Attendance count per practice, with guests. @param only restricts it to one practice */
export async function countAttendance(db: Db, only?: string) {
  const query = db
    .selectFrom('attendance')
    .select('practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .groupBy('practiceId')
  const rows = await (only === undefined ? query : query.where('practiceId', '=', only)).execute()
  const counts = new Map(rows.map(({ practiceId, heads }) => [practiceId, heads]))
  for (const [id, guests] of await countGuests(db, only)) counts.set(id, (counts.get(id) ?? 0) + guests)
  return counts
}
