import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailRefusals } from '#domain/text/public-messages.ts'
import { canonicalEmail, checkEmail, longestEmail, mailboxOf } from './email.ts'

const domain = 'purdue.edu'
const many = process.env.QUIVER_MANY === '1'
const wrongDomain = 'Email must end with @purdue.edu'
const notWhole = 'Enter a complete email address, such as name@example.edu.'

/** Not addresses of the club, with tricks that would send an email elsewhere or claim an address twice (T6). */
const elsewhere = {
  incomplete: ['', ' ', 'ana', '@', 'purdue.edu', 'ana@', 'ana@purdue', 'ana@purdue.ed', 'ana@purdue.edu.'],
  'of another domain': [
    ...['ana@.purdue.edu', 'ana@purdue..edu', 'ana@purdue.edu.evil.com', 'ana@purdue.education', 'ana@evilpurdue.edu'],
    ...['ana@cs.purdue.edu', 'ana@evil.com', 'ana@[127.0.0.1]', 'ana@(purdue.edu)'],
  ],
  'two in one': [
    ...['ana@evil.com@purdue.edu', 'ana@@purdue.edu', 'ana@purdue.edu@evil.com', 'ana@purdue.edu,ana@evil.com'],
    ...['ana@purdue.edu;ana@evil.com', 'ana@purdue.edu ana@evil.com', 'ana@purdue.edu\nana@evil.com'],
    ...['<ana@evil.com>ana@purdue.edu>', '"<ana@evil.com> x@purdue.edu'],
  ],
  'commands or headers': [
    ...['ana@evil.com\r\n@purdue.edu', 'ana@purdue.edu\r\nBcc: ana@evil.com', 'ana@purdue.edu\0', 'ana@purdue.edu%00'],
    ...['ana@purdue.edu%0d%0a', 'ana\r\nrcpt to:<ana@evil.com>\r\n@purdue.edu'],
  ],
  'followed by more': [
    ...['ana@purdue.edu/evil.com', 'ana@purdue.edu#evil.com', 'ana@purdue.edu?evil.com', 'ana@purdue.edu:25'],
    ...['ana@purdue.edu(evil.com)', 'ana@purdue.edu>evil.com'],
  ],
  'in letters that look alike': [
    ...['ana＠purdue.edu', 'ana﹫purdue.edu', 'ana@purdue。edu', 'ana@purdue．edu', 'ana@purduе.edu'],
    ...['ana@ｐｕｒｄｕｅ.edu', 'ana@xn--purdu-csf.edu', '\u202eude.eudrup@ana'],
  ],
}

/** Addresses of our domain in forms that mail systems interpret differently. */
const misshapen = [
  ...['@purdue.edu', ' @purdue.edu', '.@purdue.edu', '.ana@purdue.edu', 'ana.@purdue.edu', 'an..a@purdue.edu'],
  ...['an a@purdue.edu', 'an\ta@purdue.edu', 'an\na@purdue.edu', 'ana\0@purdue.edu', 'ana\u007f@purdue.edu'],
  ...['"ana"@purdue.edu', '"a b"@purdue.edu', 'ana(evil)@purdue.edu', 'ana,ben@purdue.edu', 'ana;ben@purdue.edu'],
  ...['ana:ben@purdue.edu', '<ana@purdue.edu', 'Ana<ana@purdue.edu', 'ana>@purdue.edu', 'ana[1]@purdue.edu'],
  ...['an\\a@purdue.edu', 'aná@purdue.edu', 'аna@purdue.edu', 'ＡＮＡ@purdue.edu', 'ana🏹@purdue.edu'],
  `${'a'.repeat(65)}@purdue.edu`,
]

