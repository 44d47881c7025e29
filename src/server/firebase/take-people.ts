import { mailboxOf } from '#domain/email.ts'
import type { HashConfig } from '#domain/firebase/hash-config.ts'
import { causes, foldLedger } from '#domain/ledger.ts'
import { effectivePass } from '#domain/passes.ts'
import type { Db, Tx } from '../db/database.ts'
import { inPortions } from '../db/portions.ts'
import type { MemberRow } from '../db/schema.ts'
import type { Announce } from '../db/write.ts'
import { createAccount, setPassword } from '../identity/accounts.ts'
import { deleteLinks, linkKinds } from '../identity/links.ts'
import { saveAudit } from '../ledger/audit.ts'
import { appendLedger } from '../ledger/ledger.ts'
import { lockRoleHolder } from '../members/queries.ts'
import { nowText, type Parts } from '../parts.ts'
import { setCredit } from '../practices/credits.ts'
import { lockPractice } from '../practices/queries.ts'
import { claimPreRegistrations, lockListedPractices } from '../welcome/claims.ts'
import { factOf, findTaken, type NewFact, noteChanged, noteTaken } from './facts.ts'
import type { Person } from './former-people.ts'
import { storedPassword } from './take-passwords.ts'

/** What becomes of somebody. */
export type PersonPlan = {
  person: Person
  /**
   * A new account; one that has the address here already; one that was taken over before; or nothing, since they were removed
   * here.
   */
  outcome: 'new' | 'joins' | 'known' | 'removed'
  memberId: string
  /** By the ids that practices have here. */
  attended: Entry[]
  credited: Entry[]
  answers: (Entry & { kind: 'archer' | 'driver'; place: number })[]
  /** What is booked. */
  dayPasses: number
  paidPractices: number
  /** Whether anything is written at all. */
  changes: boolean
}
type Entry = { formerId: string; practiceId: string }

type Before = {
  dayPasses: number
  balance: number
  times: number
  /** The hash that stands in place of a password that was not to be had (take-passwords.ts). */
  placeholder: string | null
}
/** Former ids of practices, to those of the records here that were not deleted. */
export type PracticeIds = Map<string, string>

/** Of whom a former id may be kept: it becomes part of paths, and of texts with spaces in between. */
const keepableId = /^[\w-]{1,128}$/

/** Looks up what is new about these people; nothing is written. */
export async function planPeople(db: Db | Tx, people: Person[], practices: PracticeIds): Promise<PersonPlan[]> {
  const taken = await findTaken(db, people.flatMap(factsOf))
  const here = await findHere(
    db,
    people,
    people.map(({ uid }) => taken.get(factOf.user(uid))?.memberId ?? uid),
  )
  const plans: PersonPlan[] = []
  for (const person of people) {
    const { uid, email } = person
    const before = taken.get(factOf.user(uid))
    const member = before ? here.byId.get(before.memberId ?? '') : (here.byEmail.get(email) ?? here.byId.get(uid))
    const isGone = member ? member.removedAt !== null : here.removedEmails.has(email)
    const outcome = isGone ? 'removed' : before ? 'known' : member ? 'joins' : 'new'
    const memberId = member?.id ?? (keepableId.test(uid) ? uid : crypto.randomUUID())
    const entry = (formerId: string): Entry[] => {
      const practiceId = practices.get(formerId)
      return practiceId === undefined ? [] : [{ formerId, practiceId }]
    }
    const isNew = (kind: 'attended' | 'credited' | 'answered') => (formerId: string) =>
      !isGone && !taken.has(factOf[kind](formerId, uid))
    const attended = person.attended.filter(isNew('attended')).flatMap(entry)
    const credited = person.credited.filter(isNew('credited')).flatMap(entry)
    const answers = person.answers
      .filter(({ practiceId }) => isNew('answered')(practiceId))
      .flatMap(({ practiceId, kind, place }) => entry(practiceId).map((at) => ({ ...at, kind, place })))
    const was = before?.value as Before | undefined
    // The welcome is given once, and they have had it there.
    const welcome = outcome === 'joins' ? await findWelcome(db, memberId) : { dayPasses: 0, paidPractices: 0 }
    const dayPasses = isGone
      ? 0
      : Math.max(person.user.dayPasses - (was?.dayPasses ?? 0) - welcome.dayPasses, -(member?.dayPasses ?? 0))
    // What they attended and drove comes along by itself, and counts: the rest of the balance is booked. Of a practice that
    // they have been entered in here, too, the former app's share is given back.
    const paidPractices = isGone
      ? 0
      : person.balance - (was?.balance ?? 0) - welcome.paidPractices + attended.length - credited.length
    const moved = was ? person.balance !== was.balance || person.user.dayPasses !== was.dayPasses : !isGone
    const changes = moved || attended.length + credited.length + answers.length > 0
    plans.push({
      ...{ person, outcome, memberId, attended, credited, answers, dayPasses, paidPractices },
      changes: changes && !isGone,
    })
  }
  return plans
}

