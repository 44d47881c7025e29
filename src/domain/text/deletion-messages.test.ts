import { expect, test } from 'vitest'
import { lostWithAccount } from './deletion-messages.ts'

test.each([
  [null, 'You’ll lose any remaining day passes, paid practices, and scorecards. This can’t be undone.'],
  [[3, 5, 4], 'You’ll lose 3 day passes, 5 paid practices, and 4 scorecards. This can’t be undone.'],
  [[1, 1, 0], 'You’ll lose 1 day pass and 1 paid practice. This can’t be undone.'],
  [[0, 0, 1], 'You’ll lose 1 scorecard. This can’t be undone.'],
  // Outstanding practices aren't lost.
  [[0, -2, 0], 'This can’t be undone.'],
] as const)('%j: %s', (losses, text) => {
  const [dayPasses, paidPractices, scorecards] = losses ?? [0, 0, 0]
  expect(lostWithAccount(losses && { dayPasses, paidPractices, scorecards })).toBe(text)
})
