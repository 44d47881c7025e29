import { mailboxOf } from '#domain/email.ts'
import { causes } from '#domain/ledger.ts'
import { effectivePass } from '#domain/passes.ts'
import type { HashConfig } from '#firebase/documents/account-document.ts'
import { createAccount, setPassword } from '#server/auth/accounts.ts'
import { deleteLinks, linkKinds } from '#server/auth/email-tokens.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow, PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { setCredit } from '#server/features/attendance/carpool-credits.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { addressOfRemoved } from '#server/features/members/erase.ts'
import { claimPreRegistrations, lockListedPractices } from '#server/features/welcome/claim-records.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { lockPractice } from '#server/queries/practices.ts'
import { storedPassword } from './import-passwords.ts'
import { factOf, findImported, type NewFact, recordImported, updateImported } from './import-record.ts'
import { dropPreviousCredits, type PersonBefore, type PersonPlan, type PracticeIds, planPeople } from './plan-people.ts'
import type { Person } from './source-people.ts'

type PeopleImportInput = {
  people: Person[]
  practices: PracticeIds
  hashConfig: HashConfig | null
  /** The hash of a random password. */
  noPassword: string
  by: { actor: string; requestId: string }
}

/** The locked practices that these people attended or drove to. */
type LockedPractices = { rows: Map<string, PracticeRow> }

/**
 * Imports each member completely in one transaction, so they never appear with a wrong balance.
 * @param facts.before a plan made outside the transaction, which only decides what to lock
 */
export async function importPeople(
  tx: Tx,
  announce: Announce,
  ctx: AppContext,
  { before, ...facts }: PeopleImportInput & { before: PersonPlan[] },
) {
  const { people, practices } = facts
  const first = before.filter(({ changes }) => changes)
  const touched = first.flatMap(({ attended, credited }) => [...attended, ...credited])
  // Lock order as everywhere: practices before members, each sorted by id.
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
  for (const plan of changed) await importPerson(tx, ctx, plan, { ...facts, rows })
  if (changed.length > 0)
    announce('members', 'practices', 'live', ...changed.map(({ memberId }) => `member:${memberId}` as const))
  return plans
}

