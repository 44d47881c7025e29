import { carpoolCreditWorth, causes } from '#domain/ledger.ts'
import type { Tx } from '../db/database.ts'
import { saveAudit } from '../ledger/audit.ts'
import { appendLedger } from '../ledger/ledger.ts'
import type { Parts } from '../parts.ts'
import { setCredit } from '../practices/credits.ts'

type Facts = { memberId: string; email: string; now: string; requestId: string }

/**
 * What was pre-registered for the verified address is taken over, each row once (D19, T39): attendance, carpool credits
 * (each worth a paid practice), and paid practices.
 */
export async function claimPreRegistrations(tx: Tx, parts: Parts, facts: Facts) {
  const claimed = { practices: 0, paidPractices: 0 }
  const rows = await tx
    .selectFrom('preRegistration')
    .selectAll()
    .where('email', '=', facts.email)
    .where('consumedAt', 'is', null)
    .forUpdate()
    .execute()
  for (const row of rows) {
    await tx.updateTable('preRegistration').set({ consumedAt: facts.now }).where('id', '=', row.id).execute()
    if (row.kind === 'attendance' && row.practiceId !== null) {
      await tx
        .insertInto('attendance')
        .values({
          practiceId: row.practiceId,
          memberId: facts.memberId,
          checkedInAt: facts.now,
          checkedInBy: null,
          reason: 'Pre-registered by e-mail',
        })
        .execute()
      claimed.practices += 1
    }
    if (row.kind === 'carpool' && row.practiceId !== null) {
      const credit = { practiceId: row.practiceId, memberId: facts.memberId, actor: 'system' }
      await setCredit(tx, parts, credit, true)
      claimed.paidPractices += carpoolCreditWorth
    }
    if (row.kind === 'paid' && row.paid !== null && row.paid !== 0) {
      await addPaid(tx, parts, facts, {
        amount: row.paid,
        cause: causes.paidBefore(row.id),
        why: 'Paid before signing up',
      })
      claimed.paidPractices += row.paid
    }
  }
  if (rows.length > 0)
    await saveAudit(tx, parts, {
      actor: 'system',
      action: 'pre-registration.claim',
      target: facts.memberId,
      after: claimed,
      requestId: facts.requestId,
    })
  return claimed
}

function addPaid(tx: Tx, parts: Parts, facts: Facts, what: { amount: number; cause: string; why: string }) {
  return appendLedger(tx, parts, { memberId: facts.memberId, currency: 'paid-practices', actor: 'system', ...what })
}
