import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanLine, cleanLines } from './clean-text.ts'

test.each([
  ['an override', '\u202EanA', 'anA'],
  ['isolates and marks of direction', '\u2067Ana\u2069\u200E\u200F\u061C', 'Ana'],
  ['a filler that looks like nothing', '\u3164', ''],
  ['a half-width filler', 'A\uFFA0', 'A'],
  ['braille without dots', '\u2800\u2800', ''],
  ['a zero-width space', 'A\u200Bna', 'Ana'],
  ['a word joiner and a byte order mark', '\uFEFFA\u2060na', 'Ana'],
  ['a soft hyphen', 'bare\u00ADbow', 'barebow'],
  ['a no-break space and a wide one', 'Ana\u00A0\u3000Lopez', 'Ana Lopez'],
  ['line breaks and tabs', ' Ana\r\nLopez\t', 'Ana Lopez'],
  ['NUL and lone surrogates', 'A\u0000n\uD800a', 'Ana'],
  ['a joiner between Latin letters', 'A\u200Dna', 'Ana'],
  ['a joiner at the end', '👩\u200D', '👩'],
  ['tags without a flag', 'Ana\u{E0041}\u{E007F}', 'Ana'],
  ['a letter in two parts', 'Jose\u0301', 'José'],
  ['a tower of marks', `Z${'\u0335'.repeat(40)}`, `Z${'\u0335'.repeat(4)}`],
])('%s is cleaned', (_, typed, clean) => {
  expect(cleanLine(typed)).toBe(clean)
  expect(cleanLine(cleanLines(typed))).toBe(clean)
})

test.each([
  ['a family', '👩\u200D👩\u200D👧'],
  ['a heart in color', '❤\uFE0F'],
  ['a flag with tags', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
  ['Persian with a non-joiner', 'می\u200Cخواهم'],
  ['Hindi with a joiner', 'क्\u200Dष'],
  ['Hebrew', 'אבי לוי'],
  ['Vietnamese', 'Nguyễn Thị Ánh'],
  ['an apostrophe and a hyphen', "Mary-Jane O'Neil"],
])('%s stays', (_, typed) => {
  expect(cleanLine(typed)).toBe(typed)
  expect(cleanLines(typed)).toBe(typed)
})

test('line breaks and indents stay', () => {
  expect(cleanLines(' Bring:\r\n  water\u200B  \n\u2028hat\n')).toBe('Bring:\n  water\n\nhat')
})

test('a text made to be slow takes no longer than its length', () => {
  const made = `क${'\u0301'.repeat(4)}${'\u093E\u200D'.repeat(10_000)}क`
  const before = process.threadCpuUsage()
  for (const clean of [cleanLine, cleanLines]) clean(made)
  expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
})

describe('any text', () => {
  const letters = 'aé\u0301\u200B\u200D\u202E\u3164\uFE0F\u00A0\n क्👩🏽'
  const tricky = fc.constantFrom(...letters, '\uD83D', '\u{E0067}', '\u{1F3F4}')
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: tricky, maxLength: 20 }))

  test('is the same if it is cleaned again', () => {
    for (const clean of [cleanLine, cleanLines]) {
      const property = fc.property(text, (typed) => {
        expect(clean(clean(typed))).toBe(clean(typed))
      })
      fc.assert(property, { numRuns: 5000 })
    }
  })

  test('is well formed, and nothing but invisible without a visible character', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const clean = cleanLine(typed)
        expect(clean.isWellFormed()).toBe(true)
        expect(/^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+$/u.test(clean)).toBe(false)
        expect(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/.test(clean)).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })
})
