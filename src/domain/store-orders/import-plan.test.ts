import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideNew,
  findAltered,
  type KnownLine,
  type Owners,
  planImport,
  type StoreLine,
  storeCauses,
  waitReason,
  whoseIs,
} from './import-plan.ts'
import { lineKey } from './order-file.ts'

const owners: Owners = {
  members: new Map(['ana', 'ben'].map((id) => [`${id}@purdue.edu`, id])),
  memberIds: new Set(['ana', 'ben']),
  remembered: new Map([
    ['pat@example.com', { memberId: 'ben', email: null }],
    ['gone@example.com', { memberId: 'removed', email: null }],
    ['soon@example.com', { memberId: null, email: 'new@purdue.edu' }],
    ['here@example.com', { memberId: null, email: 'ana@purdue.edu' }],
  ]),
  domain: 'purdue.edu',
}

test.each([
  ['ANA@purdue.edu ', { memberId: 'ana' }],
  ['pat@example.com', { memberId: 'ben' }],
  ['gone@example.com', null],
  ['soon@example.com', { email: 'new@purdue.edu' }],
  ['here@example.com', { memberId: 'ana' }],
  ['ana+store@purdue.edu', { email: 'ana+store@purdue.edu' }],
  ['someone@example.com', null],
  ['', null],
])('an order of %j is for %j', (email, whose) => expect(whoseIs(email, owners)).toEqual(whose))

const day = { paidPractices: 0, dayPasses: 1 }
const practice = { paidPractices: 1, dayPasses: 0 }
const order = { orderId: '#1', lineId: '1', email: 'ana@purdue.edu', product: 'Practice', quantity: 1 }
const line = (facts: Partial<StoreLine>): StoreLine => ({ ...order, worth: practice, ...facts })

describe('a plan', () => {
  const plan = (lines: StoreLine[], known: KnownLine[] = [], totals: [string, number, number][] = []) => {
    const before = new Map(known.map((each) => [lineKey(each), each]))
    return planImport(lines, {
      known: (each) => before.get(lineKey(each)),
      whose: ({ email }) => whoseIs(email, owners),
      totals: new Map(totals.map(([id, paidPractices, dayPasses]) => [id, { paidPractices, dayPasses }])),
    })
  }
  const outcomes = (lines: StoreLine[], ...rest: [KnownLine[]?, [string, number, number][]?]) =>
    plan(lines, ...rest).planned.map(({ result }) => ('why' in result ? result.why : result.outcome))

  test.each<[outcome: string, facts: Partial<StoreLine>]>([
    ['no-owner', { email: 'x@example.com' }],
    ['no-email', { email: '' }],
    ['sign-up', { email: 'new@purdue.edu' }],
    ['unknown-product', { worth: null }],
    ['short', { quantity: -2 }],
  ])('books for whom it is, and lets the rest wait, each for its reason: %s, %j', (outcome, facts) => {
    expect(outcomes([line(facts)])).toEqual([outcome])
  })

  test('does nothing about an order that came before, and says if it differs', () => {
    const known: KnownLine[] = [
      { ...line({}), state: 'booked' },
      { ...line({ lineId: '2' }), state: 'waiting' },
      { ...line({ lineId: '3' }), state: 'dismissed' },
      // Of a member who was erased.
      { ...line({ lineId: '4', email: '' }), state: 'booked' },
    ]
    const lines = ['1', '2', '3', '4'].map((lineId) => line({ lineId }))
    expect(outcomes(lines, known)).toEqual(['there', 'there', 'there', 'there'])
    const others = [line({ quantity: 2 }), line({ lineId: '2', email: 'ben@purdue.edu' })]
    expect(outcomes(others, known)).toEqual(['conflict', 'conflict'])
  })

  test('counts refunds after purchases, and never halves one', () => {
    const lines = [-3, 2, -1].map((quantity, i) => line({ lineId: `${i}`, quantity, worth: day }))
    expect(outcomes(lines)).toEqual(['short', 'book', 'book'])
    expect(outcomes(lines, [], [['ana', 0, 2]])).toEqual(['book', 'book', 'book'])
  })

  test('never goes below zero by a refund, adds up exactly, and does the same once more', () => {
    const lines = fc.array(
      fc.record({
        email: fc.constantFrom('ana@purdue.edu', 'ben@purdue.edu', 'new@purdue.edu', 'x@example.com'),
        quantity: fc.integer({ min: -5, max: 5 }).filter((quantity) => quantity !== 0),
        worth: fc.constantFrom(day, practice, { paidPractices: 2, dayPasses: 1 }, null),
      }),
      { maxLength: 20 },
    )
    const has = fc.record({ paidPractices: fc.integer({ min: -3, max: 5 }), dayPasses: fc.nat(5) })
    fc.assert(
      fc.property(lines, has, has, (facts, ana, ben) => {
        const all = facts.map((each, i) => line({ ...each, lineId: String(i) }))
        const start: [string, number, number][] = [
          ['ana', ana.paidPractices, ana.dayPasses],
          ['ben', ben.paidPractices, ben.dayPasses],
        ]
        const { planned, after } = plan(all, [], start)
        expect(planned.map((each) => each.line)).toEqual(all)
        for (const [id, paidPractices, dayPasses] of start) {
          const mine = planned.filter(({ result }) => result.outcome === 'book' && result.memberId === id)
          const sum = (of: 'paidPractices' | 'dayPasses') => mine.reduce((total, { gain }) => total + gain[of], 0)
          const then = after.get(id) ?? { paidPractices, dayPasses }
          expect(then.paidPractices).toBe(paidPractices + sum('paidPractices'))
          expect(then.dayPasses).toBe(dayPasses + sum('dayPasses'))
          expect(then.dayPasses).toBeGreaterThanOrEqual(0)
        }
        const known = all.map((each): KnownLine => ({ ...each, state: 'booked' }))
        expect(plan(all, known, start).after.size).toBe(0)
      }),
    )
  })
})

