import { expect, test } from 'vitest'
import { inWords } from './public-messages.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [7_140, '119 minutes'],
  [7_141, '2 hours'],
  [86_400, '24 hours'],
])('a wait of %i seconds is %s', (seconds, words) => expect(inWords(seconds)).toBe(words))
