import { expect, test } from 'vitest'
import { decideRainOut, decideTakeBackGifts, type GiftRow, giftOf, owedGift, rainOutCauses } from './rain-out.ts'

const refused = (reason: string) => ({ outcome: 'refused', reason })

const at = '2026-11-24T23:30:00.000Z'
const row = (currency: GiftRow['currency'], amount: number, cause: string): GiftRow => ({ currency, amount, cause, at })
const { given, takenBack } = rainOutCauses
const day = { from: '2026-11-24T05:00:00.000Z', until: '2026-11-25T05:00:00.000Z', practiceIds: ['p', 'q'] }
const used = (moment: string) => [{ ...row('day-passes', -1, `use:${moment}:1`), at: moment }]

test('a member has what this practice’s rain-out gave and was not undone', () => {
  const both = [row('paid-practices', 1, given('p', 1)), row('day-passes', 1, given('p', 1))]
  expect(giftOf(both, 'p')).toEqual({ dayPasses: 1, paidPractices: 1, times: 1 })
  const undone = [...both, row('paid-practices', -1, takenBack('p', 1)), row('day-passes', -1, takenBack('p', 1))]
  expect(giftOf(undone, 'p')).toEqual({ dayPasses: 0, paidPractices: 0, times: 1 })
  const again = [...undone, row('paid-practices', 1, given('p', 2))]
  expect(giftOf(again, 'p')).toMatchObject({ paidPractices: 1, times: 2 })
  for (const other of ['p:1', 'q', 'p 2'])
    expect(giftOf([row('paid-practices', 1, given(other, 1))], 'p')).toMatchObject({ paidPractices: 0, times: 0 })
})

test('a Day Pass used on that local day comes back, and one paid practice always does', () => {
  for (const moment of [day.from, at]) expect(owedGift(used(moment), day)).toEqual({ paidPractices: 1, dayPasses: 1 })
  for (const moment of [day.until, '2026-11-24T04:59:59.999Z'])
    expect(owedGift(used(moment), day)).toEqual({ paidPractices: 1, dayPasses: 0 })
  expect(owedGift([row('day-passes', 2, 'welcome:mailbox:1')], day)).toEqual({ paidPractices: 1, dayPasses: 0 })
})

test('a use that was undone doesn’t come back again', () => {
  const undone = row('day-passes', 1, `unuse:${at}:1`)
  expect(owedGift([...used(at), undone], day)).toMatchObject({ dayPasses: 0 })
  // Undone after midnight, and one of two.
  const again = [{ ...row('day-passes', -1, `use:${at}:2`), at }, ...used(at), { ...undone, at: day.until }]
  expect(owedGift(again, day)).toMatchObject({ dayPasses: 1 })
})

test('a Day Pass comes back once, though both practices of its day are rained out', () => {
  const back = [...used(at), row('paid-practices', 1, given('q', 1)), row('day-passes', 1, given('q', 1))]
  expect(owedGift(back, day)).toEqual({ paidPractices: 1, dayPasses: 0 })
  expect(owedGift([...back, row('day-passes', -1, takenBack('q', 1))], day)).toMatchObject({ dayPasses: 1 })
  // Used on another day.
  const elsewhere = [...used(at), row('day-passes', 1, given('r', 1))]
  expect(owedGift(elsewhere, day)).toMatchObject({ dayPasses: 1 })
})

test('it is given as the preview showed it, to those who have not got it yet', () => {
  const ana = { memberId: 'ana', owed: { paidPractices: 1, dayPasses: 1 } as const, hasGift: false }
  const ben = { memberId: 'ben', owed: { paidPractices: 1, dayPasses: 0 } as const, hasGift: true }
  const seen = [{ memberId: 'ana', dayPass: true }]
  expect(decideRainOut({ attendees: [ana, ben], seen })).toEqual({ outcome: 'changed', members: [ana] })
  expect(decideRainOut({ attendees: [ben], seen })).toEqual({ outcome: 'unchanged' })
  expect(decideRainOut({ attendees: [], seen: [] })).toEqual(refused('nobody-there'))
  for (const other of [[], [{ memberId: 'ana', dayPass: false }], [...seen, { memberId: 'ben', dayPass: false }]])
    expect(decideRainOut({ attendees: [ana, ben], seen: other })).toEqual(refused('list-changed'))
})

test('it is undone for all or for none, and never makes day passes negative', () => {
  const gift = { dayPasses: 1, hasDayPasses: 1 }
  expect(decideTakeBackGifts([gift])).toEqual({ outcome: 'changed', members: [gift] })
  expect(decideTakeBackGifts([gift, { dayPasses: 1, hasDayPasses: 0 }])).toEqual(refused('spent-since'))
  expect(decideTakeBackGifts([])).toEqual({ outcome: 'unchanged' })
})