function factsOf({ uid, attended, credited, answers }: Person) {
  return [
    factOf.user(uid),
    ...attended.map((id) => factOf.attended(id, uid)),
    ...credited.map((id) => factOf.credited(id, uid)),
    ...answers.map(({ practiceId }) => factOf.answered(practiceId, uid)),
  ]
}

/** Those who are here under these ids or addresses, and which of the addresses somebody had who was removed. */
async function findHere(db: Db | Tx, people: Person[], ids: string[]) {
  const emails = people.map(({ email }) => email)
  const select = () =>
    db
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.id')
      .select(['member.id', 'member.removedAt', 'member.removedEmail', 'member.dayPasses', 'user.email'])
  const byId = new Map<string, { id: string; removedAt: string | null; dayPasses: number }>()
  const byEmail = new Map<string, { id: string; removedAt: string | null; dayPasses: number }>()
  const removedEmails = new Set<string>()
  for (const portion of inPortions(ids))
    for (const row of await select().where('member.id', 'in', portion).execute()) byId.set(row.id, row)
  for (const portion of inPortions(emails)) {
    for (const row of await select().where('user.email', 'in', portion).execute()) byEmail.set(row.email, row)
    for (const row of await select().where('member.removedEmail', 'in', portion).execute())
      removedEmails.add(row.removedEmail ?? '')
  }
  return { byId, byEmail, removedEmails }
}

/** The welcome that somebody was given here. */
async function findWelcome(db: Db | Tx, memberId: string) {
  const rows = await db
    .selectFrom('ledger')
    .select(['currency', 'amount'])
    .where('memberId', '=', memberId)
    .where('cause', '=', causes.welcome)
    .execute()
  return foldLedger(rows)
}

type Facts = {
  people: Person[]
  practices: PracticeIds
  hashConfig: HashConfig | null
  /** The hash of a password that nobody knows. */
  noPassword: string
  by: { actor: string; requestId: string }
}

type Moments = { moments: Map<string, string> }

/**
 * Takes these people over, each with everything that is theirs: whoever looks sees them whole, with the balance that they had.
 * @param facts.before the plan as it was a moment ago, outside of the transaction: it says what to lock
 */
export async function takePeople(
  tx: Tx,
  announce: Announce,
  parts: Parts,
  { before, ...facts }: Facts & { before: PersonPlan[] },
) {
  const { people, practices } = facts
  const first = before.filter(({ changes }) => changes)
  const touched = first.flatMap(({ attended, credited, answers }) => [...attended, ...credited, ...answers])
  // Practices before members, each in the order of their ids, as everybody does who locks both.
  const touchedIds = [...new Set(touched.map(({ practiceId }) => practiceId))].toSorted()
  for (const id of touchedIds) await lockPractice(tx, id)
  for (const { memberId } of first.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)))
    await lockRoleHolder(tx, memberId)
  const plans = await planPeople(tx, people, practices)
  const changed = plans.filter(({ changes }) => changes)
  const moments = await momentsOf(tx, touchedIds, nowText(parts))
  for (const plan of changed) await takePerson(tx, parts, plan, { ...facts, moments })
  if (changed.length > 0)
    announce('members', 'practices', 'live', ...changed.map(({ memberId }) => `member:${memberId}` as const))
  return plans
}