describe('the grammar of addresses', () => {
  const refusalOf = (typed: string) => {
    const checked = checkEmail(typed, domain)
    return checked.outcome === 'refused' ? emailRefusals[checked.reason](domain) : null
  }

  // Shows: T6
  test('knows at least sixty ways to be wrong', () => {
    expect(new Set([...Object.values(elsewhere).flat(), ...misshapen]).size).toBeGreaterThanOrEqual(60)
  })

  for (const [trick, addresses] of Object.entries(elsewhere))
    test.each(addresses)(`%j is not of the club (${trick})`, (typed) => expect(refusalOf(typed)).toBe(wrongDomain))

  test.each(misshapen)('%j is of the club, but no plain address', (typed) => expect(refusalOf(typed)).toBe(notWhole))

  test.each([
    ['ana@purdue.edu', 'ana@purdue.edu'],
    ['ANA@PURDUE.EDU', 'ana@purdue.edu'],
    [' \tAna.Bow-Man@Purdue.Edu \t', 'ana.bow-man@purdue.edu'],
    ['a@purdue.edu', 'a@purdue.edu'],
    ['\u00a0ana@purdue.edu\u00a0', 'ana@purdue.edu'],
    ['\ufeffana@purdue.edu\u200b', 'ana@purdue.edu'],
    ['ana\u200b@pur\u00addue.edu\r\n', 'ana@purdue.edu'],
    ['<ana@purdue.edu>', 'ana@purdue.edu'],
    ['mailto:ana@purdue.edu', 'ana@purdue.edu'],
    ['ana+archery@purdue.edu', 'ana+archery@purdue.edu'],
    ["o'neill_2/x=y?@purdue.edu", "o'neill_2/x=y?@purdue.edu"],
    [`${'a'.repeat(64)}@purdue.edu`, `${'a'.repeat(64)}@purdue.edu`],
  ])('%j is accepted as %j', (typed, email) => {
    expect(checkEmail(typed, domain)).toEqual({ outcome: 'accepted', email })
  })

  test('254 characters are the most, 255 are one too many', () => {
    const local = 'a'.repeat(64)
    const longDomain = (length: number) => `${'d'.repeat(length - local.length - 1 - 4)}.edu`
    const fits = `${local}@${longDomain(longestEmail)}`
    expect(fits).toHaveLength(254)
    expect(checkEmail(fits, longDomain(longestEmail)).outcome).toBe('accepted')
    expect(checkEmail(`${local}@${longDomain(255)}`, longDomain(255)).outcome).toBe('refused')
  })

  // Shows: T6
  test('of anything typed, accepted means exactly one plain spelling of one address at the club', () => {
    fc.assert(
      fc.property(typedAddress, (typed) => {
        const checked = checkEmail(typed, domain)
        expect(checked.outcome).toBe(isPlainAddress(typed) ? 'accepted' : 'refused')
        if (checked.outcome === 'refused') return
        expect(isPlainAddress(checked.email)).toBe(true)
        expect(checkEmail(checked.email, domain)).toEqual(checked)
        expect(checkEmail(` ${checked.email.toUpperCase()}\t`, domain)).toEqual(checked)
      }),
      { seed: 20_261_124, numRuns: many ? 100_000 : 10_000 },
    )
  })
})

describe('the canonical form', () => {
  test('lowers ASCII letters only: the Kelvin sign is no k, the dotted İ no i', () => {
    expect(canonicalEmail('KIM\u212a\u0130@PURDUE.EDU')).toBe('kim\u212a\u0130@purdue.edu')
  })

  test('leaves out the white space around an address, and what is invisible anywhere', () => {
    expect(canonicalEmail(' \t a b \t')).toBe('a b')
    expect(canonicalEmail('\na\nb\u00a0\u2800\r\n')).toBe('a\nb')
    expect(canonicalEmail('\u202Ea\u200Db\u3164')).toBe('ab')
  })
})

test.each([
  ['ana@purdue.edu', 'ana@purdue.edu'],
  ['ana+one@purdue.edu', 'ana@purdue.edu'],
  ['ana+one+two@purdue.edu', 'ana@purdue.edu'],
  ['ana+@purdue.edu', 'ana@purdue.edu'],
  ['ana.bow@purdue.edu', 'ana.bow@purdue.edu'],
])('the mailbox behind %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))

/** Fragments of addresses and attacks, combined at random; about one in ten is a valid address. */
const piece = fc.constantFrom(
  ...['a', 'Z', '7', '.', '..', '-', '_', '+', "'", '@', '@', 'purdue.edu', 'purdue.edu', '@purdue.edu', '@PURDUE.edu'],
  ...['evil.com', ' ', '\t', '\r\n', '\0', '"', '\\', '(', ')', '<', '>', ',', ';', ':', '[', ']', '%', '＠', 'é', 'к'],
  ...['\u200b', '\u212a', '🏹', 'x'.repeat(60)],
)
const typedAddress = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 3 }).map((pieces) => `${pieces.join('')}@purdue.edu`),
  fc.stringMatching(/^[A-Za-z0-9._+-]{1,66}@purdue\.edu$/),
  fc.string({ unit: 'binary', maxLength: 30 }).map((local) => `${local}@purdue.edu`),
)

/** An independent implementation of the grammar, character by character. */
function isPlainAddress(typed: string) {
  const characters = [...typed].filter((character) => !/\p{Default_Ignorable_Code_Point}/u.test(character))
  const isSpace = (character = '') => character.trim() === '' || character === '\u2800'
  while (characters.length > 0 && isSpace(characters[0])) characters.shift()
  while (characters.length > 0 && isSpace(characters.at(-1))) characters.pop()
  if (characters[0] === '<' && characters.at(-1) === '>') {
    characters.shift()
    characters.pop()
  }
  if (/^mailto:$/i.test(characters.slice(0, 7).join(''))) characters.splice(0, 7)
  const at = characters.indexOf('@')
  if (at < 1 || at > 64 || characters.length > 254) return false
  const asciiLower = (letters: string[]) =>
    letters.map((letter) => (letter >= 'A' && letter <= 'Z' ? letter.toLowerCase() : letter)).join('')
  if (asciiLower(characters.slice(at + 1)) !== domain) return false
  const local = characters.slice(0, at)
  return local.every((character, i) => {
    if (character === '.') return i > 0 && i < local.length - 1 && local[i - 1] !== '.'
    return 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.includes(character)
      ? true
      : "!#$%&'*+-/=?^_`{|}~".includes(character)
  })
}
