import { randomUUID } from 'node:crypto'
import type { Currency } from '#domain/ledger.ts'
import type { Tx } from '../../db/database.ts'
import { saveAudit } from '../../ledger/audit.ts'
import { appendLedger } from '../../ledger/ledger.ts'
import { lockMember } from '../../members/queries.ts'
import { nowText, type Parts } from '../../parts.ts'

/** What officers do that has no procedure in the app yet, with the ledger and audit rows that it leaves (D32, D41). */
type Officer = { tx: Tx; parts: Parts; by: string }

/** Sets a count higher by hand, after a sale at the desk (D37). */
export async function sell(
  { tx, parts, by }: Officer,
  { memberId, currency, amount }: { memberId: string; currency: Currency; amount: number },
) {
  const member = await lockMember(tx, memberId)
  const total = currency === 'day-passes' ? 'dayPasses' : 'paidPractices'
  const cause = `edit:${nowText(parts)}:1`
  await appendLedger(tx, parts, { memberId, currency, amount, cause, why: 'Bought at the desk', actor: by })
  await saveAudit(tx, parts, {
    actor: by,
    action: `member.${currency}`,
    target: memberId,
    before: { [total]: member[total] },
    after: { [total]: member[total] + amount },
    reason: 'Bought at the desk',
    requestId: randomUUID(),
  })
}

/** The one pass that officers set without a day pass being spent (D35). */
export async function giveRangePass({ tx, parts, by }: Officer, { memberId }: { memberId: string }) {
  const { pass } = await lockMember(tx, memberId)
  const after = { pass: 'Carpool Range Pass', passUsedAt: null } as const
  await tx.updateTable('member').set(after).where('id', '=', memberId).execute()
  await saveAudit(tx, parts, {
    actor: by,
    action: 'member.pass',
    target: memberId,
    before: { pass },
    after: { pass: after.pass },
    requestId: randomUUID(),
  })
}

/** Checks somebody in by name (D30). */
export async function enterAttendance(
  { tx, parts, by }: Officer,
  { memberId, practiceId, reason }: { memberId: string; practiceId: string; reason: string },
) {
  const checkedInAt = nowText(parts)
  await tx.insertInto('attendance').values({ practiceId, memberId, checkedInAt, checkedInBy: by, reason }).execute()
  await saveAudit(tx, parts, {
    actor: by,
    action: 'attendance.enter',
    target: `${practiceId} ${memberId}`,
    after: { checkedInAt },
    reason,
    requestId: randomUUID(),
  })
}

/** A driver's credit is worth one paid practice, once per practice (D36). */
export async function creditDriver(
  { tx, parts, by }: Officer,
  { memberId, practiceId }: { memberId: string; practiceId: string },
) {
  await tx
    .insertInto('carpoolCredit')
    .values({ practiceId, memberId, creditedAt: nowText(parts) })
    .execute()
  await appendLedger(tx, parts, {
    memberId,
    currency: 'paid-practices',
    amount: 1,
    cause: `credit:${practiceId}:1`,
    why: 'Carpool credit',
    actor: by,
  })
  await saveAudit(tx, parts, {
    actor: by,
    action: 'carpool.credit',
    target: `${practiceId} ${memberId}`,
    before: { credited: false },
    after: { credited: true },
    requestId: randomUUID(),
  })
}

/** Puts down somebody who came without an account, by e-mail; it is claimed when they sign up (D19, D36). */
export async function preRegister(
  { tx, parts, by }: Officer,
  { email, practiceId }: { email: string; practiceId: string },
) {
  const id = randomUUID()
  await tx
    .insertInto('preRegistration')
    .values({ id, email, kind: 'attendance', practiceId, paid: null, consumedAt: null })
    .execute()
  await saveAudit(tx, parts, {
    actor: by,
    action: 'email.list',
    target: `${practiceId} ${id}`,
    after: { kind: 'attendance' },
    requestId: randomUUID(),
  })
}
