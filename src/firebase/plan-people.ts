import { causes, foldLedger } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { factOf, findTaken, findUids } from './imported-facts.ts'
import type { Person } from './source-people.ts'

/** What becomes of somebody. */
export type PersonPlan = {
  person: Person
  /**
   * A new account; one that has the address here already; one that was taken over before; or nothing: since they were removed
   * here, since it is what another document has brought, or since it is what was written out of here.
   */
  outcome: 'new' | 'joins' | 'known' | 'removed' | 'another' | 'ours'
  /** The document by which the account was taken over before, where it is another one. */
  broughtBy: string | null
  memberId: string
  /** Theirs here, where it is another one than there by now: what was put down for that one is somebody else's. */
  email: string
  /** By the ids that practices have here. */
  attended: Entry[]
  credited: Entry[]
  /** Not let in there any more, and in here. */
  staysIn: boolean
  /** How many practices that makes here: several of there may have become one. */
  counts: { attended: number; credited: number }
  /** Whether they have finished the welcome steps there since they were taken over last. */
  finishes: boolean
  /** What is booked. */
  dayPasses: number
  paidPractices: number
  /** Whether anything of theirs is taken over, now or before. */
  brings: boolean
  /** Whether anything is written of them; answers are taken practice by practice (import-rsvps.ts). */
  changes: boolean
}
type Entry = { formerId: string; practiceId: string }

export type PersonBefore = {
  dayPasses: number
  balance: number
  times: number
  /** Whether they had finished the welcome steps there; not known of those who came before this was kept. */
  hasFinished?: boolean
  /** Came as removed, since their account was disabled: if they are back, an officer has brought them back. */
  leftOut?: boolean
  /** The hash that stands in place of a password that was not to be had (import-passwords.ts). */
  placeholder: string | null
  /** By what passwords are known that a newer export has replaced (import-passwords.ts). */
  replaced?: string[]
}

const nothing = { dayPasses: 0, paidPractices: 0 }

/** Of whom a former id may be kept: it becomes part of paths, and of texts with spaces in between. */
const keepableId = /^[\w-]{1,128}$/

