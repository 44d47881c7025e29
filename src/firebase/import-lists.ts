import { randomUUID } from 'node:crypto'
import { mailboxOf } from '#domain/email.ts'
import { mostOf } from '#domain/ledger.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'
import { claimPreRegistration, lockAccountOf } from '#server/features/attendance/pre-registrations.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { addPaid } from '#server/features/welcome/claim-records.ts'
import { lockPractice } from '#server/queries/practices.ts'
import { factOf, findImported, type NewFact, recordImported, updateImported } from './import-record.ts'
import type { PaidBefore, PracticeIds, Secrets } from './plan-people.ts'
import type { ListedAddress, Person } from './source-people.ts'

export type ListPlan = ListedAddress & {
  fact: string
  practiceId: string | null
  /** How many more paid practices the address has than at the last import. */
  paid: number | null
  before: PaidBefore
}

/**
 * The listed addresses that are new, or have more paid practices than before. Those that an officer has removed here
 * since an earlier import aren't added again.
 */
export async function planLists(db: Db | Tx, secrets: Secrets, lists: ListedAddress[], practices: PracticeIds) {
  const plans = lists.flatMap((listed): ListPlan[] => {
    const { email, entry } = listed
    const hash = secrets.hashAddress(email)
    if (entry.kind === 'paid')
      return [{ ...listed, fact: factOf.paid(hash), practiceId: null, paid: entry.paid, before: null }]
    const practiceId = practices.get(entry.practiceId)
    return practiceId === undefined
      ? []
      : [
          {
            ...listed,
            fact: factOf.listed(entry.kind, entry.practiceId, hash),
            practiceId,
            paid: null,
            before: null,
          },
        ]
  })
  const taken = await findImported(
    db,
    plans.map(({ fact }) => fact),
  )
  return plans.flatMap((plan): ListPlan[] => {
    const known = taken.get(plan.fact)
    if (!known) return [plan]
    const before = known.value as PaidBefore
    return plan.paid !== null && before && plan.paid > before.paid
      ? [{ ...plan, paid: plan.paid - before.paid, before }]
      : []
  })
}

type ListImportInput = { lists: ListedAddress[]; practices: PracticeIds; requestId: string }

/**
 * Stores pre-registrations for owners who have yet to sign up. Those that the old app already granted are stored as
 * claimed; those of a member who signed up only here are claimed right away.
 */
export async function importLists(
  tx: Tx,
  announce: Announce,
  ctx: AppContext,
  { lists, practices, requestId }: ListImportInput,
) {
  const plans = await planLists(tx, ctx.secrets, lists, practices)
  if (plans.length === 0) return plans
  const now = nowAsText(ctx)
  for (const id of [...new Set(plans.map(({ practiceId }) => practiceId))].toSorted())
    if (id !== null) await lockPractice(tx, id)
  for (const plan of plans) {
    const memberId = await importAddress(tx, ctx, plan, { now, requestId })
    if (memberId !== null) announce(`member:${memberId}`)
  }
  await recordImported(tx, now, plans.filter(({ before }) => before === null).map(factIn))
  for (const plan of plans) if (plan.before !== null) await updateImported(tx, now, plan.before, factIn(plan))
  announce('practices', 'members', 'live')
  return plans
}

/** Whether the address once belonged to a member who has been erased, along with its pre-registrations. */
async function hasHadWelcome(tx: Tx, { secrets }: AppContext, email: string) {
  const mailboxHash = secrets.hashAddress(mailboxOf(email))
  const grant = tx.selectFrom('mailboxGrant').select('mailboxHash').where('mailboxHash', '=', mailboxHash)
  return (await grant.executeTakeFirst()) !== undefined
}

function factIn({ fact, entry }: ListPlan): NewFact {
  return { fact, value: (entry.kind === 'paid' ? { paid: entry.paid } : null) satisfies PaidBefore }
}

/** Whether the old app's owner of the address was imported under another one, and another member has it here. */
async function isElsewhere(tx: Tx, { uid }: Person, memberId: string | undefined) {
  const taken = (await findImported(tx, [factOf.user(uid)])).get(factOf.user(uid))
  return taken !== undefined && memberId !== undefined && taken.memberId !== memberId
}

/** Returns the id of the member who claimed the entry in this transaction, or null. */
async function importAddress(
  tx: Tx,
  ctx: AppContext,
  plan: ListPlan,
  { now, requestId }: { now: string; requestId: string },
) {
  const { email, entry, practiceId } = plan
  // A member who was removed or erased here in the meantime has no address.
  const member = await lockAccountOf(tx, email)
  const owner = plan.owner !== null && (await isElsewhere(tx, plan.owner, member?.id)) ? null : plan.owner
  if (owner !== null && member === undefined) return null
  const stands = await tx
    .selectFrom('preRegistration')
    .selectAll()
    .where('email', '=', email)
    .where('kind', '=', entry.kind)
    .where('practiceId', practiceId === null ? 'is' : '=', practiceId)
    .orderBy('consumedAt', (order) => order.asc().nullsFirst())
    .forUpdate()
    .executeTakeFirst()
  const isPaid = entry.kind === 'paid'
  if (stands && (owner !== null || !isPaid)) return null
  if (!stands && plan.before !== null && !member && (await hasHadWelcome(tx, ctx, email))) return null
  // Add to a count that is still waiting; one that was claimed stays as it is.
  const open = stands?.consumedAt === null ? stands : undefined
  const row = {
    id: open?.id ?? randomUUID(),
    email,
    kind: entry.kind,
    practiceId,
    dayPasses: open?.dayPasses ?? 0,
    paid: isPaid ? Math.min((open?.paid ?? 0) + (plan.paid ?? 0), mostOf['paid-practices']) : null,
    consumedAt: owner === null ? null : now,
  }
  if (open) await tx.updateTable('preRegistration').set({ paid: row.paid }).where('id', '=', row.id).execute()
  else await tx.insertInto('preRegistration').values(row).execute()
  if (owner !== null || member?.hasLoggedIn !== 1) return null
  if (isPaid) {
    await tx.updateTable('preRegistration').set({ consumedAt: now }).where('id', '=', row.id).execute()
    await addPaid(tx, ctx, { memberId: member.id }, row)
  } else if (practiceId !== null)
    await claimPreRegistration(tx, ctx, {
      id: row.id,
      practiceId,
      kind: entry.kind,
      memberId: member.id,
      now,
      requestId,
    })
  await saveAudit(tx, ctx, {
    actor: 'system',
    action: 'pre-registration.claim',
    target: member.id,
    requestId,
    after: {
      practices: entry.kind === 'attendance' ? 1 : 0,
      paidPractices: row.paid ?? (entry.kind === 'carpool' ? 1 : 0),
    },
  })
  return member.id
}
