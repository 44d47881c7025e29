import { canonicalEmail, checkEmail } from '#domain/email.ts'
import type { Totals } from '#domain/ledger.ts'
import { isSameLine, type Worth } from './order-file.ts'

/**
 * What becomes of the lines of a store's export (D37): booked for the member whose address it is, waiting for somebody or
 * something, or nothing, because they are there already. An order's line counts once for ever, whatever file it comes in.
 */
export type StoreLine = {
  orderId: string
  lineId: string
  email: string
  product: string
  quantity: number
  worth: Worth | null
}

/** A line that has come before. */
export type KnownLine = StoreLine & { state: 'booked' | 'waiting' | 'dismissed' }

/** Whose an address is: a member's, or of somebody who may sign up with an address of the club's. */
export type Whose = { memberId: string } | { email: string } | null

export type Owners = {
  /** Those who are present and have finished the wizard, by their verified address. */
  members: ReadonlyMap<string, string>
  memberIds: ReadonlySet<string>
  /** What an officer said of a buyer's private address. */
  remembered: ReadonlyMap<string, { memberId: string | null; email: string | null }>
  /** Of the club's addresses. */
  domain: string
}

export function whoseIs(buyer: string, owners: Owners): Whose {
  const { members, memberIds, remembered } = owners
  const email = canonicalEmail(buyer)
  const own = members.get(email)
  if (own !== undefined) return { memberId: own }
  const said = remembered.get(email)
  if (said && said.memberId !== null) return memberIds.has(said.memberId) ? { memberId: said.memberId } : null
  return whoseAddress(said?.email ?? email, owners)
}

/** Whose an address of the club's is; null of any other that no member has. */
export function whoseAddress(email: string, { members, domain }: Pick<Owners, 'members' | 'domain'>): Whose {
  const memberId = members.get(email)
  if (memberId !== undefined) return { memberId }
  return checkEmail(email, domain).outcome === 'accepted' ? { email } : null
}

/** Why a line waits: for an officer, or, `sign-up`, by itself until its buyer is a member. */
export type WaitReason = 'unknown-product' | 'no-owner' | 'no-email' | 'sign-up' | 'short'

export type Outcome =
  | { outcome: 'there' }
  | { outcome: 'conflict' }
  | { outcome: 'book'; memberId: string }
  | { outcome: 'wait'; why: WaitReason; memberId: string | null; forEmail: string | null }

export type Planned<Line> = { line: Line; gain: Totals; result: Outcome }

/** What a line brings in all; of a refund, takes. */
export function gainOf({ quantity, worth }: Pick<StoreLine, 'quantity' | 'worth'>): Totals {
  return { paidPractices: quantity * (worth?.paidPractices ?? 0), dayPasses: quantity * (worth?.dayPasses ?? 0) }
}

type PlanFacts<Line> = {
  /** The same line as it came before. */
  known: (line: Line) => KnownLine | undefined
  whose: (line: Line) => Whose
  totals: ReadonlyMap<string, Totals>
}

/**
 * Decides about each line. Purchases count before refunds, so that the order of a file does not matter. A refund that would
 * leave less than nothing, of day passes or of paid practices, waits as a whole: half a refund would be noticed by nobody.
 * @returns in the lines' order, and what each member concerned has then
 */
export function planImport<Line extends StoreLine>(lines: Line[], { known, whose, totals }: PlanFacts<Line>) {
  const after = new Map<string, Totals>()
  const planned = new Map<Line, Planned<Line>>()
  const isRefund = (line: Line) => line.quantity < 0
  for (const line of [...lines.filter((each) => !isRefund(each)), ...lines.filter(isRefund)]) {
    const result = decideLine(line)
    planned.set(line, { line, gain: gainOf(line), result })
  }

  function decideLine(line: Line): Outcome {
    const before = known(line)
    if (before) return { outcome: isSameLine(before, line) ? 'there' : 'conflict' }
    return decideNew(line, whose(line), after, totals)
  }
  return { planned: lines.map((line) => planned.get(line) as Planned<Line>), after }
}

/**
 * A line that is not booked yet, with whoever it is found to belong to.
 * @param after what members have with what was decided before; where the line is booked, it is added there
 */
export function decideNew(
  line: Pick<StoreLine, 'email' | 'quantity' | 'worth'>,
  owner: Whose,
  after: Map<string, Totals>,
  totals: ReadonlyMap<string, Totals>,
): Outcome {
  const memberId = owner !== null && 'memberId' in owner ? owner.memberId : null
  const forEmail = owner !== null && 'email' in owner ? owner.email : null
  if (line.worth === null) return { outcome: 'wait', why: 'unknown-product', memberId, forEmail }
  if (memberId === null) {
    const why = forEmail !== null ? 'sign-up' : line.email === '' ? 'no-email' : 'no-owner'
    return { outcome: 'wait', why, memberId, forEmail }
  }
  const now = after.get(memberId) ?? totals.get(memberId) ?? { paidPractices: 0, dayPasses: 0 }
  const next = withGain(now, gainOf(line))
  if (next === null) return { outcome: 'wait', why: 'short', memberId, forEmail }
  after.set(memberId, next)
  return { outcome: 'book', memberId }
}

/** @returns null where something is taken of which there is not enough */
export function withGain(now: Totals, gain: Totals): Totals | null {
  const next = { paidPractices: now.paidPractices + gain.paidPractices, dayPasses: now.dayPasses + gain.dayPasses }
  const isShort = (total: keyof Totals) => gain[total] < 0 && next[total] < 0
  return isShort('paidPractices') || isShort('dayPasses') ? null : next
}

/** Why a stored line waits, read from what is stored of it. */
export function waitReason(line: {
  worth: Worth | null
  memberId: string | null
  forEmail: string | null
  email: string
}): WaitReason {
  if (line.worth === null) return 'unknown-product'
  if (line.memberId !== null) return 'short'
  if (line.forEmail !== null) return 'sign-up'
  return line.email === '' ? 'no-email' : 'no-owner'
}

/** The causes of a line's rows in the ledger; ids of stores may hold anything, colons too. */
export const storeCauses = {
  /** @param time first, second … booking of this line */
  booked: (line: { orderId: string; lineId: string }, time: number) => `import:${subject(line)}:${time}`,
  takenBack: (line: { orderId: string; lineId: string }, time: number) => `unimport:${subject(line)}:${time}`,
}

function subject({ orderId, lineId }: { orderId: string; lineId: string }) {
  return `${encodeURIComponent(orderId)}:${encodeURIComponent(lineId)}`
}

export type ImportRefusal = 'changed-since'
export type StoreLineRefusal = 'line-changed' | 'short' | 'spent-since' | 'not-by-hand'
export type PaidCountRefusal = 'has-account' | 'count-changed'
