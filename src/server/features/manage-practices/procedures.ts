import type { ManagedPractice } from '#contract/manage-practices.ts'
import { noClubBows } from '#domain/club-bows.ts'
import { rm01Of } from '#domain/drivers.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { undeletableUntil } from '#domain/manage-practices.ts'
import { displayName, nameOrNull } from '#domain/names.ts'
import { effectivePass } from '#domain/passes.ts'
import { isLive, isOver, isStarted, isUpcoming } from '#domain/practices.ts'
import { isLate, replyBy } from '#domain/reply-deadline.ts'
import { seatsOffered } from '#domain/rsvp.ts'
import { weekMs } from '#domain/weekly-email.ts'
import { nowAsText } from '#server/context.ts'
import { corrections } from '#server/features/attendance/attendance-edits.ts'
import { missing } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { countAttendance } from '#server/queries/attendance.ts'
import { listGuestVisits, toGuestVisit } from '#server/queries/guests.ts'
import { listExcuses } from '#server/queries/past-practices.ts'
import {
  listAnswersWithPeople,
  listAttendedBy,
  listCantCome,
  listCreditedPeople,
  listLateWithdrawals,
  listUnclaimed,
} from '#server/queries/practice-people.ts'
import { asPractice, findPractice, listDeleted, listPractices } from '#server/queries/practices.ts'
import { cancelMessageOf, countAnswers, countClubBows, noAnswers } from '#server/queries/rsvps.ts'
import { findLastPlan } from './last-plan.ts'
import { countsOf, forecastOf, readOutlooks } from './outlook.ts'
import { practiceDeletion } from './practice-deletion.ts'
import { practiceEdits } from './practice-edits.ts'

type Counts = {
  answers: Awaited<ReturnType<typeof countAnswers>>
  attended: Map<string, number>
  /** Of upcoming practices. */
  outlooks: Awaited<ReturnType<typeof readOutlooks>>['outlooks']
}
type PracticeListRow = Awaited<ReturnType<typeof listPractices>>[number]

function toManaged(row: PracticeListRow, { answers, attended, outlooks }: Counts): ManagedPractice {
  const { id, title, startsAt, endsAt, startsOn, lastOn, attendanceLimit } = row
  return {
    id,
    title,
    startsAt,
    endsAt,
    startsOn,
    lastOn,
    attendanceLimit,
    ...(answers.get(id) ?? noAnswers),
    allDay: row.allDay === 1,
    cancelled: row.cancelledAt !== null,
    sample: row.sample === 1,
    attended: attended.get(id) ?? 0,
    ...countsOf(outlooks.get(id)),
  }
}

const get = signedInProcedure.managePractices.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  const all = await listPractices(db)
  const rows = all.filter((row) => !isStarted(row))
  const now = nowAsText(ctx)
  const ahead = rows.filter((row) => row.cancelledAt === null && row.endedAt === null && now < row.endsAt)
  // Few have replied to what is further ahead.
  const soon = ahead.filter(({ startsAt }) => Date.parse(startsAt) <= ctx.clock.now() + weekMs)
  const { outlooks } = await readOutlooks(
    db,
    soon.map(({ id }) => id),
    now,
  )
  const counts = {
    answers: await countAnswers(db),
    attended: await countAttendance(db),
    outlooks,
  }
  const deleted = (await listDeleted(db)).map(({ deletedAt, ...row }) => {
    const at = deletedAt ?? now
    return { ...row, deletedAt: at, goneFrom: undeletableUntil(at) }
  })
  const live = all.find((row) => isLive(asPractice({ ...row, endedEarly: 0 }), now))
  return {
    practices: rows.map((row) => toManaged(row, counts)),
    live: live ? toManaged(live, counts) : null,
    deleted: deleted.filter(({ goneFrom }) => now < goneFrom),
    builtIn: ctx.calendarSource === 'built-in',
    lastPlan: ctx.calendarSource === 'built-in' ? await findLastPlan(ctx) : null,
  }
})

