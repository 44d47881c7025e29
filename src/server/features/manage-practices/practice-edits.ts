import { decideDeadline } from '#domain/reply-deadline.ts'
import { editRefusals, reorderRefusals } from '#domain/text/member-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { decideReorder } from '#domain/waitlist.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { promoteWaiting } from '#server/features/practices/spots.ts'
import { missing, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockPractice } from '#server/queries/practices.ts'
import { listWaiting } from '#server/queries/rsvps.ts'

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

/** What officers change of a practice and its waitlist. */
export const practiceEdits = { setLimit, setReplyDeadline, orderWaiting }
