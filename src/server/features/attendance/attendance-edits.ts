import { decideAttendance, decideExcuse, decideListing } from '#domain/manage-practices.ts'
import { effectivePass } from '#domain/passes.ts'
import { attendanceRefusals, excuseRefusals, unlistingRefusals } from '#domain/text/member-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow, PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { missing, notFound, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { findAttendance } from '#server/queries/attendance.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { asPractice, lockPractice } from '#server/queries/practices.ts'
import { findAnswer } from '#server/queries/rsvps.ts'
import { setCredit as writeCredit } from './carpool-credits.ts'
import { enterAttendance, removeAttendance } from './enter-scanned.ts'
import { acceptedEmail, lockAccountOf, preRegister, removePreRegistration } from './pre-registrations.ts'

/** Adds or removes one member's attendance by hand; the reason goes into the audit log. */
const setAttendance = signedInProcedure.managePractices.setAttendance.handler(async ({ input, context }) =>
  context.write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const member = (await lockRoleHolder(tx, input.memberId)) ?? missing()
    if (member.removedAt !== null) throw notFound()
    await writeAttendance({ ...context, tx, announce, row, member }, input)
    return {}
  }),
)

/** Excuses a no-show with a reason, or undoes that. */
const setExcuse = signedInProcedure.managePractices.setExcuse.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const { practiceId, memberId, excused, reason } = input
      const row = (await lockPractice(tx, practiceId)) ?? missing()
      const member = (await lockRoleHolder(tx, memberId)) ?? missing()
      if (member.removedAt !== null) throw notFound()
      const [reply, attendance] = [await findAnswer(tx, row.id, member.id), await findAttendance(tx, row.id, member.id)]
      const before = await tx
        .selectFrom('noShowExcuse')
        .select('reason')
        .where('practiceId', '=', row.id)
        .where('memberId', '=', member.id)
        .executeTakeFirst()
      const decision = decideExcuse({
        practice: asPractice(row),
        isNoShow: reply?.waiting === null && attendance === undefined,
        before: before?.reason ?? null,
        excused,
        reason,
        now: now(),
      })
      if (decision.outcome === 'refused') {
        const words = excuseRefusals[decision.reason]
        throw decision.reason === 'reason-missing' ? refuseField('reason', words) : refuse(decision.reason, words)
      }
      if (decision.outcome === 'unchanged') return {}
      await tx.deleteFrom('noShowExcuse').where('practiceId', '=', row.id).where('memberId', '=', member.id).execute()
      if (excused)
        await tx
          .insertInto('noShowExcuse')
          .values({ practiceId: row.id, memberId: member.id, excusedAt: now(), excusedBy: me.id, reason })
          .execute()
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: excused ? 'attendance.excuse' : 'attendance.unexcuse',
        target: `${row.id} ${member.id}`,
        reason,
        requestId,
      })
      announce('practices', `member:${member.id}`)
      return {}
    }),
)

/** Gives or removes a carpool credit by hand. */
const setCredit = signedInProcedure.managePractices.setCredit.handler(async ({ input, context }) =>
  context.write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const member = (await lockRoleHolder(tx, input.memberId)) ?? missing()
    if (member.removedAt !== null) throw notFound()
    await giveCredit({ ...context, tx, announce, row, member }, input.credited)
    return {}
  }),
)

/**
 * Adds an address to a practice's lists. With an account, its member is entered immediately; without one, the entry
 * waits until its owner signs up.
 */
const addEmail = signedInProcedure.managePractices.addEmail.handler(async ({ input, context }) => {
  const { ctx, me, now, requestId } = context
  const email = acceptedEmail(input.email, ctx)
  return context.write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    // Locked even before the wizard is done: a member who is finishing it either claims the address afterwards or is
    // found here.
    const member = await lockAccountOf(tx, email)
    if (member?.hasLoggedIn === 1) {
      const what = { ...context, tx, announce, row, member }
      if (input.kind === 'attendance') await writeAttendance(what, { attended: true, reason: input.reason })
      else await giveCredit(what, true)
      return { added: 'member' as const }
    }
    const decision = decideListing({ practice: asPractice(row), kind: input.kind, now: now() })
    if (decision.outcome === 'refused') throw refuse(decision.reason, attendanceRefusals[decision.reason])
    const listed = await preRegister(tx, { practiceId: row.id, kind: input.kind, email })
    if (listed !== null) {
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'email.list',
        target: `${row.id} ${listed}`,
        after: { kind: input.kind },
        reason: input.reason,
        requestId,
      })
      announce('practices')
    }
    return { added: 'listed' as const }
  })
})

const removeEmail = signedInProcedure.managePractices.removeEmail.handler(
  async ({ input, context: { ctx, me, write, requestId } }) =>
    write(async (tx, announce) => {
      const row = (await lockPractice(tx, input.practiceId)) ?? missing()
      const outcome = await removePreRegistration(tx, { practiceId: row.id, emailId: input.emailId })
      if (outcome === 'claimed') throw refuse(outcome, unlistingRefusals[outcome])
      if (outcome === 'unchanged') return {}
      await saveAudit(tx, ctx, {
        actor: me.id,
        action: 'email.unlist',
        target: `${row.id} ${input.emailId}`,
        requestId,
      })
      announce('practices')
      return {}
    }),
)

type MemberEditContext = {
  tx: Tx
  announce: Announce
  ctx: AppContext
  me: { id: string }
  now: () => string
  requestId: string
  /** Both rows are locked. */
  row: PracticeRow
  member: MemberRow
}

async function writeAttendance(what: MemberEditContext, { attended, reason }: { attended: boolean; reason: string }) {
  const { tx, announce, ctx, me, now, requestId, row, member } = what
  const before = await findAttendance(tx, row.id, member.id)
  const at = now()
  const decision = decideAttendance({
    practice: asPractice(row),
    attended: before !== undefined,
    wanted: attended,
    pass: effectivePass(member, ctx.days.startOfToday(ctx.clock.now())),
    reason,
    now: at,
  })
  if (decision.outcome === 'refused') {
    const words = attendanceRefusals[decision.reason]
    throw decision.reason === 'reason-missing' ? refuseField('reason', words) : refuse(decision.reason, words)
  }
  if (decision.outcome === 'unchanged') return
  const entry = { practiceId: row.id, memberId: member.id, actor: me.id, reason, requestId }
  if (before === undefined) await enterAttendance(tx, ctx, entry, at)
  else await removeAttendance(tx, ctx, entry, before)
  announce('live', `member:${member.id}`, 'members', 'practices')
}

async function giveCredit({ tx, announce, ctx, me, requestId, row, member }: MemberEditContext, credited: boolean) {
  const credit = { practiceId: row.id, memberId: member.id, actor: me.id, requestId }
  if (!(await writeCredit(tx, ctx, credit, credited))) return
  announce(`member:${member.id}`, 'members', 'practices')
}

/** What officers add to and remove from a practice's lists, during the practice and afterwards. */
export const corrections = { setAttendance, setExcuse, setCredit, addEmail, removeEmail }