/** Looks up what is new about these people; nothing is written. */
export async function planPeople(
  db: Db | Tx,
  secrets: Secrets,
  people: Person[],
  practices: PracticeIds,
): Promise<PersonPlan[]> {
  const formerIds = formerIdsOf(practices)
  const taken = await findTaken(
    db,
    people.flatMap((person) => factsOf(person, practices, formerIds)),
  )
  const here = await findHere(
    db,
    people,
    people.map(({ uid }) => taken.get(factOf.user(uid))?.memberId ?? uid),
  )
  const uids = await findUids(
    db,
    [...here.byEmail.values()].map(({ id }) => id),
  )
  const plans: PersonPlan[] = []
  for (const person of people) {
    const { uid } = person
    const before = taken.get(factOf.user(uid))
    const member = before
      ? here.byId.get(before.memberId ?? '')
      : (here.byEmail.get(person.email) ?? here.byId.get(uid))
    const isGone = member ? member.removedAt !== null : here.removedEmails.has(person.email)
    const broughtBy = before ? null : (uids.get(member?.id ?? '') ?? null)
    // An id that was given here stands in no files but our own.
    const joins = broughtBy !== null ? 'another' : member?.id === uid ? 'ours' : 'joins'
    const outcome = isGone ? 'removed' : before ? 'known' : member ? joins : 'new'
    const brings = outcome === 'new' || outcome === 'joins' || outcome === 'known'
    const email = outcome === 'known' && member ? member.email : person.email
    const isTheirs = (kind: 'attended' | 'credited') => (formerId: string) =>
      email === person.email || !person.byAddress[kind].has(formerId)
    const was = before?.value as PersonBefore | undefined
    const staysIn = person.disabled && (outcome === 'joins' || (outcome === 'known' && !was?.leftOut))
    const memberId = member?.id ?? (keepableId.test(uid) ? uid : crypto.randomUUID())
    /** Practices that they have not had by another of their ids. */
    const countNew = (kind: 'attended' | 'credited', entries: Entry[]) =>
      [...new Set(entries.map(({ practiceId }) => practiceId))].filter(
        (id) => !formerIds.get(id)?.some((formerId) => taken.has(factOf[kind](formerId, uid))),
      ).length
    const entry = (formerId: string): Entry[] => {
      const practiceId = practices.get(formerId)
      return practiceId === undefined ? [] : [{ formerId, practiceId }]
    }
    const isNew = (kind: 'attended' | 'credited') => (formerId: string) =>
      brings && !taken.has(factOf[kind](formerId, uid))
    const attended = person.attended.filter(isNew('attended')).filter(isTheirs('attended')).flatMap(entry)
    const credited = person.credited.filter(isNew('credited')).filter(isTheirs('credited')).flatMap(entry)
    const isNewThere = was === undefined || was.hasFinished === false || member?.hasLoggedIn === 0
    const finishes = brings && person.user.hasLoggedIn && isNewThere
    const counts = { attended: countNew('attended', attended), credited: countNew('credited', credited) }
    // The welcome is given once, and so is what waited for their address: they have had both there.
    const given = finishes && member ? await findPreviousCredits(db, secrets, { memberId, email }) : nothing
    const dayPasses = !brings
      ? 0
      : Math.max(person.user.dayPasses - (was?.dayPasses ?? 0) - given.dayPasses, -(member?.dayPasses ?? 0))
    // What they attended and drove comes along by itself, and counts: the rest of the balance is booked. Of a practice that
    // they have been entered in here, too, the former app's share is given back.
    const paidPractices = !brings
      ? 0
      : person.balance - (was?.balance ?? 0) - given.paidPractices + counts.attended - counts.credited
    const moved = was ? person.balance !== was.balance || person.user.dayPasses !== was.dayPasses : brings
    const changes = moved || finishes || attended.length + credited.length > 0
    plans.push({
      ...{ person, outcome, broughtBy, memberId, email, attended, credited, brings },
      ...{ staysIn, counts, finishes, dayPasses, paidPractices },
      changes: changes && brings,
    })
  }
  return plans
}

/** The ids that each practice here had in the former app. */
function formerIdsOf(practices: PracticeIds) {
  const formerIds = new Map<string, string[]>()
  for (const [formerId, id] of practices) formerIds.set(id, [...(formerIds.get(id) ?? []), formerId])
  return formerIds
}

function factsOf({ uid, attended, credited }: Person, practices: PracticeIds, formerIds: Map<string, string[]>) {
  const each = (ids: string[]) => new Set(ids.flatMap((id) => [id, ...(formerIds.get(practices.get(id) ?? '') ?? [])]))
  return [
    factOf.user(uid),
    ...[...each(attended)].map((id) => factOf.attended(id, uid)),
    ...[...each(credited)].map((id) => factOf.credited(id, uid)),
  ]
}

type Here = Pick<MemberRow, 'id' | 'removedAt' | 'dayPasses' | 'hasLoggedIn'> & { email: string }

/** Those who are here under these ids or addresses, and which of the addresses somebody had who was removed. */
async function findHere(db: Db | Tx, people: Person[], ids: string[]) {
  const emails = people.map(({ email }) => email)
  const select = () =>
    db
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.id')
      .select(['member.id', 'member.removedAt', 'member.removedEmail', 'member.dayPasses', 'member.hasLoggedIn'])
      .select('user.email')
  const byId = new Map<string, Here>()
  const byEmail = new Map<string, Here>()
  const removedEmails = new Set<string>()
  for (const portion of chunk(ids))
    for (const row of await select().where('member.id', 'in', portion).execute()) byId.set(row.id, row)
  for (const portion of chunk(emails)) {
    for (const row of await select().where('user.email', 'in', portion).execute()) byEmail.set(row.email, row)
    for (const row of await select().where('member.removedEmail', 'in', portion).execute())
      removedEmails.add(row.removedEmail ?? '')
  }
  return { byId, byEmail, removedEmails }
}

