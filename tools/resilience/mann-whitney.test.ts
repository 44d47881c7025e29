import { expect, test } from 'vitest'
import { mannWhitney, median } from './mann-whitney.ts'

// Expected values: scipy.stats.mannwhitneyu(…, method='asymptotic').
test.each([
  [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.01219],
  [[19, 22, 16, 29, 24], [20, 11, 17, 12], 0.11135],
  [[1, 1, 2, 2, 3], [2, 3, 3, 4, 4], 0.05241],
  [[3, 3, 3], [3, 3], 1],
])('the Mann-Whitney test of %j and %j', (one, other, p) => {
  expect(mannWhitney(one, other)).toBeCloseTo(p, 4)
  expect(mannWhitney(other, one)).toBeCloseTo(p, 4)
})

test('the median is the middle, or between the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5])
})
