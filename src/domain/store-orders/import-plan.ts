import { canonicalEmail, checkEmail } from '#domain/email.ts'
import type { Totals } from '#domain/ledger.ts'
import { isSameLine, lineKey, orderKey } from './order-file.ts'
import type { Worth } from './order-settings.ts'

/**
 * What happens to each order line of a store export: booked for the member with its address, waiting, or nothing
 * because it is already known. An order line counts only once, no matter which file it is in.
 */
export type StoreLine = {
  orderId: string
  lineId: string
  email: string
  product: string
  quantity: number
  worth: Worth | null
}

/** A line from an earlier import. */
export type KnownLine = StoreLine & { state: 'booked' | 'waiting' | 'dismissed' }

/** The owner of an address: a member, or someone who may sign up with a club address. */
export type Whose = { memberId: string } | { email: string } | null

export type Owners = {
  /** Current members who have finished the wizard, by verified address. */
  members: ReadonlyMap<string, string>
  memberIds: ReadonlySet<string>
  /** Owners that officers assigned to buyers' private addresses. */
  remembered: ReadonlyMap<string, { memberId: string | null; email: string | null }>
  /** The club's email domain. */
  domain: string
}

export function whoseIs(buyer: string, owners: Owners): Whose {
  const { members, memberIds, remembered } = owners
  const email = canonicalEmail(buyer)
  const own = members.get(email)
  if (own !== undefined) return { memberId: own }
  const assigned = remembered.get(email)
  if (assigned && assigned.memberId !== null)
    return memberIds.has(assigned.memberId) ? { memberId: assigned.memberId } : null
  return whoseAddress(assigned?.email ?? email, owners)
}

/** The owner of an address; null for an address outside the club that no member has. */
export function whoseAddress(email: string, { members, domain }: Pick<Owners, 'members' | 'domain'>): Whose {
  const memberId = members.get(email)
  if (memberId !== undefined) return { memberId }
  return checkEmail(email, domain).outcome === 'accepted' ? { email } : null
}

/** Why a line waits: for an officer or, with `sign-up`, until its buyer signs up. */
export type WaitReason = 'unknown-product' | 'no-owner' | 'no-email' | 'sign-up' | 'short'

export type Outcome =
  | { outcome: 'there' }
  | { outcome: 'conflict' }
  | { outcome: 'book'; memberId: string }
  | { outcome: 'wait'; why: WaitReason; memberId: string | null; forEmail: string | null }

export type Planned<Line> = { line: Line; gain: Totals; result: Outcome }

/** Total value of a line; negative for a refund. */
export function gainOf({ quantity, worth }: Pick<StoreLine, 'quantity' | 'worth'>): Totals {
  return { paidPractices: quantity * (worth?.paidPractices ?? 0), dayPasses: quantity * (worth?.dayPasses ?? 0) }
}

type PlanFacts<Line> = {
  /** The stored line with the same key, if any. */
  known: (line: Line) => KnownLine | undefined
  /** Whether the line may be one that was imported under another product. */
  isAltered?: (line: Line) => boolean
  whose: (line: Line) => Whose
  totals: ReadonlyMap<string, Totals>
}

/**
 * Decides on each line. Purchases come before refunds, so the order of rows doesn't matter. A refund that would make a
 * total negative waits as a whole, because no one would notice half a refund.
 * @returns the results in the order of the lines, and the new totals of each member concerned
 */
export function planImport<Line extends StoreLine>(
  lines: Line[],
  { known, isAltered = () => false, whose, totals }: PlanFacts<Line>,
) {
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
    if (isAltered(line)) return { outcome: 'conflict' }
    return decideNew(line, whose(line), after, totals)
  }
  return { planned: lines.map((line) => planned.get(line) as Planned<Line>), after }
}

type Identity = Pick<StoreLine, 'orderId' | 'lineId' | 'quantity'>

/**
 * The new lines of orders of which other lines were imported that are no longer in the file. A spreadsheet program, or the
 * store, has changed a product or a SKU, so these may be the same lines.
 */
export function findAltered<Line extends Identity>(lines: Line[], stored: Identity[]): Set<Line> {
  const inFile = new Set(lines.map(lineKey))
  const before = new Set(stored.map(lineKey))
  const isSold = ({ quantity }: Identity) => quantity > 0
  const gone = new Set(stored.filter((line) => isSold(line) && !inFile.has(lineKey(line))).map(keyOfOrder))
  const fresh = lines.filter((line) => gone.has(keyOfOrder(line)) && !before.has(lineKey(line)))
  // A refund may come in a later file, without its purchase.
  const changed = new Set(fresh.filter(isSold).map(keyOfOrder))
  return new Set(fresh.filter((line) => changed.has(keyOfOrder(line))))
}

function keyOfOrder({ orderId }: Identity) {
  return orderKey(orderId)
}

/**
 * Decides on a line that isn't booked yet.
 * @param after totals after earlier lines; updated if this line is booked
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

/** @returns null if a total would become negative */
export function withGain(now: Totals, gain: Totals): Totals | null {
  const next = { paidPractices: now.paidPractices + gain.paidPractices, dayPasses: now.dayPasses + gain.dayPasses }
  const isShort = (total: keyof Totals) => gain[total] < 0 && next[total] < 0
  return isShort('paidPractices') || isShort('dayPasses') ? null : next
}

/** Why a stored line waits, derived from its fields. */
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

/** The causes of a line's ledger entries. Ids are encoded, because a store's ids may contain anything, even colons. */
export const storeCauses = {
  /** @param time counts bookings of this line, from 1 */
  booked: (line: { orderId: string; lineId: string }, time: number) => `import:${subject(line)}:${time}`,
  takenBack: (line: { orderId: string; lineId: string }, time: number) => `unimport:${subject(line)}:${time}`,
}

function subject({ orderId, lineId }: { orderId: string; lineId: string }) {
  return `${encodeURIComponent(orderId)}:${encodeURIComponent(lineId)}`
}

export type ImportRefusal = 'changed-since'
export type StoreLineRefusal = 'line-changed' | 'short' | 'spent-since' | 'not-by-hand'
export type PaidCountRefusal = 'has-account' | 'count-changed'
