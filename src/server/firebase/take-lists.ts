import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '../db/database.ts'
import type { Announce } from '../db/write.ts'
import { saveAudit } from '../ledger/audit.ts'
import { nowText, type Parts } from '../parts.ts'
import { claimListed, lockAccountOf } from '../practices/listed-emails.ts'
import { lockPractice } from '../practices/queries.ts'
import { addPaid } from '../welcome/claims.ts'
import { factOf, findTaken, noteTaken } from './facts.ts'
import type { ListedAddress } from './former-club.ts'
import type { PracticeIds } from './plan-people.ts'

type Secrets = Pick<Parts['secrets'], 'hashAddress'>
export type ListPlan = ListedAddress & { fact: string; practiceId: string | null }

/** Those addresses on lists that are new; an officer may have taken others off again. */
export async function planLists(db: Db | Tx, secrets: Secrets, lists: ListedAddress[], practices: PracticeIds) {
  const plans = lists.flatMap((listed): ListPlan[] => {
    const { email, entry } = listed
    const hash = secrets.hashAddress(email)
    if (entry.kind === 'paid') return [{ ...listed, fact: factOf.paid(hash), practiceId: null }]
    const practiceId = practices.get(entry.practiceId)
    return practiceId === undefined
      ? []
      : [{ ...listed, fact: factOf.listed(entry.kind, entry.practiceId, hash), practiceId }]
  })
  const taken = await findTaken(
    db,
    plans.map(({ fact }) => fact),
  )
  return plans.filter(({ fact }) => !taken.has(fact))
}

type Facts = { lists: ListedAddress[]; practices: PracticeIds; requestId: string }

/**
 * Whose owners have yet to sign up waits for them (D19); what its owner was given in the former app is kept as given. Of who
 * has signed up here alone, it is theirs at once.
 */
export async function takeLists(tx: Tx, announce: Announce, parts: Parts, { lists, practices, requestId }: Facts) {
  const plans = await planLists(tx, parts.secrets, lists, practices)
  if (plans.length === 0) return plans
  const now = nowText(parts)
  for (const id of [...new Set(plans.map(({ practiceId }) => practiceId))].toSorted())
    if (id !== null) await lockPractice(tx, id)
  for (const plan of plans) {
    const memberId = await takeAddress(tx, parts, plan, { now, requestId })
    if (memberId !== null) announce(`member:${memberId}`)
  }
  await noteTaken(
    tx,
    now,
    plans.map(({ fact }) => ({ fact })),
  )
  announce('practices', 'members', 'live')
  return plans
}

/** @returns whose it has become just now */
async function takeAddress(
  tx: Tx,
  parts: Parts,
  plan: ListPlan,
  { now, requestId }: { now: string; requestId: string },
) {
  const { email, owner, entry, practiceId } = plan
  // Whoever was removed or erased here meanwhile leaves no address behind.
  const member = await lockAccountOf(tx, email)
  if (owner !== null && member === undefined) return null
  const row = {
    ...{ id: randomUUID(), email, kind: entry.kind, practiceId },
    paid: entry.kind === 'paid' ? entry.paid : null,
    consumedAt: owner === null ? null : now,
  }
  const stands = await tx
    .selectFrom('preRegistration')
    .select('id')
    .where('email', '=', email)
    .where('kind', '=', entry.kind)
    .where('practiceId', practiceId === null ? 'is' : '=', practiceId)
    .executeTakeFirst()
  if (stands) return null
  await tx.insertInto('preRegistration').values(row).execute()
  if (owner !== null || member?.hasLoggedIn !== 1) return null
  if (entry.kind === 'paid') {
    await tx.updateTable('preRegistration').set({ consumedAt: now }).where('id', '=', row.id).execute()
    await addPaid(tx, parts, { memberId: member.id }, { ...row, dayPasses: 0 })
  } else if (practiceId !== null)
    await claimListed(tx, parts, {
      ...{ id: row.id, practiceId, kind: entry.kind },
      memberId: member.id,
      now,
      requestId,
    })
  await saveAudit(tx, parts, {
    ...{ actor: 'system', action: 'pre-registration.claim', target: member.id, requestId },
    after: {
      practices: entry.kind === 'attendance' ? 1 : 0,
      paidPractices: row.paid ?? (entry.kind === 'carpool' ? 1 : 0),
    },
  })
  return member.id
}
