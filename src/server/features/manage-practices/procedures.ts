import type { ManagedPractice } from '#contract/manage-practices.ts'
import { noClubBows } from '#domain/club-bows.ts'
import { rm01Of } from '#domain/drivers.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { decideDelete, decideUndelete, undeletableUntil } from '#domain/manage-practices.ts'
import { displayName } from '#domain/names.ts'
import { effectivePass } from '#domain/passes.ts'
import { isLive, isOver, isStarted, isUpcoming } from '#domain/practices.ts'
import { decideDeadline, isLate, replyBy } from '#domain/reply-deadline.ts'
import { seatsOffered } from '#domain/rsvp.ts'
import { editRefusals, practiceEditRefusals, reorderRefusals } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { decideReorder } from '#domain/waitlist.ts'
import { weekMs } from '#domain/weekly-email.ts'
import { nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { corrections } from '#server/features/attendance/attendance-edits.ts'
import { listCredited, setCredit as writeCredit } from '#server/features/attendance/carpool-credits.ts'
import { claimForMembers } from '#server/features/attendance/pre-registrations.ts'
import { listGifts } from '#server/features/attendance/rain-out.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { notifyOfChange } from '#server/features/notifications/enqueue.ts'
import { promoteWaiting, refillSpot } from '#server/features/practices/spots.ts'
import { missing, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { countAttendance } from '#server/queries/attendance.ts'
import { listGuestVisits, toGuestVisit } from '#server/queries/guests.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { listExcuses } from '#server/queries/past-practices.ts'
import {
  listAnswersWithPeople,
  listAttendedBy,
  listCantCome,
  listCreditedPeople,
  listLateWithdrawals,
  listUnclaimed,
} from '#server/queries/practice-people.ts'
import {
  asPractice,
  findPractice,
  listDeleted,
  listPractices,
  lockAnyPractice,
  lockPractice,
} from '#server/queries/practices.ts'
import { cancelMessageOf, countAnswers, countClubBows, listWaiting, noAnswers } from '#server/queries/rsvps.ts'
import { findLastPlan } from './last-plan.ts'
import { countsOf, forecastOf, readOutlooks } from './outlook.ts'

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
      officer: each.checkedInBy === each.id ? null : nameOf(each.officerFirst, each.officerLast),
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

function nameOf(nameFirst: string | null, nameLast: string | null) {
  return displayName({ nameFirst: nameFirst ?? '', nameLast: nameLast ?? '' }) || null
}

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

/** Changes how many members may come; a higher limit promotes from the waitlist right away, also after the club's cut-off. */
const setLimit = signedInProcedure.managePractices.setLimit.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) => {
    await write(async (tx, announce) => {
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      if (row.attendanceLimit === input.limit) return {}
      if (row.attendanceLimit !== input.expected) throw refuse('changed-meanwhile', editRefusals['changed-meanwhile'])
      await tx.updateTable('practice').set({ attendanceLimit: input.limit }).where('id', '=', row.id).execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.limit',
        target: row.id,
        before: { attendanceLimit: row.attendanceLimit },
        after: { attendanceLimit: input.limit },
        requestId,
      })
      announce('practices')
      const changed = { ...row, attendanceLimit: input.limit }
      const isHigher = input.limit === null || (row.attendanceLimit !== null && input.limit > row.attendanceLimit)
      if (isHigher) await promoteWaiting(tx, announce, ctx, changed, now())
      return {}
    })
    ctx.outbox.wake()
    return {}
  },
)

/** Changes until when members should reply. Replies that are there become late, or on time, with it. */
const setReplyDeadline = signedInProcedure.managePractices.setReplyDeadline.handler(
  async ({ input, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const { replyDeadlineHours: current } = row
      const decision = decideDeadline({ current, expected: input.expected, wanted: input.hours })
      if (decision.outcome === 'refused') throw refuse(decision.reason, editRefusals[decision.reason])
      if (decision.outcome === 'unchanged') return {}
      await tx.updateTable('practice').set({ replyDeadlineHours: input.hours }).where('id', '=', row.id).execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.reply-deadline',
        target: row.id,
        before: { replyDeadlineHours: current },
        after: { replyDeadlineHours: input.hours },
        requestId,
      })
      announce('practices')
      return {}
    }),
)