describe('more of an order that was imported before', () => {
  const altered = (lines: StoreLine[], stored: StoreLine[]) =>
    [...findAltered(lines, stored)].map(({ lineId }) => lineId)
  const of = (lineId: string, quantity = 1, orderId = '001') => line({ orderId, lineId, quantity })

  test('may be the same under another SKU, where the old one is gone', () => {
    // LibreOffice reads the SKU 1E5 as a number.
    expect(altered([of('1.00e+05', 2, '1'), of('tee', 1, '1')], [of('1e5', 2), of('tee')])).toEqual(['1.00e+05'])
    const bothOf = (id: string) => [of(id), of(`${id} refund`, -1)]
    expect(altered(bothOf('24-oct'), bothOf('10-24'))).toEqual(['24-oct', '24-oct refund'])
  })

  test('are new where all others are still there, and so is a refund alone', () => {
    expect(altered([of('a'), of('b')], [of('a')])).toEqual([])
    expect(altered([of('a refund', -1)], [of('a')])).toEqual([])
    expect(altered([of('b')], [of('a', 1, '#1')])).toEqual([])
  })

  test('change nothing', () => {
    const facts = { known: () => undefined, whose: () => ({ memberId: 'ana' }), totals: new Map() }
    const { planned, after } = planImport([line({})], { ...facts, isAltered: () => true })
    expect(planned.map(({ result }) => result.outcome)).toEqual(['conflict'])
    expect(after.size).toBe(0)
  })
})

test('a refund of one currency is no matter of another one that is below zero', () => {
  const after = new Map()
  const totals = new Map([['ana', { paidPractices: -4, dayPasses: 1 }]])
  const refund = { email: '', quantity: -1, worth: day }
  expect(decideNew(refund, { memberId: 'ana' }, after, totals)).toMatchObject({ outcome: 'book' })
  expect(decideNew(refund, { memberId: 'ana' }, after, totals)).toMatchObject({ why: 'short' })
})

test('why a stored order waits is read from it', () => {
  const facts = { worth: day, memberId: null, forEmail: null, email: 'x@example.com' }
  expect(waitReason({ ...facts, worth: null })).toBe('unknown-product')
  expect(waitReason({ ...facts, memberId: 'ana' })).toBe('short')
  expect(waitReason({ ...facts, forEmail: 'new@purdue.edu' })).toBe('sign-up')
  expect(waitReason({ ...facts, email: '' })).toBe('no-email')
  expect(waitReason(facts)).toBe('no-owner')
})

test('causes of two orders are never the same, with any ids', () => {
  const [one, other] = [
    { orderId: 'a:b', lineId: 'c' },
    { orderId: 'a', lineId: 'b:c' },
  ]
  expect(storeCauses.booked(one, 1)).not.toBe(storeCauses.booked(other, 1))
})
