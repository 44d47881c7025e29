import { expect, test } from 'vitest'
import { inLine, isolated } from './isolated-text.ts'

test.each(['שלום', 'عمر ٢', 'Ana אבי', '\u{1E900}', '\u{10840}', 'ﷺ'])('%s is isolated', (text) => {
  expect(isolated(text)).toBe(`\u2068${text}\u2069`)
})

test.each(['', 'Ana', 'Nguyễn Thị Ánh', '王小明', '🏹 3', 'क्ष', '\u{1F3F4}', '𝒜'])('“%s” stays as it is', (text) => {
  expect(isolated(text)).toBe(text)
})

test('in a sentence, only texts with right-to-left letters are isolated', () => {
  expect(inLine`${'Ana'} gave ${2} to ${'עומר 7'}.`).toBe('Ana gave 2 to \u2068עומר 7\u2069.')
})
