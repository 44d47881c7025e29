import { expect, test } from 'vitest'
import { clubWeight, expectedHeads, type PastPractice, pastError, rateOf, showRates } from './show-rates.ts'

/** `a` came, `-b` said so and didn't, `(c)` was excused; then how many came without a reply. */
function practice(people: string, walkIns = 0): PastPractice {
  const replied = people.split(' ').map((each) => ({
    memberId: each.replace(/\W/g, ''),
    came: /^\w/.test(each),
    excused: each.startsWith('('),
  }))
  return { replied, attended: replied.filter(({ came }) => came).length + walkIns }
}

const past = [practice('a b', 1), practice('a -b', 3), practice('a (b) -c', 2)]

test('a member’s rate is drawn to the club’s, and excused absences don’t count', () => {
  const rates = showRates(past)
  if (rates === null) throw new Error('no rates')
  // Four of six replies: the excused one is left out.
  expect(rates.club).toBeCloseTo(4 / 6)
  expect(rates.walkIns).toBe(2)
  expect(rateOf(rates, 'new')).toBeCloseTo(rates.club)
  expect(rateOf(rates, 'a')).toBeCloseTo((3 + clubWeight * rates.club) / (3 + clubWeight))
  expect(rateOf(rates, 'b')).toBeCloseTo((1 + clubWeight * rates.club) / (2 + clubWeight))
  const heads = rateOf(rates, 'a') + rateOf(rates, 'new') + 2
  expect(expectedHeads(rates, ['a', 'new'])).toBeCloseTo(heads)
})

test('with too little to go by there is no estimate', () => {
  expect(showRates(past.slice(0, 2))).toBeNull()
  expect(showRates([1, 2, 3].map(() => ({ replied: [], attended: 2 })))).toBeNull()
  expect(pastError(past)).toBeNull()
})

test('the error is of what would have been said before each practice', () => {
  const next = practice('a -b', 0)
  const rates = showRates(past)
  if (rates === null) throw new Error('no rates')
  const estimate = Math.abs(expectedHeads(rates, ['a', 'b']) - 1)
  expect(pastError([...past, next])).toEqual({ practices: 1, estimate, replies: 1 })
  // Someone excused had said they'd come, so they are in the count that was off.
  expect(pastError([...past, practice('a (b)')])?.replies).toBe(1)
  expect(pastError([...past, ...Array.from({ length: 20 }, () => next)])?.practices).toBe(10)
})
