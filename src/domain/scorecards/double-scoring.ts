import { arrowsOn, type Slots, tableOf } from './card.ts'
import { type ArrowValue, pointsOf } from './faces.ts'
import type { Setup } from './setup.ts'

/**
 * Double scoring: two people score the same card, each on their own sheet. After each end, before the arrows are
 * pulled, the scores are compared and both confirm them.
 */

/** Scored values of an end, highest first, because the two may have entered the arrows in another order. */
export type EndValues = ArrowValue[]

/** Every end in all rounds; null if an arrow is missing. */
export function fullEnds(setup: Setup, slots: Slots): (EndValues | null)[] {
  const { rounds } = tableOf(setup, arrowsOn(slots))
  return rounds.flatMap(({ ends }) =>
    ends.map(({ values }) => (values.every((value) => value !== null) ? [...values].sort(bestFirst) : null)),
  )
}

function bestFirst(a: ArrowValue, b: ArrowValue) {
  return pointsOf(b) - pointsOf(a) || Number(b === 'X') - Number(a === 'X')
}

/** Values that only one of the two has, highest first; both empty if the ends match. */
export function differenceOf(mine: EndValues, theirs: EndValues) {
  const without = (values: EndValues, others: EndValues) => {
    const left = [...others]
    return values.filter((value) => {
      const at = left.indexOf(value)
      if (at !== -1) left.splice(at, 1)
      return at === -1
    })
  }
  return { mine: without(mine, theirs), theirs: without(theirs, mine) }
}

export function isSameEnd(one: EndValues | null, other: EndValues | null) {
  return one !== null && other !== null && one.length === other.length && one.every((value, at) => value === other[at])
}

/** An end as one scorer sees it. A confirmation is only for its exact values: a later change needs another one. */
export type EndFacts = {
  mine: EndValues | null
  /** Null until both have entered the whole end, so that no one can copy the other's scores. */
  theirs: EndValues | null
  iConfirmed: EndValues | null
  theyConfirmed: EndValues | null
}

export type EndState =
  /** An arrow of mine or theirs is missing. */
  | 'open'
  | 'theirs-open'
  | 'differs'
  /** The values match, confirmed by no one, by them, by me, or by both. */
  | 'same'
  | 'confirmed-by-them'
  | 'confirmed-by-me'
  | 'confirmed'

export function endState({ mine, theirs, iConfirmed, theyConfirmed }: EndFacts): EndState {
  if (mine === null) return 'open'
  if (theirs === null) return 'theirs-open'
  if (!isSameEnd(mine, theirs)) return 'differs'
  const me = isSameEnd(iConfirmed, mine)
  const them = isSameEnd(theyConfirmed, theirs)
  if (me) return them ? 'confirmed' : 'confirmed-by-me'
  return them ? 'confirmed-by-them' : 'same'
}

/** How long an invitation code is valid. */
export const inviteMinutes = 60
/** Without look-alikes: 0 and O, 1, I, and L. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 8

/** Normalizes a typed or scanned code: uppercase, without spaces and dashes. Null if it can't be a code. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : null
}

/** Formats as `K7QM-3XPD`. */
export function showCode(code: string) {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

export type JoinRefusal = 'code-unknown' | 'own-card' | 'has-second'
export type JoinDecision = { outcome: 'joined' } | { outcome: 'there' } | { outcome: 'refused'; reason: JoinRefusal }

/** @param card undefined if no card has this code */
export function decideJoin(facts: {
  card: { memberId: string; secondId: string | null; inviteUntil: string | null; removed: boolean } | undefined
  me: string
  now: string
}): JoinDecision {
  const { card, me, now } = facts
  if (card === undefined || card.removed) return { outcome: 'refused', reason: 'code-unknown' }
  // A repeated tap, or a second scan.
  if (card.secondId === me) return { outcome: 'there' }
  if (card.inviteUntil === null || card.inviteUntil <= now) return { outcome: 'refused', reason: 'code-unknown' }
  if (card.memberId === me) return { outcome: 'refused', reason: 'own-card' }
  if (card.secondId !== null) return { outcome: 'refused', reason: 'has-second' }
  return { outcome: 'joined' }
}

type SheetOfEnds = { slots: Slots; confirmed: readonly (EndValues | null)[] }

/** What a scorer may see of the other's sheet, end by end. */
export function sideBySide(setup: Setup, mine: SheetOfEnds, theirs: SheetOfEnds): Omit<EndFacts, 'mine'>[] {
  const their = fullEnds(setup, theirs.slots)
  return fullEnds(setup, mine.slots).map((end, at) => ({
    theirs: end && (their[at] ?? null),
    iConfirmed: mine.confirmed[at] ?? null,
    theyConfirmed: theirs.confirmed[at] ?? null,
  }))
}

/** Stores a scorer's confirmations, except of ends whose values have changed since. */
export function confirmEnds(
  setup: Setup,
  { slots, confirmed }: SheetOfEnds,
  confirms: readonly { end: number; values: EndValues }[],
): (EndValues | null)[] {
  const ends = fullEnds(setup, slots)
  const after = ends.map((_, at) => confirmed[at] ?? null)
  for (const { end, values } of confirms) if (isSameEnd(ends[end] ?? null, values)) after[end] = values
  return after
}
