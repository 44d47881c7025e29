import { expect, test } from 'vitest'
import { median, percentile } from './part.ts'

test('a percentile is one of the values, and at least so many percent are no greater', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([1, 50, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([1, 50, 99, 100])
  expect(percentile([7, 3], 95)).toBe(7)
  expect(percentile([], 50)).toBeNaN()
})

test('a median is the one in the middle, or between the two', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 9])).toBe(3)
  expect(median([])).toBeNaN()
})
