import type { Db, Tx } from '#server/db/database.ts'
import { attended } from './members.ts'
import { holds } from './rsvps.ts'

const aPerson = ['member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl', 'member.erasedAt'] as const

/** Attendees with addresses, for officers. Erased people are included, removed ones (who can be restored) aren't. */
export function listAttendedBy(db: Db, practiceId: string) {
  return db
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(aPerson)
    .leftJoin('member as officer', (join) =>
      join.onRef('officer.id', '=', 'attendance.checkedInBy').on('officer.removedAt', 'is', null),
    )
    .select(['user.email', 'attendance.checkedInAt', 'attendance.checkedInBy', 'attendance.reason'])
    .select(['officer.nameFirst as officerFirst', 'officer.nameLast as officerLast'])
    .where('attendance.practiceId', '=', practiceId)
    .where((eb) => eb.or([eb('member.removedAt', 'is', null), eb('member.erasedAt', 'is not', null)]))
    .orderBy('attendance.checkedInAt')
    .orderBy('member.id')
    .execute()
}

export function listAnswersWithPeople(db: Db, practiceId: string) {
  return (
    db
      .selectFrom('rsvp')
      .innerJoin('member', 'member.id', 'rsvp.memberId')
      .innerJoin('user', 'user.id', 'member.id')
      .select(aPerson)
      .select(['user.email', 'member.carCapacity', 'member.hasCar', 'member.rm01Completed', 'member.rm01Until'])
      .select(['member.pass', 'member.passUsedAt', 'member.dayPasses', 'member.paidPractices'])
      .select((eb) => attended(eb).as('attended'))
      .select(['rsvp.kind', 'rsvp.waiting', 'rsvp.answeredAt'])
      .where('rsvp.practiceId', '=', practiceId)
      .where('member.removedAt', 'is', null)
      // Members with a spot by RSVP time, then the waitlist in its order.
      .orderBy((eb) => eb.fn.coalesce('rsvp.waiting', eb.lit(-1)))
      .orderBy('rsvp.answeredAt')
      .orderBy('member.id')
      .execute()
  )
}

export function listCantCome(db: Db, practiceId: string) {
  return db
    .selectFrom('cantCome')
    .innerJoin('member', 'member.id', 'cantCome.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(aPerson)
    .select(['user.email', 'cantCome.answeredAt'])
    .where('cantCome.practiceId', '=', practiceId)
    .where('member.removedAt', 'is', null)
    .where(holds)
    .orderBy('cantCome.answeredAt')
    .orderBy('member.id')
    .execute()
}

/** Latest first. */
export function listLateWithdrawals(db: Db, practiceId: string) {
  return db
    .selectFrom('lateWithdrawal')
    .innerJoin('member', 'member.id', 'lateWithdrawal.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(aPerson)
    .select(['user.email', 'lateWithdrawal.withdrawnAt', 'lateWithdrawal.kind'])
    .where('lateWithdrawal.practiceId', '=', practiceId)
    .where('member.removedAt', 'is', null)
    .orderBy('lateWithdrawal.withdrawnAt', 'desc')
    .orderBy('member.id')
    .execute()
}

export function listCreditedPeople(db: Db, practiceId: string) {
  return db
    .selectFrom('carpoolCredit')
    .innerJoin('member', 'member.id', 'carpoolCredit.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(aPerson)
    .select('user.email')
    .where('carpoolCredit.practiceId', '=', practiceId)
    .where((eb) => eb.or([eb('member.removedAt', 'is', null), eb('member.erasedAt', 'is not', null)]))
    .orderBy('carpoolCredit.creditedAt')
    .orderBy('member.id')
    .execute()
}

/** Addresses without an account that officers entered for this practice, as attendees or carpool drivers. */
export async function listUnclaimed(db: Db | Tx, practiceId: string) {
  const rows = await db
    .selectFrom('preRegistration')
    .select(['id', 'email', 'kind'])
    .where('practiceId', '=', practiceId)
    .where('consumedAt', 'is', null)
    .where('guestId', 'is', null)
    .orderBy('email')
    .execute()
  return rows.flatMap(({ kind, ...row }) => (kind === 'paid' ? [] : [{ ...row, kind }]))
}
