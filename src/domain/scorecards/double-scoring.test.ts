import { describe, expect, test } from 'vitest'
import { type Arrow, emptySlots, takeChange } from './card.ts'
import {
  codeLetters,
  confirmEnds,
  decideJoin,
  differenceOf,
  type EndFacts,
  type EndValues,
  endState,
  fullEnds,
  readCode,
  showCode,
  sideBySide,
} from './double-scoring.ts'
import type { ArrowValue } from './faces.ts'
import type { Setup } from './setup.ts'
import { firstSetup } from './setup-choices.ts'

const indoors: Setup = { ...firstSetup, ends: 2, arrowsPerEnd: 3, rounds: 1 }

function sheet(setup: Setup, arrows: (Arrow | null)[]) {
  return arrows.reduce((slots, arrow, slot) => {
    const taken = takeChange(slots, { id: `change-${slot}`, slot, upon: null, arrow, why: '' })
    return taken.outcome === 'taken' ? taken.slots : slots
  }, emptySlots(setup))
}
const called = (...values: ArrowValue[]) => values.map((value): Arrow => ({ value, spot: null }))

describe('the ends of a sheet', () => {
  const [nines, eights, sevens] = [9, 8, 7].map((value) => [value, value, value])
  test('are compared when all their arrows are written down, the best first, through all rounds', () => {
    expect(fullEnds(indoors, sheet(indoors, called(8, 'X', 10, 9)))).toEqual([['X', 10, 8], null])
    expect(fullEnds(indoors, sheet(indoors, called(8, 0, 10, 9, 9, 9)))).toEqual([[10, 8, 0], nines])
    expect(`${fullEnds(indoors, sheet(indoors, called(10, 'X', 10, 'X', 10, 'X')))}`).toBe('X,10,10,X,X,10')
    const rounds = { ...indoors, rounds: 2, ends: 1 }
    expect(fullEnds(rounds, sheet(rounds, called(8, 8, 8, 7, 7, 7)))).toEqual([eights, sevens])
  })
})

describe('what only one of two has', () => {
  test('is said by value', () => {
    expect(differenceOf(['X', 9, 8], ['X', 8, 8])).toEqual({ mine: [9], theirs: [8] })
    expect(differenceOf([10, 10, 9], [10, 9, 9])).toEqual({ mine: [10], theirs: [9] })
    expect(differenceOf(['X', 9], [10, 9])).toEqual({ mine: ['X'], theirs: [10] })
  })
})

describe('an end of two sheets', () => {
  const a: EndValues = ['X', 9, 8]
  const b: EndValues = ['X', 8, 8]
  const none = { mine: null, theirs: null, iConfirmed: null, theyConfirmed: null }
  const state = (facts: Partial<EndFacts>) => endState({ ...none, ...facts })

  test.each([
    ['open', {}],
    ['open', { theirs: a }],
    ['theirs-open', { mine: a }],
    ['theirs-open', { mine: a, iConfirmed: a }],
    ['differs', { mine: a, theirs: b }],
    ['same', { mine: a, theirs: a }],
    ['confirmed-by-me', { mine: a, theirs: a, iConfirmed: a }],
    ['confirmed-by-them', { mine: a, theirs: a, theyConfirmed: a }],
    ['confirmed', { mine: a, theirs: a, iConfirmed: a, theyConfirmed: a }],
    // The confirmed values have changed since: it needs another confirmation.
    ['same', { mine: a, theirs: a, iConfirmed: b, theyConfirmed: b }],
    ['differs', { mine: b, theirs: a, iConfirmed: a, theyConfirmed: a }],
    ['confirmed-by-them', { mine: a, theirs: a, iConfirmed: b, theyConfirmed: a }],
  ] as const)('is %s', (expected, facts) => expect(state(facts as Partial<EndFacts>)).toBe(expected))
})

describe('two sheets side by side', () => {
  const none = [null, null]
  const mine = { slots: sheet(indoors, called(9, 9, 9, 8)), confirmed: [[9, 9, 9] as EndValues] }
  const theirs = { slots: sheet(indoors, called(9, 9, 10, 8, 8, 8)), confirmed: none }

  test('show an end of the other when both have all of it', () => {
    expect(sideBySide(indoors, mine, theirs)).toEqual([
      { theirs: [10, 9, 9], iConfirmed: [9, 9, 9], theyConfirmed: null },
      { theirs: null, iConfirmed: null, theyConfirmed: null },
    ])
    expect(sideBySide(indoors, theirs, mine)[1]?.theirs).toBeNull()
  })

  test('take in what is confirmed as it is, and nothing else', () => {
    const confirmed = (end: number, ...values: EndValues) => confirmEnds(indoors, theirs, [{ end, values }])
    expect(confirmed(0, 10, 9, 9)).toEqual([[10, 9, 9], null])
    expect(confirmed(0, 9, 9, 9)).toEqual(none)
    expect(confirmed(2, 9, 9, 9)).toEqual(none)
    expect(confirmEnds(indoors, mine, [{ end: 1, values: [8] }])).toEqual([[9, 9, 9], null])
  })
})

describe('a code', () => {
  test('is read as people write it', () => {
    expect(readCode(' k7qm-3xpd ')).toBe('K7QM3XPD')
    expect(readCode(showCode('K7QM3XPD'))).toBe('K7QM3XPD')
    for (const text of ['', 'K7QM', 'K7QM-3XPDA', 'K0QM-3XPD', 'K7QM-3XP!']) expect(readCode(text)).toBeNull()
    expect(codeLetters).toHaveLength(31)
  })

  const card = { memberId: 'ana', secondId: null, inviteUntil: '2026-11-25T00:00:00.000Z', removed: false }
  const now = '2026-11-24T23:00:00.000Z'
  test.each([
    ['joined', card, 'ben'],
    ['code-unknown', undefined, 'ben'],
    ['code-unknown', { ...card, removed: true }, 'ben'],
    ['code-unknown', { ...card, inviteUntil: now }, 'ben'],
    ['code-unknown', { ...card, inviteUntil: null }, 'ben'],
    ['own-card', card, 'ana'],
    ['has-second', { ...card, secondId: 'cem' }, 'ben'],
    ['there', { ...card, secondId: 'ben' }, 'ben'],
    ['there', { ...card, secondId: 'ben', inviteUntil: now }, 'ben'],
  ] as const)('leads to: %s', (expected, there, me) => {
    const decision = decideJoin({ card: there, me, now })
    expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(expected)
  })
})