const record = signedInProcedure.practiceRecord.get.handler(async ({ input: { practiceId }, context: { ctx } }) => {
  const { db } = ctx.database
  const row = (await findPractice(db, practiceId)) ?? missing()
  const [practice, now] = [asPractice(row), nowAsText(ctx)]
  const state = isLive(practice, now)
    ? ('live' as const)
    : isOver(practice, now)
      ? ('over' as const)
      : ('planned' as const)
  const { outlooks, error } = await readOutlooks(db, isUpcoming(practice, now) ? [row.id] : [], now)
  const outlook = outlooks.get(row.id)
  const counts = {
    answers: await countAnswers(db, [row.id]),
    attended: await countAttendance(db, row.id),
    outlooks,
  }
  const excuses = await listExcuses(db, row.id)
  const credits = await listCreditedPeople(db, row.id)
  const credited = new Set(credits.map(({ id }) => id))
  const today = ctx.days.today(ctx.clock.now())
  const startOfToday = ctx.days.startOfToday(ctx.clock.now())
  const answers = await listAnswersWithPeople(db, row.id)
  const inOrder = answers.filter(({ waiting }) => waiting !== null).map(({ id }) => id)
  const { replyDeadlineHours: clubDeadlineHours } = ctx.club.practices
  const by = replyBy(row, clubDeadlineHours)
  const replied = ({ answeredAt }: { answeredAt: string }) => ({ answeredAt, late: isLate(answeredAt, by) })
  const drivers = new Set(answers.filter(({ kind }) => kind === 'driver').map(({ id }) => id))
  return {
    practice: {
      ...toManaged(row, counts),
      clubBows: (await countClubBows(db, [row.id])).get(row.id) ?? noClubBows,
      cancelMessage: cancelMessageOf(row),
      description: row.description,
      location: row.location,
      replyDeadlineHours: row.replyDeadlineHours,
      clubDeadlineHours,
      replyBy: by,
      state,
      editable:
        ctx.calendarSource === 'built-in' && row.source === 'built-in' && state === 'planned' && now < row.startsAt,
    },
    attendees: (await listAttendedBy(db, row.id)).map((each) => ({
      ...toPerson(each),
      checkedInAt: each.checkedInAt,
      checkedInBy:
        each.checkedInBy === null
          ? ('list' as const)
          : each.checkedInBy === each.id
            ? ('self' as const)
            : ('officer' as const),
      officer:
        each.checkedInBy === each.id ? null : nameOrNull({ nameFirst: each.officerFirst, nameLast: each.officerLast }),
      reason: each.reason,
    })),
    answers: answers.map((each) => ({
      ...toPerson(each),
      kind: each.kind,
      seats: each.kind === 'driver' ? seatsOffered(each.carCapacity) : 0,
      credited: credited.has(each.id),
      pass: effectivePass(each, startOfToday),
      dayPasses: each.dayPasses,
      balance: practiceBalance({ ...each, attended: each.attended ?? 0 }),
      rm01: rm01Of({ ...each, hasCar: each.hasCar === 1, rm01Declared: each.rm01Completed === 1 }, today),
      position: each.waiting === null ? null : inOrder.indexOf(each.id) + 1,
      ...replied(each),
      excuse: excuses.get(each.id) ?? null,
    })),
    notReplied: (outlook?.notReplied ?? []).map(toPerson),
    forecast: forecastOf(outlook, error),
    cantCome: (await listCantCome(db, row.id)).map((each) => ({ ...toPerson(each), ...replied(each) })),
    lateWithdrawals: (await listLateWithdrawals(db, row.id)).map((each) => ({
      ...toPerson(each),
      withdrawnAt: each.withdrawnAt,
      gaveUp: each.kind,
    })),
    credited: credits.filter(({ id }) => !drivers.has(id)).map(toPerson),
    emails: await listUnclaimed(db, row.id),
    guests: (await listGuestVisits(db, [row.id])).map(toGuestVisit),
    guestRules: { ...ctx.club.guests, waiver: ctx.club.waiver },
  }
})

type PersonRow = {
  id: string
  nameFirst: string
  nameLast: string
  pictureUrl: string
  email: string
  erasedAt: string | null
}

function toPerson({ id, email, pictureUrl, erasedAt, ...name }: PersonRow) {
  if (erasedAt !== null) return { memberId: id, name: '', email: '', pictureUrl: '' }
  return { memberId: id, name: displayName(name), email, pictureUrl }
}

export const managePractices = { get, ...practiceEdits, ...practiceDeletion, ...corrections }
export const practiceRecord = { get: record }