async function importPerson(
  tx: Tx,
  ctx: AppContext,
  plan: PersonPlan,
  { rows, ...facts }: PeopleImportInput & LockedPractices,
) {
  const { person, outcome, memberId } = plan
  const now = nowAsText(ctx)
  const taken = outcome === 'known' ? await findImported(tx, [factOf.user(person.uid)]) : null
  const before = taken?.get(factOf.user(person.uid))?.value as PersonBefore | undefined
  const times = (before?.times ?? 0) + 1
  const imported = outcome === 'known' ? {} : await importAccount(tx, ctx, plan, facts)
  if (outcome === 'known' && plan.finishes) await importProfile(tx, ctx, plan)
  if (plan.attended.length > 0)
    await tx
      .insertInto('attendance')
      .values(
        plan.attended.map(({ practiceId }) => ({
          practiceId,
          memberId,
          checkedInBy: null,
          reason: '',
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
  await recordImported(tx, now, newFacts(plan))
  const hasNone = outcome === 'new' && storedPassword(person, facts.hashConfig) === null
  const placeholder = before ? before.placeholder : hasNone ? facts.noPassword : null
  const { dayPasses } = person.user
  const hasFinished = before?.hasFinished === true || person.user.hasLoggedIn
  const leftOut = before ? before.leftOut : outcome === 'new' && person.disabled
  const { replaced } = before ?? {}
  const value: PersonBefore = { dayPasses, balance: person.balance, times, hasFinished, leftOut, placeholder, replaced }
  if (outcome === 'known') await updateImported(tx, now, before, { fact: factOf.user(person.uid), value })
  else await recordImported(tx, now, [{ fact: factOf.user(person.uid), memberId, value }])
  await saveAudit(tx, ctx, {
    ...facts.by,
    action: 'member.import',
    target: memberId,
    after: {
      practices: plan.counts.attended,
      dayPasses: plan.dayPasses,
      paidPractices: plan.paidPractices + plan.counts.credited,
      ...imported,
    },
  })
  if (!plan.finishes) return
  // Then claim what officers have pre-registered here for the address.
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

/** The old app didn't store check-in times: use the practice's start, but never a time in the future. */
function momentOf(row: PracticeRow | undefined, now: string) {
  const at = row?.startedAt ?? row?.startsAt ?? now
  return at < now ? at : now
}

type PasswordInput = { hashConfig: HashConfig | null; noPassword: string }

/** Imports the account and profile. For a member who already has an account here, the profile here wins. */
async function importAccount(tx: Tx, ctx: AppContext, { person, outcome, memberId }: PersonPlan, facts: PasswordInput) {
  const now = nowAsText(ctx)
  const { email, verified, user, createdAt } = person
  const passwordHash = storedPassword(person, facts.hashConfig) ?? facts.noPassword
  if (outcome === 'new') {
    await createAccount(tx, { id: memberId, email, passwordHash, now: createdAt ?? now })
    await tx
      .updateTable('user')
      .set({ emailVerified: verified ? 1 : 0 })
      .where('id', '=', memberId)
      .execute()
  }
  const row = await lockRoleHolder(tx, memberId)
  if (!row) throw new Error('an imported member has no record')
  // The address is verified there but not here, so the owner's password replaces one that someone else may have chosen.
  if (outcome === 'joins' && row.emailVerified === 0 && verified && !person.disabled) {
    await setPassword(tx, ctx, memberId, passwordHash)
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', memberId).execute()
    await deleteLinks(tx, memberId, linkKinds)
  }
  const role = person.role === 'Officer' ? person.role : row.role
  const pass = row.pass === 'none' ? { pass: user.pass, passUsedAt: user.passUsedAt } : {}
  const gone = person.disabled && outcome === 'new' ? await removeMember(tx, person, { memberId, now }) : {}
  await tx
    .updateTable('member')
    .set({ role, ...pass, ...gone })
    .where('id', '=', memberId)
    .execute()
  await importProfile(tx, ctx, { person, memberId, email })
  const held = { pass: row.pass, passUsedAt: row.passUsedAt, ...pass }
  return { role, pass: effectivePass(held, ctx.days.startOfToday(ctx.clock.now())) }
}

/** Imports the profile unless it was filled in here, and records that the welcome passes were received. */
async function importProfile(
  tx: Tx,
  ctx: AppContext,
  { person, memberId, email }: Pick<PersonPlan, 'person' | 'memberId' | 'email'>,
) {
  await tx
    .updateTable('member')
    .set(profileOf(person))
    .where('id', '=', memberId)
    .where('hasLoggedIn', '=', 0)
    .execute()
  if (!person.user.hasLoggedIn) return
  await tx.deleteFrom('profileDraft').where('memberId', '=', memberId).execute()
  // Welcome passes are granted once per mailbox, and the old app has already granted them.
  await tx
    .insertInto('mailboxGrant')
    .values({ mailboxHash: ctx.secrets.hashAddress(mailboxOf(email)), grantedAt: nowAsText(ctx) })
    .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
    .execute()
}

function profileOf({ user }: Person): Partial<MemberRow> {
  const { nameFirst, nameLast, birthday, bowType, personalEquipment, carCapacity } = user
  return {
    nameFirst,
    nameLast,
    birthday,
    bowType,
    personalEquipment,
    carCapacity,
    hasLoggedIn: user.hasLoggedIn ? 1 : 0,
    hasCar: user.hasCar ? 1 : 0,
    rm01Completed: user.rm01Completed ? 1 : 0,
    pronouns: JSON.stringify(user.pronouns),
  }
}

/** A disabled account is imported like a member whom an officer has removed, so officers can restore it for 30 days. */
async function removeMember(tx: Tx, { email }: Person, { memberId, now }: { memberId: string; now: string }) {
  await tx
    .updateTable('user')
    .set({ email: addressOfRemoved(memberId) })
    .where('id', '=', memberId)
    .execute()
  return { removedAt: now, removedEmail: email }
}
