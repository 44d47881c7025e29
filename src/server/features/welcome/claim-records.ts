import { carpoolCreditWorth, causes } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { claimPreRegistration } from '#server/features/attendance/pre-registrations.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { claimVisits } from '#server/features/members/guest-records.ts'
import { claimStoreLines } from '#server/features/store-orders/order-lines.ts'
import { lockPractice } from '#server/queries/practices.ts'

/** Must run before locking the member: officers lock practices first, and the opposite order could deadlock. */
export async function lockListedPractices(tx: Tx, email: string) {
  const rows = await tx
    .selectFrom('preRegistration')
    .select('practiceId')
    .where('email', '=', email)
    .where('practiceId', 'is not', null)
    .orderBy('practiceId')
    .execute()
  for (const { practiceId } of rows) if (practiceId !== null) await lockPractice(tx, practiceId)
}

type ClaimInput = { memberId: string; email: string; now: string; requestId: string }

/**
 * Moves everything recorded for the verified address to its new member, each row once (T39): attendance, carpool credits (each
 * worth one paid practice), paid practices and day passes, and store orders. Visits as a guest get to their history alone.
 */
export async function claimPreRegistrations(tx: Tx, ctx: AppContext, facts: ClaimInput) {
  const claimed = { practices: 0, paidPractices: 0, dayPasses: 0 }
  const rows = await tx
    .selectFrom('preRegistration')
    .selectAll()
    .where('email', '=', facts.email)
    .where('consumedAt', 'is', null)
    .orderBy('practiceId')
    .forUpdate()
    .execute()
  for (const row of rows) {
    if (row.kind !== 'paid') {
      // A deleted practice's records are claimed if it is restored.
      if (row.practiceId === null || !(await lockPractice(tx, row.practiceId))) continue
      const { id, kind, practiceId } = row
      const changed = await claimPreRegistration(tx, ctx, { ...facts, id, kind, practiceId })
      if (changed && kind === 'attendance') claimed.practices += 1
      if (changed && kind === 'carpool') claimed.paidPractices += carpoolCreditWorth
      continue
    }
    await tx.updateTable('preRegistration').set({ consumedAt: facts.now }).where('id', '=', row.id).execute()
    await addPaid(tx, ctx, facts, row)
    claimed.paidPractices += row.paid ?? 0
    claimed.dayPasses += row.dayPasses
  }
  const store = await claimStoreLines(tx, ctx, facts)
  claimed.paidPractices += store.paidPractices
  claimed.dayPasses += store.dayPasses
  const guestVisits = await claimVisits(tx, facts)
  if (claimed.practices !== 0 || claimed.paidPractices !== 0 || claimed.dayPasses !== 0 || guestVisits !== 0)
    await saveAudit(tx, ctx, {
      actor: 'system',
      action: 'pre-registration.claim',
      target: facts.memberId,
      after: guestVisits === 0 ? claimed : { ...claimed, guestVisits },
      requestId: facts.requestId,
    })
  return claimed
}

type PaidBefore = { id: string; paid: number | null; dayPasses: number }

export async function addPaid(
  tx: Tx,
  ctx: AppContext,
  { memberId }: { memberId: string },
  { id, paid, dayPasses }: PaidBefore,
) {
  const entry = { memberId, actor: 'system', cause: causes.paidBefore(id), why: 'Paid before signing up' }
  if (paid) await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: paid })
  if (dayPasses > 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: dayPasses })
}
