import { canonicalEmail, checkEmail } from '#domain/email.ts'
import type { Role } from '#domain/roles.ts'
import type { AccountFacts } from '#firebase/documents/account-document.ts'
import { newcomer } from '#firebase/documents/user-document.ts'
import { type ReportDefect, readName, type UserFacts } from './documents/user-document.ts'
import { asSaid } from './documents/values.ts'
import type { PracticeFacts } from './practice-document.ts'

/** Someone to import, with their records from the practices' lists. */
export type Person = {
  /** Their id in the old app. */
  uid: string
  email: string
  verified: boolean
  /** The account was disabled there. */
  disabled: boolean
  password: AccountFacts['password']
  createdAt: string | null
  role: Role
  /** Their profile; empty if they had an account but no document. */
  user: UserFacts
  /** Practice ids of the old app. */
  attended: string[]
  credited: string[]
  /** Those of the above that only an address on a practice's list shows, not the member's own records. */
  byAddress: { attended: Set<string>; credited: Set<string> }
  rsvps: { practiceId: string; kind: 'archer' | 'driver'; position: number }[]
  /** As the old app showed it: paid practices minus the length of their list. */
  balance: number
}

type PeopleSources = {
  users: Documents<UserFacts>
  accounts: Documents<AccountFacts>
  practices: Documents<PracticeFacts>
  paid: Map<string, number>
  emailDomain: string
  reportFor: (file: string, document: string) => ReportDefect
}
type Candidate = {
  uid: string
  file: string
  email: string
  user: UserFacts | null
  account: AccountFacts | null
  report: ReportDefect
  /** The id of their account, if it differs from the document's. */
  accountUid?: string
}

type Chosen = {
  people: Person[]
  lists: ListedAddress[]
  /** Maps ids of accounts to the document they were merged into. */
  joined: Map<string, string>
}

/** Chooses who is imported, one person per address, and who owns the addresses on the lists. */
export function choosePeople(facts: PeopleSources): Chosen {
  const { users, accounts, practices } = facts
  const mentioned = mentionedIn(practices)
  const candidates = new Map<string, Candidate>()
  for (const uid of new Set([...users.keys(), ...accounts.keys()])) {
    const candidate = candidateOf(uid, facts)
    if (candidate !== null && isWorthIt(candidate, mentioned)) candidates.set(uid, candidate)
  }
  leaveDoubles(candidates)
  const people = [...candidates.values()].map(asPerson)
  const byUid = new Map(people.map((person) => [person.uid, person]))
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const joined = new Map<string, string>()
  for (const { uid, accountUid } of candidates.values()) if (accountUid !== undefined) joined.set(accountUid, uid)
  addOwnLists(people, candidates, practices)
  const lists: ListedAddress[] = []
  for (const [practiceId, practice] of practices)
    addPractice(practiceId, practice.facts, {
      find: (uid) => byUid.get(joined.get(uid) ?? uid),
      byEmail,
      lists,
      report: facts.reportFor(practice.file, `practices/${practiceId}`),
    })
  for (const [email, paid] of facts.paid)
    lists.push({ email, owner: finished(byEmail.get(email)), entry: { kind: 'paid', paid } })
  return { people, lists, joined }
}

function mentionedIn(practices: PeopleSources['practices']) {
  const lists = [...practices.values()].flatMap(({ facts: { archers, drivers, members, carpool } }) => [
    ...[archers, drivers, members, carpool],
  ])
  return new Set(lists.flat())
}

