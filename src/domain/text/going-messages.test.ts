import { expect, test } from 'vitest'
import { goingInWords } from './going-messages.ts'

const said = (names: string[], total: number) =>
  goingInWords(names, total)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')

test.each([
  [['You'], 1, 'Only you so far'],
  [['Maya'], 2, 'Maya and 1 other are going'],
  [['Maya', 'Leo'], 2, 'Maya and Leo are going'],
  [['Maya', 'You'], 2, 'You and Maya are going'],
  [['Maya', 'Leo', 'Ana'], 3, 'Maya, Leo, and Ana are going'],
  [['Maya', 'Leo', 'Ana'], 4, 'Maya, Leo, and 2 others are going'],
  [['Maya', 'Leo', 'Ana', 'You', 'Pia'], 60, 'You, Maya, and 58 others are going'],
  // The counts may lag behind the names for a moment.
  [['Maya', 'Leo'], 1, 'Maya and Leo are going'],
  [['Maya'], 0, 'Maya is going'],
])('%j of %i: %s', (names, total, sentence) => expect(said(names, total)).toBe(sentence))
