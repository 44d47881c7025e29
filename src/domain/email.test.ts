import { describe, expect, test } from 'vitest'
import { emailRefusals } from '#domain/text/public-messages.ts'
import { canonicalEmail, checkEmail, longestEmail, mailboxOf } from './email.ts'

const domain = 'purdue.edu'
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
