import type { LedgerEntry } from './ledger.ts'

/**
 * A rain-out refunds, to each attendee, one paid practice and the Day Pass used on that local day. At most once per
 * member and practice, and it can be undone exactly. Refunds are read from the ledger, so nothing can be refunded
 * twice.
 */
export type RainOutGift = { paidPractices: 1; dayPasses: 0 | 1 }

/** A ledger entry about rain-outs or used passes. */
export type GiftRow = Pick<LedgerEntry, 'currency' | 'amount' | 'cause'> & { at: string }

export const rainOutCauses = {
  given: (practiceId: string, time: number) => `rain:${practiceId}:${time}`,
  takenBack: (practiceId: string, time: number) => `unrain:${practiceId}:${time}`,
}

/** What a member currently has from this practice's rain-out, and how often it was refunded. */
export function giftOf(rows: Iterable<GiftRow>, practiceId: string) {
  const [given, takenBack] = [`rain:${practiceId}:`, `unrain:${practiceId}:`]
  const gift = { dayPasses: 0, paidPractices: 0, times: 0 }
  for (const { currency, amount, cause } of rows) {
    if (!isOf(cause, given) && !isOf(cause, takenBack)) continue
    if (currency === 'day-passes') gift.dayPasses += amount
    else gift.paidPractices += amount
    if (isOf(cause, given) && currency === 'paid-practices') gift.times += 1
  }
  return gift
}

/** Checks the rest of the cause, because another practice's id may start with this one's. */
function isOf(cause: string, prefix: string) {
  return cause.startsWith(prefix) && /^\d+$/.test(cause.slice(prefix.length))
}

/**
 * The refund for an attendee. It includes a Day Pass only if its use wasn't undone, and no other practice of that day has refunded it.
 * @param day from the start of the practice's local day to the start of the next, and the ids of that day's practices
 */
export function owedGift(
  rows: Iterable<GiftRow>,
  day: { from: string; until: string; practiceIds: string[] },
): RainOutGift {
  const own = [...rows]
  const undone = new Set(own.flatMap(({ cause }) => (cause.startsWith('unuse:') ? [cause.slice(2)] : [])))
  const uses = own.filter(({ cause, at }) => cause.startsWith('use:') && at >= day.from && at < day.until)
  const used = uses.filter(({ cause }) => !undone.has(cause)).length
  const back = day.practiceIds.reduce((sum, id) => sum + giftOf(own, id).dayPasses, 0)
  return { paidPractices: 1, dayPasses: used > back ? 1 : 0 }
}

export type RainOutRefusal = 'list-changed' | 'nobody-there' | 'spent-since'
export type RainOutDecision<Who> =
  | { outcome: 'changed'; members: Who[] }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; reason: RainOutRefusal }

type Attendee = { memberId: string; owed: RainOutGift; hasGift: boolean }
/** A member, and whether the refund includes a day pass, as the officer saw it. */
export type Seen = { memberId: string; dayPass: boolean }

/** @param facts.seen members without a refund yet, as shown in the preview */
export function decideRainOut<A extends Attendee>(facts: { attendees: A[]; seen: Seen[] }): RainOutDecision<A> {
  const open = facts.attendees.filter(({ hasGift }) => !hasGift)
  if (facts.attendees.length === 0) return { outcome: 'refused', reason: 'nobody-there' }
  if (open.length === 0) return { outcome: 'unchanged' }
  const key = (memberId: string, dayPass: boolean) => `${memberId} ${dayPass}`
  const now = open.map(({ memberId, owed }) => key(memberId, owed.dayPasses === 1)).toSorted()
  const then = facts.seen.map(({ memberId, dayPass }) => key(memberId, dayPass)).toSorted()
  if (now.join() !== then.join()) return { outcome: 'refused', reason: 'list-changed' }
  return { outcome: 'changed', members: open }
}

/** Day passes never go below zero: the undo is refused if someone has already spent the refunded pass. */
export function decideTakeBackGifts<G extends { dayPasses: number; hasDayPasses: number }>(
  gifts: G[],
): RainOutDecision<G> {
  if (gifts.length === 0) return { outcome: 'unchanged' }
  if (gifts.some(({ dayPasses, hasDayPasses }) => dayPasses > hasDayPasses))
    return { outcome: 'refused', reason: 'spent-since' }
  return { outcome: 'changed', members: gifts }
}
