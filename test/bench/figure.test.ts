import { expect, test } from 'vitest'
import { isMissed, makeFigure, median, quantile } from './figure.ts'

const one = { engine: 'sqlite', processes: 1 } as const

test('of an even number of values the median lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([9, 1, 5])).toBe(5)
})

test('a quantile is the value that so many percent do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([50, 99, 100].map((percent) => quantile(hundred, percent))).toEqual([50, 99, 100])
})

test('half as many answers a second, or twice the time, is half of the floor', () => {
  const speed = makeFigure(one, {
    name: 'a',
    unit: '/s',
    values: [50, 60, 40],
    floors: [100, 120, 80],
    moreIsBetter: true,
  })
  const cost = makeFigure(one, { name: 'b', unit: 'µs', values: [20, 24, 16], floors: [10, 12, 8] })
  expect(speed).toMatchObject({ value: 50, spread: [40, 60], floor: 100, ratio: 0.5, n: 3 })
  expect(cost).toMatchObject({ value: 20, spread: [16, 24], floor: 10, ratio: 0.5 })
})

test('each round is judged beside the floor of the same minute', () => {
  // In the second round the machine was twice as slow for both.
  const figure = makeFigure(one, { name: 'a', unit: 'µs', values: [20, 40, 20], floors: [10, 20, 10] })
  expect(figure.ratio).toBe(0.5)
})

test('a figure is missed where it is beyond its limit, where it says nothing, and where there were errors', () => {
  const figure = makeFigure(one, {
    name: 'a',
    unit: 'ms',
    values: [1],
    ms: [90, 110],
    wanted: { of: 'p99', atMost: 100 },
  })
  expect(isMissed(figure)).toBe(true)
  expect(isMissed({ ...figure, p99: 90 })).toBe(false)
  expect(isMissed({ ...figure, p99: 90, errors: 1 })).toBe(true)
  expect(isMissed({ ...figure, p99: null })).toBe(true)
  expect(isMissed({ ...figure, wanted: null })).toBe(false)
})