/** Uses the account's address, because that is what they sign in with. Null if the address can't log in to the club. */
function candidateOf(uid: string, { users, accounts, emailDomain, reportFor }: PeopleSources): Candidate | null {
  const user = users.get(uid)
  const account = accounts.get(uid)
  const file = user?.file ?? account?.file ?? ''
  const report = reportFor(file, user ? `users/${uid}` : uid)
  const typed = account?.facts.email || user?.facts.email || ''
  const checked = checkEmail(typed, emailDomain)
  if (checked.outcome === 'refused') {
    const why = typed === '' ? 'there’s no email' : `${asSaid(typed)} isn’t a club email address`
    report('email', why, `${user ? countsOf(user.facts) : 'The account'} left out: no one could log in.`)
    return null
  }
  const { email } = checked
  const own = canonicalEmail(user?.facts.email ?? '')
  if (account?.facts.email && own !== '' && own !== email)
    report('email', `${asSaid(own)}, where the account has ${asSaid(email)}`, 'Imported with the account’s email.')
  return { uid, file, email, report, user: user?.facts ?? null, account: account?.facts ?? null }
}

function countsOf({ dayPasses, paidPractices, counted }: UserFacts) {
  return `Day passes (${dayPasses}), paid practices (${paidPractices}), and attended practices (${counted}) are`
}

/** Skips people who never verified their address and have no records: they can sign up again. */
function isWorthIt({ uid, user, account, report }: Candidate, mentioned: Set<string>) {
  const has = user !== null && (user.hasLoggedIn || user.counted > 0 || user.dayPasses > 0 || user.paidPractices !== 0)
  const known = has || mentioned.has(uid)
  if (account === null && !known) {
    report('', 'there’s no account for it, and it’s empty', 'Left out; they can sign up again.')
    return false
  }
  if (account !== null && !account.verified && !known) {
    report(
      'emailVerified',
      'the email was never verified, and nothing belongs to it',
      'Left out; they can sign up again.',
    )
    return false
  }
  return true
}

/**
 * If two have the same address, prefer one with an account and a working password, then one who finished the welcome
 * wizard, then one with more records.
 */
function leaveDoubles(candidates: Map<string, Candidate>) {
  const rank = ({ account, user }: Candidate) =>
    (account?.email ? 4 : 0) + (account?.password && !account.disabled ? 2 : 0) + (user?.hasLoggedIn ? 1 : 0)
  const much = ({ user }: Candidate) => (user ? user.dayPasses + user.counted + Math.abs(user.paidPractices) : 0)
  for (const [email, same] of Map.groupBy(candidates.values(), (each) => each.email)) {
    const [first, ...others] = joinHalves(same.toSorted((a, b) => rank(b) - rank(a) || much(b) - much(a)))
    for (const { uid } of same) if (uid !== first?.uid) candidates.delete(uid)
    for (const { report, user } of others) {
      const has = user === null ? 'It is' : `${countsOf(user)}`
      report('email', `${asSaid(email)} is the address of ${asSaid(first?.uid)}, too`, `${has} left out.`)
    }
  }
}

/** Merges a verified account without a document into the document with the same address and no account. */
function joinHalves([first, ...others]: Candidate[]) {
  const half =
    first?.account?.verified && first.user === null ? others.find((each) => each.account === null) : undefined
  if (!first || !half) return first ? [first, ...others] : []
  half.report(
    '',
    `the account with its email is ${asSaid(first.uid)}, which has no document`,
    'Imported with that one.',
  )
  half.account = first.account
  half.accountUid = first.uid
  return [half, ...others.filter((each) => each !== half)]
}

function asPerson({ uid, email, user, account, report }: Candidate): Person {
  const verified = account?.verified === true
  if (account === null)
    report('', 'there’s no account for it', 'Imported without a password; they can use “Forgot Password?”.')
  else if (!verified)
    report('emailVerified', 'the email wasn’t verified', 'Imported; the email has to be verified before logging in.')
  if (account?.disabled === true)
    report(
      'disabled',
      'the account was disabled',
      'Imported as removed, if it isn’t here yet: officers can restore it for 30 days.',
    )
  if (user === null)
    report('', 'there’s an account but no document', 'Imported; the welcome wizard comes up at the next login.')
  const profile = user ?? newcomer
  const officer = profile.role === 'Officer'
  if (officer && (!verified || account?.disabled === true))
    report('role', 'an officer needs a verified email and an enabled account', 'Imported as Member.')
  const named = profile.nameFirst !== '' || profile.nameLast !== ''
  return {
    uid,
    email,
    verified,
    disabled: account?.disabled === true,
    password: account?.password ?? null,
    createdAt: account?.createdAt ?? null,
    role: officer && verified && account?.disabled !== true ? 'Officer' : 'Member',
    user: named ? profile : { ...profile, ...namesIn(account?.displayName ?? '', report) },
    attended: [],
    credited: [],
    byAddress: { attended: new Set(), credited: new Set() },
    rsvps: [],
    balance: profile.paidPractices - profile.counted,
  }
}