/**
 * What the former app had put down for an address comes twice: by an import that finds nobody who has it, and again as what its
 * owner has once they have finished the welcome steps there. It counts once.
 */

export type Secrets = Pick<AppContext['secrets'], 'hashAddress'>
type AddressOwner = { memberId: string; email: string }

/** What somebody was given here of what they have been given there, too: the welcome, and the paid count of the former app. */
async function findPreviousCredits(db: Db | Tx, secrets: Secrets, { memberId, email }: AddressOwner) {
  const rows = await db
    .selectFrom('ledger')
    .select(['currency', 'amount'])
    .where('memberId', '=', memberId)
    .where('cause', '=', causes.welcome)
    .execute()
  const welcome = foldLedger(rows)
  const counts = await db
    .selectFrom('preRegistration')
    .select(['id', 'paid'])
    .where('email', '=', email)
    .where('kind', '=', 'paid')
    .where('consumedAt', 'is not', null)
    .execute()
  if (counts.length === 0) return welcome
  const claims = await db
    .selectFrom('ledger')
    .select(['currency', 'amount'])
    .where('memberId', '=', memberId)
    .where(
      'cause',
      'in',
      counts.map(({ id }) => causes.paidBefore(id)),
    )
    .execute()
  const claimed = foldLedger(claims).paidPractices
  const { paidPractices } = welcome
  return { ...welcome, paidPractices: paidPractices + Math.min(claimed, await findFormerCount(db, secrets, email)) }
}

/** Takes out of what waits for an address what an import has put there: they have been given it in the former app. */
export async function dropPreviousCredits(
  tx: Tx,
  secrets: Secrets,
  { email, practices, now }: { email: string; practices: PracticeIds; now: string },
) {
  const rows = await tx
    .selectFrom('preRegistration')
    .selectAll()
    .where('email', '=', email)
    .where('consumedAt', 'is', null)
    .forUpdate()
    .execute()
  if (rows.length === 0) return
  const hash = secrets.hashAddress(email)
  const facts = (kind: string, practiceId: string | null) =>
    [...practices].filter(([, id]) => id === practiceId).map(([formerId]) => factOf.listed(kind, formerId, hash))
  const taken = await findTaken(
    tx,
    rows.flatMap(({ kind, practiceId }) => facts(kind, practiceId)),
  )
  const former = await findFormerCount(tx, secrets, email)
  for (const { id, kind, practiceId, paid, dayPasses } of rows) {
    // Of a count that an officer has raised since, the rest goes on waiting.
    const rest = Math.max(0, (paid ?? 0) - former)
    const isGiven = kind === 'paid' ? rest + dayPasses === 0 : facts(kind, practiceId).some((fact) => taken.has(fact))
    const change = isGiven ? { consumedAt: now } : { paid: rest }
    if (isGiven || kind === 'paid') await tx.updateTable('preRegistration').set(change).where('id', '=', id).execute()
  }
}

/** How many were paid for an address in the former app, as far as an import has brought them; all, where that was not kept. */
async function findFormerCount(db: Db | Tx, secrets: Secrets, email: string) {
  const fact = factOf.paid(secrets.hashAddress(email))
  const taken = (await findTaken(db, [fact])).get(fact)
  if (!taken) return 0
  return (taken.value as PaidBefore)?.paid ?? Number.POSITIVE_INFINITY
}

/** What an import has taken over of a paid count; not known where it came before this was kept. */
export type PaidBefore = { paid: number } | null

/** Former ids of practices, to those of the records here that were not deleted. */
export type PracticeIds = Map<string, string>
