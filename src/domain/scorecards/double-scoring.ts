import { arrowsOn, type Slots, tableOf } from './card.ts'
import { type ArrowValue, pointsOf } from './faces.ts'
import type { Setup } from './setup.ts'

/**
 * Double scoring: two keepers write the same card down, each on a sheet of their own. At the end of each end, before the arrows
 * are pulled, what counts is compared, and both confirm it.
 */

/** What counts in an end, the best first: the two may have written its arrows down in another order. */
export type EndValues = ArrowValue[]

/** Of each end, through all rounds; null where an arrow is missing yet. */
export function fullEnds(setup: Setup, slots: Slots): (EndValues | null)[] {
  const { rounds } = tableOf(setup, arrowsOn(slots))
  return rounds.flatMap(({ ends }) =>
    ends.map(({ values }) => (values.every((value) => value !== null) ? [...values].sort(bestFirst) : null)),
  )
}

function bestFirst(a: ArrowValue, b: ArrowValue) {
  return pointsOf(b) - pointsOf(a) || Number(b === 'X') - Number(a === 'X')
}

/** What only one of the two has, the best first; both empty where the ends are the same. */
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

/** An end as one keeper stands to it. What was confirmed holds for these values alone: a change afterwards asks anew. */
export type EndFacts = {
  mine: EndValues | null
  /** Null where either of the two lacks an arrow: nobody sees the other's before having written their own. */
  theirs: EndValues | null
  iConfirmed: EndValues | null
  theyConfirmed: EndValues | null
}

export type EndState =
  /** An arrow of mine is missing, or of theirs. */
  | 'open'
  | 'theirs-open'
  | 'differs'
  /** The same, and nobody has confirmed it, or only they, or only I. */
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

/** So long somebody may be let onto a card by its code. */
export const inviteMinutes = 60
/** Without those that are mistaken for another: 0 and O, 1, I and L. */
export const codeLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 8

/** As it was typed or scanned: without what stands between its letters, in capitals. Null where it can't be a code. */
export function readCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : null
}

/** `K7QM-3XPD` */
export function showCode(code: string) {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

export type JoinRefusal = 'code-unknown' | 'own-card' | 'has-second'
export type JoinDecision = { outcome: 'joined' } | { outcome: 'there' } | { outcome: 'refused'; reason: JoinRefusal }

/** @param card undefined where nobody's card has such a code */
export function decideJoin(facts: {
  card: { memberId: string; secondId: string | null; inviteUntil: string | null; removed: boolean } | undefined
  me: string
  now: string
}): JoinDecision {
  const { card, me, now } = facts
  if (card === undefined || card.removed) return { outcome: 'refused', reason: 'code-unknown' }
  // Pressed twice, or scanned again on the way back.
  if (card.secondId === me) return { outcome: 'there' }
  if (card.inviteUntil === null || card.inviteUntil <= now) return { outcome: 'refused', reason: 'code-unknown' }
  if (card.memberId === me) return { outcome: 'refused', reason: 'own-card' }
  if (card.secondId !== null) return { outcome: 'refused', reason: 'has-second' }
  return { outcome: 'joined' }
}

type SheetOfEnds = { slots: Slots; confirmed: readonly (EndValues | null)[] }

/** What a keeper is told of the other's sheet, end by end. */
export function sideBySide(setup: Setup, mine: SheetOfEnds, theirs: SheetOfEnds): Omit<EndFacts, 'mine'>[] {
  const their = fullEnds(setup, theirs.slots)
  return fullEnds(setup, mine.slots).map((end, at) => ({
    theirs: end && (their[at] ?? null),
    iConfirmed: mine.confirmed[at] ?? null,
    theyConfirmed: theirs.confirmed[at] ?? null,
  }))
}

/** Takes in what a keeper confirms; nothing of an end that stands otherwise by now. */
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