function namesIn(displayName: string, report: ReportDefect) {
  const [first = '', ...rest] = displayName.split(/[\s\p{Cc}]+/u).filter((word) => word !== '')
  return {
    nameFirst: readName(first, 'displayName', report),
    nameLast: readName(rest.join(' '), 'displayName', report),
  }
}

/** Adds attendance from the members' own lists; the practices' lists come later. */
function addOwnLists(people: Person[], candidates: Map<string, Candidate>, practices: PeopleSources['practices']) {
  for (const { uid, user, attended } of people)
    for (const id of user.practices) {
      const practice = practices.get(id)?.facts
      const report = candidates.get(uid)?.report
      if (!practice)
        report?.('practices', `${asSaid(id)} isn’t an imported practice`, 'Left out; the balance doesn’t change.')
      else attended.push(id)
      if (practice && !practice.members.includes(uid))
        report?.('practices', `${asSaid(id)}, whose own list doesn’t have them`, 'Imported as attended.')
    }
}

type Lists = {
  find: (uid: string) => Person | undefined
  byEmail: Map<string, Person>
  lists: ListedAddress[]
  report: ReportDefect
}

function addPractice(practiceId: string, practice: PracticeFacts, { find, byEmail, lists, report }: Lists) {
  const known = (field: 'archers' | 'drivers' | 'members' | 'carpool') => {
    const people = practice[field].flatMap((uid) => {
      const person = find(uid)
      if (!person) report(field, `${asSaid(uid)} isn’t an imported member`, 'Left out.')
      return person ? [person] : []
    })
    return [...new Set(people)]
  }
  for (const person of known('members'))
    if (!person.attended.includes(practiceId)) {
      report(
        'members',
        `${asSaid(person.uid)}, whose own list doesn’t have it`,
        'Imported as attended; their balance doesn’t change.',
      )
      person.attended.push(practiceId)
    }
  for (const person of known('carpool')) person.credited.push(practiceId)
  for (const [position, person] of known('archers').entries())
    person.rsvps.push({ practiceId, kind: 'archer', position })
  for (const [position, person] of known('drivers').entries())
    person.rsvps.push({ practiceId, kind: 'driver', position })
  const claim = (
    kind: 'attendance' | 'carpool',
    field: 'emails' | 'carpoolEmails',
    theirs: 'attended' | 'credited',
  ) => {
    for (const email of practice[field]) {
      const owner = finished(byEmail.get(email))
      lists.push({ email, owner, entry: { kind, practiceId } })
      if (owner === null || owner[theirs].includes(practiceId)) continue
      report(
        field,
        `${asSaid(email)} was listed but never credited to ${asSaid(owner.uid)}`,
        'Credited now; their balance doesn’t change.',
      )
      owner[theirs].push(practiceId)
      owner.byAddress[theirs].add(practiceId)
    }
  }
  claim('attendance', 'emails', 'attended')
  claim('carpool', 'carpoolEmails', 'credited')
}

/** Someone who has finished the welcome wizard there has also received their pre-registrations. */
function finished(person: Person | undefined) {
  return person?.user.hasLoggedIn === true ? person : null
}

/** An address on a list, and the member who received the entry in the old app, if anyone. */
export type ListedAddress = {
  email: string
  owner: Person | null
  entry: { kind: 'attendance' | 'carpool'; practiceId: string } | { kind: 'paid'; paid: number }
}

export type Documents<Of> = Map<string, { file: string; facts: Of }>
