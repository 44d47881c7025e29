import { carpoolCreditWorth, causes } from '#domain/ledger.ts'
import type { Tx } from '../db/database.ts'
import { saveAudit } from '../ledger/audit.ts'
import { appendLedger } from '../ledger/ledger.ts'
import type { Parts } from '../parts.ts'
import { claimListed } from '../practices/listed-emails.ts'
import { lockPractice } from '../practices/queries.ts'

/** Before the member: officers lock a practice first, too, and two who wait for each other would lose a second. */
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
    .orderBy('practiceId')
    .forUpdate()
    .execute()
  for (const row of rows) {
    if (row.kind !== 'paid') {
      // What a deleted practice holds for them is theirs if it is restored (D31).
      if (row.practiceId === null || !(await lockPractice(tx, row.practiceId))) continue
      const { id, kind, practiceId } = row
      const changed = await claimListed(tx, parts, { ...facts, id, kind, practiceId })
      if (changed && kind === 'attendance') claimed.practices += 1
      if (changed && kind === 'carpool') claimed.paidPractices += carpoolCreditWorth
      continue
    }
    await tx.updateTable('preRegistration').set({ consumedAt: facts.now }).where('id', '=', row.id).execute()
    if (row.paid !== null && row.paid !== 0) {
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
