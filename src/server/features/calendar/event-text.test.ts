import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanDescription, cleanEmail, cleanLocation, cleanSummary, isUsableId } from './clean-event.ts'

const cleaners = [
  { what: 'a title', clean: cleanSummary, cap: 300 },
  { what: 'a place', clean: cleanLocation, cap: 500 },
  { what: 'a description', clean: cleanDescription, cap: 5_000 },
]

describe.each(cleaners)('$what', ({ clean, cap }) => {
  // Shows: T57, ASVS 1.3.3
  test('loses control characters, overrides of the reading direction and half characters', () => {
    expect(clean('a\u0000b\u001Bc\u007Fd\u009Fe\u202Ef\u2066g\u2069h\uFEFFi')).toBe('abcdefghi')
    expect(clean('a\uD83C').isWellFormed()).toBe(true)
  })

  test('of any length and content is short, well-formed and clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 8_000, size: 'max' }), (text) => {
        const cleaned = clean(text)
        expect(cleaned.length).toBeLessThanOrEqual(cap)
        expect(cleaned.isWellFormed()).toBe(true)
        expect(cleaned).not.toMatch(/(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u)
        expect(cleaned).toBe(cleaned.trim())
      }),
      // Shrinking texts of this size would take minutes.
      { numRuns: 30, endOnFailure: true },
    )
  })

  test('of a megabyte made to be slow is read in no time', () => {
    const slow = [' ', '\n', '\t', '<', '<a ', '<a href="https:', '&#', '\u0000', '< /a>', '<br', ' \n', '\\']
    const before = process.threadCpuUsage()
    for (const piece of slow) clean(`<b>${piece.repeat(1_000_000 / piece.length)}x`)
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
  })
})

const html =
  '<p>Bring <b>arrows</b>&nbsp;&amp; <i>water</i>.<br>See <a href="https://club.example/a?b=1&amp;c=2">the map</a> or <a href="https://x.example">https://x.example</a></p><ul><li>one</li><li>two</li></ul>'
const shown = 'Bring arrows & water.\nSee the map (https://club.example/a?b=1&c=2) or https://x.example\n\n• one\n• two'
const untidy = ' Bring:\r\n\tarrows  \r\n\n\n\nwater\u2028and a hat\n'
const unformatted = 'a < b && c > d &amp; <script>alert(1)</script>'
const escaped = '<b>&lt;img src=x onerror=alert(1)&gt;&#0;&#x202e;&#99999999;</b>'

test.each([
  ['a title is one line', cleanSummary, 'Practice\r\n at\tthe\u2028range ', 'Practice at the range'],
  ['a place is one line', cleanLocation, 'Range\n\n\nHall 2', 'Range Hall 2'],
  [
    'a description keeps its lines and single empty ones',
    cleanDescription,
    untidy,
    'Bring:\n arrows\n\nwater\nand a hat',
  ],
  ['what Google’s editor formats becomes the text that it shows', cleanDescription, html, shown],
  ['what is no formatting stays as it was written', cleanDescription, unformatted, unformatted],
  ['a link of another kind is no link', cleanDescription, '<a href="javascript:alert(1)">click</a>', 'click'],
  ['an escaped tag is text', cleanDescription, escaped, '<img src=x onerror=alert(1)>&#99999999;'],
])('%s', (_, clean, given, cleaned) => {
  expect(clean(given)).toBe(cleaned)
})

test('an organizer is an address or nothing', () => {
  expect(cleanEmail('mailto:officer@purdue.edu')).toBe('officer@purdue.edu')
  expect(cleanEmail('MAILTO:Officer@Purdue.edu ')).toBe('Officer@Purdue.edu')
  for (const wrong of ['', 'invalid:nomail', 'a@b\u0000', 'a@b\u202Ec', '"><script>@x', `${'a'.repeat(65)}@b`])
    expect(cleanEmail(wrong)).toBe('')
})

test('an id is taken as it is or not at all', () => {
  expect(isUsableId('040000008200E00074C5B7101A82E008 {x} é')).toBe(true)
  for (const wrong of ['', 'a\u0000', 'a\nb', 'a\u202Eb', '\uD800', 'x'.repeat(1025)])
    expect(isUsableId(wrong)).toBe(false)
})
