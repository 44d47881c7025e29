import {
  decideEndEarly,
  decideRemoveAttendee,
  decideStart,
  decideTakeBack,
  type PracticeRefusal,
} from '#domain/practices.ts'
import { replyBy } from '#domain/reply-deadline.ts'
import { decideRsvp } from '#domain/rsvp.ts'
import { practiceRefusals, rsvpRefusals } from '#domain/text/member-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { deleteSamples } from '#server/features/calendar/built-in-calendar.ts'
import { enqueueNotification } from '#server/features/notifications/enqueue.ts'
import { deleteSampleSettings } from '#server/features/samples/sample-settings.ts'
import { missing, refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { findAttendance } from '#server/queries/attendance.ts'
import { lockMember } from '#server/queries/members.ts'
import { asPractice, findStartedPractice, lockPractice } from '#server/queries/practices.ts'
import { countAnswers, findAnswersOf, isAnswerLate, noAnswers } from '#server/queries/rsvps.ts'
import { endOverduePractices } from './auto-end.ts'
import { saveReply } from './save-reply.ts'

/** Sets or clears an RSVP (archer, driver, can't come), replacing the previous one, under the practice's lock. */
const answer = signedInProcedure.practices.answer.handler(async ({ input, context: { ctx, me, now, write } }) => {
  const saved = await write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const member = await lockMember(tx, me.id)
    const { answer: kind } = input
    const at = now()
    const decision = decideRsvp({ practice: asPractice(row), answer: kind, hasCar: member.hasCar === 1, now: at })
    if (decision.outcome === 'refused') throw refuse(decision.reason, rsvpRefusals[decision.reason])
    await saveReply(tx, announce, ctx, { practice: row, memberId: me.id, reply: kind, at })
    const by = replyBy(row, ctx.club.practices.replyDeadlineHours)
    const answers = (await countAnswers(tx, [row.id])).get(row.id) ?? noAnswers
    const mine = (await findAnswersOf(tx, me.id, [row.id])).get(row.id)
    return { ...answers, myPosition: mine?.position ?? null, myAnswerLate: isAnswerLate(mine, by) }
  })
  ctx.outbox.wake()
  // The previous release stored its response without it.
  return { ...saved, myAnswerLate: saved.myAnswerLate ?? false }
})

const checkIn = signedInProcedure.practices.checkIn.handler(({ input, context: { ctx, me, identity, requestId } }) =>
  ctx.checkIn({
    ...{ identity, requestId, memberId: me.id, practiceId: input.practiceId },
    usePass: input.usePass === true,
    code: input.code ?? null,
    codeStep: input.codeStep ?? null,
  }),
)

const start = signedInProcedure.practices.start.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) => {
    const started = await write(async (tx, announce) => {
      await endOverduePractices(tx, announce, now())
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const live = await findStartedPractice(tx)
      const at = now()
      const decision = decideStart({
        practice: asPractice(row),
        otherLive: live !== undefined && live.id !== row.id,
        now: at,
        startWindowMinutes: ctx.club.practices.startWindowMinutes,
      })
      if (decision.outcome === 'refused') throw refusePractice(ctx, decision.reason, live?.title)
      if (decision.outcome === 'already-live') return { startedAt: row.startedAt ?? at }
      const checkInMode = input.checkInMode ?? ctx.club.practices.checkInMode
      await tx
        .updateTable('practice')
        .set({ startedAt: at, startedBy: me.id, checkInMode, endedAt: null, endedEarly: 0 })
        .where('id', '=', row.id)
        .execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.start',
        target: row.id,
        after: { startedAt: at, checkInMode },
        requestId,
      })
      announce('live', 'practices')
      await enqueueNotification(tx, ctx, {
        kind: 'live',
        practiceId: row.id,
        memberIds: await listExpected(tx, row.id),
      })
      return { startedAt: at }
    })
    ctx.outbox.wake()
    return started
  },
)

const endEarly = signedInProcedure.practices.endEarly.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const at = now()
      const decision = decideEndEarly({ practice: asPractice(row), now: at })
      if (decision.outcome === 'refused') throw refusePractice(ctx, decision.reason)
      await setEnd(tx, row.id, { endedAt: at, endedEarly: 1 })
      await tx.updateTable('session').set({ heldUntil: null }).where('heldUntil', 'is not', null).execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.end-early',
        target: row.id,
        after: { endedAt: at },
        requestId,
      })
      announce('live', 'practices')
      return { endedAt: at }
    }),
)

const takeBackEnd = signedInProcedure.practices.takeBackEnd.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      await endOverduePractices(tx, announce, now())
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const live = await findStartedPractice(tx)
      const decision = decideTakeBack({ practice: asPractice(row), otherLive: live !== undefined, now: now() })
      if (decision.outcome === 'refused') throw refusePractice(ctx, decision.reason, live?.title)
      await setEnd(tx, row.id, { endedAt: null, endedEarly: 0 })
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.take-back-end',
        target: row.id,
        before: { endedAt: row.endedAt },
        requestId,
      })
      announce('live', 'practices')
      return {}
    }),
)

const removeAttendee = signedInProcedure.practices.removeAttendee.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const decision = decideRemoveAttendee({ practice: asPractice(row), now: now() })
      if (decision.outcome === 'refused') throw refusePractice(ctx, decision.reason)
      const attendance = (await findAttendance(tx, row.id, input.memberId)) ?? missing()
      await tx
        .deleteFrom('attendance')
        .where('practiceId', '=', row.id)
        .where('memberId', '=', input.memberId)
        .execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'attendance.remove',
        target: `${row.id} ${input.memberId}`,
        before: attendance,
        requestId,
      })
      announce('live', `member:${input.memberId}`, 'members')
      return {}
    }),
)

const removeSamples = signedInProcedure.practices.removeSamples.handler(
  async ({ context: { ctx, me, now, write, requestId } }) => {
    const done = await write(async (tx, announce) => {
      // Comes first, so that of two concurrent requests the second waits here for the first.
      const settings = await deleteSampleSettings(tx)
      const removed = await deleteSamples(tx, now())
      if (removed === 0 && !settings) return { removed }
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'practice.remove-samples',
        target: 'samples',
        after: { removed, settings },
        requestId,
      })
      announce('practices', 'live', 'club')
      return { removed }
    })
    await ctx.settings.reload()
    return done
  },
)

/** Those with a spot who aren't checked in yet. */
async function listExpected(tx: Tx, practiceId: string) {
  const rows = await tx
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.memberId', '=', 'rsvp.memberId').on('attendance.practiceId', '=', practiceId),
    )
    .select('rsvp.memberId')
    .where('rsvp.practiceId', '=', practiceId)
    .where('rsvp.waiting', 'is', null)
    .where('attendance.memberId', 'is', null)
    .where('member.removedAt', 'is', null)
    .orderBy('rsvp.memberId')
    .execute()
  return rows.map(({ memberId }) => memberId)
}

async function setEnd(tx: Tx, practiceId: string, end: { endedAt: string | null; endedEarly: 0 | 1 }) {
  await tx.updateTable('practice').set(end).where('id', '=', practiceId).execute()
}

function refusePractice({ club }: AppContext, reason: PracticeRefusal, liveTitle?: string) {
  const words = practiceRefusals(club.practices.startWindowMinutes)
  return refuse(reason, words[reason], liveTitle === undefined ? {} : { livePracticeTitle: liveTitle })
}

export const practices = { answer, checkIn, start, endEarly, takeBackEnd, removeAttendee, removeSamples }
