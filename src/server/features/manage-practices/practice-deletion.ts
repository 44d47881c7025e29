import { decideDelete, decideUndelete } from '#domain/manage-practices.ts'
import { practiceEditRefusals } from '#domain/text/member-messages.ts'
import type { Tx } from '#server/db/database.ts'
import { listCredited, setCredit as writeCredit } from '#server/features/attendance/carpool-credits.ts'
import { claimForMembers } from '#server/features/attendance/pre-registrations.ts'
import { listGifts } from '#server/features/attendance/rain-out.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { notifyOfChange } from '#server/features/notifications/enqueue.ts'
import { refillSpot } from '#server/features/practices/spots.ts'
import { missing, refuse } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { asPractice, lockAnyPractice } from '#server/queries/practices.ts'

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

/** A practice that officers delete, and restore. */
export const practiceDeletion = { delete: deletePractice, restore }
