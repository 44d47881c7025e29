import { causes, foldLedger } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { factOf, findImported, findUids } from './import-record.ts'
import type { Person } from './source-people.ts'

/** What an import does with one person. */
export type PersonPlan = {
  person: Person
  /**
   * "new" creates an account, "joins" merges into the account with this address, "known" was imported before. The rest
   * import nothing: "removed" here, "another" document was imported into this account, or "ours", exported from this
   * club.
   */
  outcome: 'new' | 'joins' | 'known' | 'removed' | 'another' | 'ours'
  /** For "another": the id of the document that was imported into the account. */
  broughtBy: string | null
  memberId: string
  /** Their current address here. If it has changed, pre-registrations for the old one aren't theirs. */
  email: string
  /** With the practices' ids here. */
  attended: Entry[]
  credited: Entry[]
  /** The account was disabled in the old app but is active here. */
  staysIn: boolean
  /** Number of practices here; several in the old app may be one here. */
  counts: { attended: number; credited: number }
  /** Whether they finished the welcome wizard there since the last import. */
  finishes: boolean
  /** Amounts of the ledger entries. */
  dayPasses: number
  paidPractices: number
  /** Whether any of their data is imported, now or before. */
  brings: boolean
  /** Whether anything of theirs is written now, apart from RSVPs, which are imported by practice (import-rsvps.ts). */
  changes: boolean
}
type Entry = { formerId: string; practiceId: string }

export type PersonBefore = {
  dayPasses: number
  balance: number
  times: number
  /** Whether they had finished the welcome wizard there; unknown for early imports. */
  hasFinished?: boolean
  /** Imported as removed because the account was disabled. If active now, an officer has restored it. */
  leftOut?: boolean
  /** The hash of the random password, if the export had none (import-passwords.ts). */
  placeholder: string | null
  /** Fingerprints of passwords that a newer export has replaced (import-passwords.ts). */
  replaced?: string[]
}

const nothing = { dayPasses: 0, paidPractices: 0 }

/** Old ids that can be reused here: they become part of paths and of space-separated texts. */
const reusableId = /^[\w-]{1,128}$/

/** Decides what is new about these people. Only reads. */
export async function planPeople(
  db: Db | Tx,
  secrets: Secrets,
  people: Person[],
  practices: PracticeIds,
): Promise<PersonPlan[]> {
  const formerIds = formerIdsOf(practices)
  const taken = await findImported(
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
    // An id that was created here can only come from our own export.
    const joins = broughtBy !== null ? 'another' : member?.id === uid ? 'ours' : 'joins'
    const outcome = isGone ? 'removed' : before ? 'known' : member ? joins : 'new'
    const brings = outcome === 'new' || outcome === 'joins' || outcome === 'known'
    const email = outcome === 'known' && member ? member.email : person.email
    const isTheirs = (kind: 'attended' | 'credited') => (formerId: string) =>
      email === person.email || !person.byAddress[kind].has(formerId)
    const was = before?.value as PersonBefore | undefined
    const staysIn = person.disabled && (outcome === 'joins' || (outcome === 'known' && !was?.leftOut))
    const memberId = member?.id ?? (reusableId.test(uid) ? uid : crypto.randomUUID())
    /** Practices not yet credited under another of their old ids. */
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
    // The old app has already granted the welcome passes and the pre-registrations, so subtract what was granted here.
    const given = finishes && member ? await findPreviousCredits(db, secrets, { memberId, email }) : nothing
    const dayPasses = !brings
      ? 0
      : Math.max(person.user.dayPasses - (was?.dayPasses ?? 0) - given.dayPasses, -(member?.dayPasses ?? 0))
    // Imported attendance and carpool credits change the balance on their own, so book only the difference. Attendance
    // that both apps have recorded counts once.
    const paidPractices = !brings
      ? 0
      : person.balance - (was?.balance ?? 0) - given.paidPractices + counts.attended - counts.credited
    const moved = was ? person.balance !== was.balance || person.user.dayPasses !== was.dayPasses : brings
    const changes = moved || finishes || attended.length + credited.length > 0
    plans.push({
      person,
      outcome,
      broughtBy,
      memberId,
      email,
      attended,
      credited,
      brings,
      staysIn,
      counts,
      finishes,
      dayPasses,
      paidPractices,
      changes: changes && brings,
    })
  }
  return plans
}

/** Old ids by the id of the practice here. */
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

type MemberHere = Pick<MemberRow, 'id' | 'removedAt' | 'dayPasses' | 'hasLoggedIn'> & { email: string }

/** Members here by id and by address, and which addresses belonged to removed members. */
async function findHere(db: Db | Tx, people: Person[], ids: string[]) {
  const emails = people.map(({ email }) => email)
  const select = () =>
    db
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.id')
      .select(['member.id', 'member.removedAt', 'member.removedEmail', 'member.dayPasses', 'member.hasLoggedIn'])
      .select('user.email')
  const byId = new Map<string, MemberHere>()
  const byEmail = new Map<string, MemberHere>()
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

export type Secrets = Pick<AppContext['secrets'], 'hashAddress'>
type AddressOwner = { memberId: string; email: string }

/**
 * What they received here and in the old app alike: the welcome passes, and paid practices of an imported
 * pre-registration.
 */
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

/**
 * Settles imported pre-registrations of an address whose owner has finished the welcome wizard in the old app, because
 * they received them there; they must not count twice.
 */
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
  const taken = await findImported(
    tx,
    rows.flatMap(({ kind, practiceId }) => facts(kind, practiceId)),
  )
  const former = await findFormerCount(tx, secrets, email)
  for (const { id, kind, practiceId, paid, dayPasses } of rows) {
    // If an officer has raised the count since, the difference keeps waiting.
    const rest = Math.max(0, (paid ?? 0) - former)
    const isGiven = kind === 'paid' ? rest + dayPasses === 0 : facts(kind, practiceId).some((fact) => taken.has(fact))
    const change = isGiven ? { consumedAt: now } : { paid: rest }
    if (isGiven || kind === 'paid') await tx.updateTable('preRegistration').set(change).where('id', '=', id).execute()
  }
}

/** How many paid practices were imported for an address; infinite for early imports, which didn't store the number. */
async function findFormerCount(db: Db | Tx, secrets: Secrets, email: string) {
  const fact = factOf.paid(secrets.hashAddress(email))
  const taken = (await findImported(db, [fact])).get(fact)
  if (!taken) return 0
  return (taken.value as PaidBefore)?.paid ?? Number.POSITIVE_INFINITY
}

/** The imported number of paid practices; null for early imports, which didn't store it. */
export type PaidBefore = { paid: number } | null

/** Ids of existing practices here by their old id. */
export type PracticeIds = Map<string, string>
