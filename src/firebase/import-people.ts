import { causes } from '#domain/ledger.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { setCredit } from '#server/features/attendance/carpool-credits.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { lockRoleHolder } from '#server/features/members/queries.ts'
import { lockPractice } from '#server/features/practices/queries.ts'
import { claimPreRegistrations, lockListedPractices } from '#server/features/welcome/claim-records.ts'
import type { HashConfig } from './documents/hash-config.ts'
import { importAccount, importProfile } from './import-account.ts'
import { storedPassword } from './import-passwords.ts'
import { factOf, findTaken, type NewFact, noteChanged, noteTaken } from './imported-facts.ts'
import { type Before, type PersonPlan, planPeople } from './plan-people.ts'
import { dropPreviousCredits, type PracticeIds } from './previous-import.ts'
import type { Person } from './source-people.ts'

export type TakeFacts = {
  people: Person[]
  practices: PracticeIds
  hashConfig: HashConfig | null
  /** The hash of a password that nobody knows. */
  noPassword: string
  by: { actor: string; requestId: string }
}

/** The practices that something of these people is at, locked. */
type Rows = { rows: Map<string, PracticeRow> }

/**
 * Takes these people over, each with everything that is theirs: whoever looks sees them whole, with the balance that they had.
 * @param facts.before the plan as it was a moment ago, outside of the transaction: it says what to lock
 */
export async function importPeople(
  tx: Tx,
  announce: Announce,
  ctx: AppContext,
  { before, ...facts }: TakeFacts & { before: PersonPlan[] },
) {
  const { people, practices } = facts
  const first = before.filter(({ changes }) => changes)
  const touched = first.flatMap(({ attended, credited }) => [...attended, ...credited])
  // Practices before members, each in the order of their ids, as everybody does who locks both.
  const touchedIds = [...new Set(touched.map(({ practiceId }) => practiceId))].toSorted()
  const open = new Map(practices)
  const rows = new Map<string, PracticeRow>()
  for (const id of touchedIds) {
    const row = await lockPractice(tx, id)
    if (row) rows.set(id, row)
    else for (const [formerId, each] of practices) if (each === id) open.delete(formerId)
  }
  for (const { memberId } of first.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)))
    await lockRoleHolder(tx, memberId)
  const plans = await planPeople(tx, ctx.secrets, people, open)
  const changed = plans.filter(({ changes }) => changes)
  for (const plan of changed) await takePerson(tx, ctx, plan, { ...facts, rows })
  if (changed.length > 0)
    announce('members', 'practices', 'live', ...changed.map(({ memberId }) => `member:${memberId}` as const))
  return plans
}

async function takePerson(tx: Tx, ctx: AppContext, plan: PersonPlan, { rows, ...facts }: TakeFacts & Rows) {
  const { person, outcome, memberId } = plan
  const now = nowAsText(ctx)
  const taken = outcome === 'known' ? await findTaken(tx, [factOf.user(person.uid)]) : null
  const before = taken?.get(factOf.user(person.uid))?.value as Before | undefined
  const times = (before?.times ?? 0) + 1
  const told = outcome === 'known' ? {} : await importAccount(tx, ctx, plan, facts)
  if (outcome === 'known' && plan.finishes) await importProfile(tx, ctx, plan)
  if (plan.attended.length > 0)
    await tx
      .insertInto('attendance')
      .values(
        plan.attended.map(({ practiceId }) => ({
          ...{ practiceId, memberId, checkedInBy: null, reason: '' },
          checkedInAt: momentOf(rows.get(practiceId), now),
        })),
      )
      .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
      .execute()
  for (const { practiceId } of plan.credited)
    await setCredit(tx, ctx, { practiceId, memberId, ...facts.by, reason: 'From the old app' }, true)
  const entry = { memberId, actor: 'system', cause: causes.opening(person.uid, times), why: 'From the old app' }
  if (plan.dayPasses !== 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: plan.dayPasses })
  if (plan.paidPractices !== 0)
    await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: plan.paidPractices })
  await noteTaken(tx, now, newFacts(plan))
  const hasNone = outcome === 'new' && storedPassword(person, facts.hashConfig) === null
  const placeholder = before ? before.placeholder : hasNone ? facts.noPassword : null
  const { dayPasses } = person.user
  const hasFinished = before?.hasFinished === true || person.user.hasLoggedIn
  const leftOut = before ? before.leftOut : outcome === 'new' && person.disabled
  const { replaced } = before ?? {}
  const value: Before = { dayPasses, balance: person.balance, times, hasFinished, leftOut, placeholder, replaced }
  if (outcome === 'known') await noteChanged(tx, now, before, { fact: factOf.user(person.uid), value })
  else await noteTaken(tx, now, [{ fact: factOf.user(person.uid), memberId, value }])
  await saveAudit(tx, ctx, {
    ...facts.by,
    action: 'member.import',
    target: memberId,
    after: {
      practices: plan.counts.attended,
      dayPasses: plan.dayPasses,
      paidPractices: plan.paidPractices + plan.counts.credited,
      ...told,
    },
  })
  if (!plan.finishes) return
  // What officers have put down for the address here.
  const { email } = plan
  await lockListedPractices(tx, email)
  await dropPreviousCredits(tx, ctx.secrets, { email, practices: facts.practices, now })
  await claimPreRegistrations(tx, ctx, { memberId, email, now, requestId: facts.by.requestId })
}

function newFacts({ person: { uid }, memberId, attended, credited }: PersonPlan): NewFact[] {
  return [
    ...attended.map(({ formerId }) => factOf.attended(formerId, uid)),
    ...credited.map(({ formerId }) => factOf.credited(formerId, uid)),
  ].map((fact) => ({ fact, memberId }))
}

/** When somebody checked in, the former app did not say: when the practice was started, or began; by now, in any case. */
function momentOf(row: PracticeRow | undefined, now: string) {
  const at = row?.startedAt ?? row?.startsAt ?? now
  return at < now ? at : now
}