/** Reorders the waitlist; the request must list exactly the members who are waiting now. */
const orderWaiting = signedInProcedure.managePractices.orderWaiting.handler(
  async ({ input, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      if (input.reason === '') throw refuseField('reason', officerMessages.reasonMissing)
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const current = (await listWaiting(tx, row.id)).map(({ id }) => id)
      const decision = decideReorder({ current, wanted: input.memberIds })
      if (decision.outcome === 'refused') throw refuse(decision.reason, reorderRefusals[decision.reason])
      if (decision.outcome === 'unchanged') return {}
      for (const [i, memberId] of input.memberIds.entries())
        await tx
          .updateTable('rsvp')
          .set({ waiting: i + 1 })
          .where('practiceId', '=', row.id)
          .where('memberId', '=', memberId)
          .execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.order-waiting',
        target: row.id,
        before: { waiting: current },
        after: { waiting: input.memberIds },
        reason: input.reason,
        requestId,
      })
      announce('practices', ...input.memberIds.map((id) => `member:${id}` as const))
      return {}
    }),
)

/**
 * Soft delete. Reverses the carpool credits in the ledger; the audit entry records whose they were, so restore can reissue
 * them.
 */
const deletePractice = signedInProcedure.managePractices.delete.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = (await lockAnyPractice(tx, input.practiceId)) ?? missing()
      const at = now()
      const decision = decideDelete({
        practice: asPractice(row),
        deletedAt: row.deletedAt,
        rainedOut: (await listGifts(tx, row.id)).length > 0,
        now: at,
      })
      if (decision.outcome === 'refused') throw refuse(decision.reason, practiceEditRefusals[decision.reason])
      if (decision.outcome === 'unchanged') return {}
      const credits = await listCredited(tx, row.id)
      const by = { practiceId: row.id, actor: me.id, requestId }
      for (const { memberId } of credits) {
        await lockRoleHolder(tx, memberId)
        await writeCredit(tx, ctx, { ...by, memberId, reason: 'The practice was deleted' }, false)
      }
      await tx.updateTable('practice').set({ deletedAt: at }).where('id', '=', row.id).execute()
      await notifyOfChange(tx, ctx, { ...row, before: row, after: { ...row, deletedAt: at } })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.delete',
        target: row.id,
        before: { credits },
        requestId,
      })
      const credited = credits.map(({ memberId }) => memberId)
      announce('practices', 'members', ...(await memberTopicsOf(tx, row.id, credited)))
      return {}
    }),
)

const restore = signedInProcedure.managePractices.restore.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = (await lockAnyPractice(tx, input.practiceId)) ?? missing()
      const decision = decideUndelete({ deletedAt: row.deletedAt, now: now() })
      if (decision.outcome === 'refused') throw refuse(decision.reason, practiceEditRefusals[decision.reason])
      if (decision.outcome === 'unchanged') return {}
      await tx.updateTable('practice').set({ deletedAt: null }).where('id', '=', row.id).execute()
      await notifyOfChange(tx, ctx, { ...row, before: row, after: { ...row, deletedAt: null } })
      // Someone with a spot may have left the club since it was deleted.
      await refillSpot(tx, announce, ctx, row, now())
      const before = await creditsBefore(tx, row.id)
      const by = { practiceId: row.id, actor: me.id, requestId, reason: 'The practice was restored' }
      for (const credit of before) {
        await lockRoleHolder(tx, credit.memberId)
        await writeCredit(tx, ctx, { ...by, ...credit }, true)
      }
      const credits = before.map(({ memberId }) => memberId)
      const claimed = await claimForMembers(tx, ctx, { practiceId: row.id, now: now(), requestId })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.restore',
        target: row.id,
        after: { credits },
        requestId,
      })
      announce('practices', 'members', ...(await memberTopicsOf(tx, row.id, [...credits, ...claimed])))
      return {}
    }),
)

/** The credits that the last deletion reversed, from its audit entry. */
async function creditsBefore(tx: Tx, practiceId: string): Promise<{ memberId: string; creditedAt?: string }[]> {
  const last = await tx
    .selectFrom('audit')
    .select('before')
    .where('action', '=', 'practice.delete')
    .where('target', '=', practiceId)
    .orderBy('at', 'desc')
    .executeTakeFirst()
  const before: unknown = JSON.parse(last?.before ?? '{}')
  const { credits = [] } = before as { credits?: (string | { memberId: string; creditedAt: string })[] }
  // Earlier releases recorded only the member ID, not when the credit was given.
  return credits.map((each) => (typeof each === 'string' ? { memberId: each } : each))
}

/** Topics of the members whose balance changes with the practice: attendees and credited drivers. */
async function memberTopicsOf(tx: Tx, practiceId: string, credits: string[]) {
  const rows = await tx.selectFrom('attendance').select('memberId').where('practiceId', '=', practiceId).execute()
  return [...new Set([...rows.map(({ memberId }) => memberId), ...credits])].map((id) => `member:${id}` as const)
}

export const managePractices = {
  get,
  setLimit,
  setReplyDeadline,
  orderWaiting,
  delete: deletePractice,
  restore,
  ...corrections,
}
export const practiceRecord = { get: record }