async function takePerson(tx: Tx, parts: Parts, plan: PersonPlan, { moments, ...facts }: Facts & Moments) {
  const { person, outcome, memberId } = plan
  const now = nowText(parts)
  const taken = outcome === 'known' ? await findTaken(tx, [factOf.user(person.uid)]) : null
  const before = taken?.get(factOf.user(person.uid))?.value as Before | undefined
  const times = (before?.times ?? 0) + 1
  const told = outcome === 'known' ? {} : await takeAccount(tx, parts, plan, facts)
  if (plan.attended.length > 0)
    await tx
      .insertInto('attendance')
      .values(
        plan.attended.map(({ practiceId }) => ({
          ...{ practiceId, memberId, checkedInBy: null, reason: '' },
          checkedInAt: moments.get(practiceId) ?? now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
      .execute()
  for (const { practiceId } of plan.credited)
    await setCredit(tx, parts, { practiceId, memberId, ...facts.by, reason: 'From the former app' }, true)
  await answer(tx, plan, now)
  const entry = { memberId, actor: 'system', cause: causes.opening(person.uid, times), why: 'From the former app' }
  if (plan.dayPasses !== 0) await appendLedger(tx, parts, { ...entry, currency: 'day-passes', amount: plan.dayPasses })
  if (plan.paidPractices !== 0)
    await appendLedger(tx, parts, { ...entry, currency: 'paid-practices', amount: plan.paidPractices })
  await noteTaken(tx, now, newFacts(plan))
  const hasNone = outcome === 'new' && storedPassword(person, facts.hashConfig) === null
  const placeholder = before ? before.placeholder : hasNone ? facts.noPassword : null
  const value: Before = { dayPasses: person.user.dayPasses, balance: person.balance, times, placeholder }
  if (outcome === 'known') await noteChanged(tx, now, { fact: factOf.user(person.uid), value })
  else await noteTaken(tx, now, [{ fact: factOf.user(person.uid), memberId, value }])
  await saveAudit(tx, parts, {
    ...facts.by,
    action: 'member.import',
    target: memberId,
    after: {
      practices: plan.attended.length,
      dayPasses: plan.dayPasses,
      paidPractices: plan.paidPractices + plan.credited.length,
      ...told,
    },
  })
  if (outcome === 'known' || !person.user.hasLoggedIn) return
  // What officers have put down for the address before the club moved in.
  await lockListedPractices(tx, person.email)
  await claimPreRegistrations(tx, parts, { memberId, email: person.email, now, requestId: facts.by.requestId })
}

function newFacts({ person: { uid }, memberId, attended, credited, answers }: PersonPlan): NewFact[] {
  return [
    ...attended.map(({ formerId }) => factOf.attended(formerId, uid)),
    ...credited.map(({ formerId }) => factOf.credited(formerId, uid)),
    ...answers.map(({ formerId }) => factOf.answered(formerId, uid)),
  ].map((fact) => ({ fact, memberId }))
}

/** When somebody checked in, the former app did not say: when the practice was started, or began; by now, in any case. */
async function momentsOf(tx: Tx, practiceIds: string[], now: string) {
  const moments = new Map<string, string>()
  for (const portion of inPortions(practiceIds)) {
    const rows = await tx
      .selectFrom('practice')
      .select(['id', 'startedAt', 'startsAt'])
      .where('id', 'in', portion)
      .execute()
    for (const { id, startedAt, startsAt } of rows) {
      const at = startedAt ?? startsAt
      moments.set(id, at < now ? at : now)
    }
  }
  return moments
}

/** In the order of the lists, all of them before now; whoever has answered here has the last word. */
async function answer(tx: Tx, { answers, memberId }: PersonPlan, now: string) {
  if (answers.length === 0) return
  const before = Date.parse(now) - 86_400_000
  await tx
    .insertInto('rsvp')
    .values(
      answers.map(({ practiceId, kind, place }) => ({
        ...{ practiceId, memberId, kind, waiting: null },
        answeredAt: new Date(before + place).toISOString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
    .execute()
}

/** The account and what its owner told the club. Of who has an account here, what they have said here stands. */
async function takeAccount(tx: Tx, parts: Parts, { person, outcome, memberId }: PersonPlan, facts: Facts) {
  const now = nowText(parts)
  const { email, verified, user, createdAt } = person
  const passwordHash = storedPassword(person, facts.hashConfig) ?? facts.noPassword
  if (outcome === 'new') {
    await createAccount(tx, parts, { id: memberId, email, passwordHash, now: createdAt ?? now })
    await tx
      .updateTable('user')
      .set({ emailVerified: verified ? 1 : 0 })
      .where('id', '=', memberId)
      .execute()
  }
  const row = await lockRoleHolder(tx, memberId)
  if (!row) throw new Error('somebody who is taken over has no record')
  // A sign-up that waits: nobody has proved here that the address is theirs, and there somebody had.
  if (outcome === 'joins' && row.emailVerified === 0 && verified) {
    await setPassword(tx, parts, memberId, passwordHash)
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', memberId).execute()
    await deleteLinks(tx, memberId, linkKinds)
  }
  const role = person.role === 'Officer' ? person.role : row.role
  const pass = row.pass === 'none' ? { pass: user.pass, passUsedAt: user.passUsedAt } : {}
  const profile = row.hasLoggedIn === 1 ? {} : profileOf(person)
  const gone = person.disabled && outcome === 'new' ? await leaveOut(tx, person, { memberId, now }) : {}
  await tx
    .updateTable('member')
    .set({ role, ...pass, ...profile, ...gone })
    .where('id', '=', memberId)
    .execute()
  if (user.hasLoggedIn) {
    await tx.deleteFrom('profileDraft').where('memberId', '=', memberId).execute()
    // They have had the welcome there (D18).
    await tx
      .insertInto('mailboxGrant')
      .values({ mailboxHash: parts.secrets.hashAddress(mailboxOf(email)), grantedAt: now })
      .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
      .execute()
  }
  const held = { pass: row.pass, passUsedAt: row.passUsedAt, ...pass }
  return { role, pass: effectivePass(held, parts.days.startOfToday(parts.clock.now())) }
}

function profileOf({ user }: Person): Partial<MemberRow> {
  const { nameFirst, nameLast, birthday, bowType, personalEquipment, carCapacity } = user
  return {
    ...{ nameFirst, nameLast, birthday, bowType, personalEquipment, carCapacity },
    hasLoggedIn: user.hasLoggedIn ? 1 : 0,
    hasCar: user.hasCar ? 1 : 0,
    rm01Completed: user.rm01Completed ? 1 : 0,
    pronouns: JSON.stringify(user.pronouns),
  }
}

/** Somebody who was not let in any more is as one whom an officer has removed (D39). */
async function leaveOut(tx: Tx, { email }: Person, { memberId, now }: { memberId: string; now: string }) {
  await tx
    .updateTable('user')
    .set({ email: `removed ${memberId}` })
    .where('id', '=', memberId)
    .execute()
  return { removedAt: now, removedEmail: email }
}
