import { expect, test } from 'vitest'
import { displayName, firstName, nameOrNull, pseudonymOf } from './names.ts'

// Shows: 3.8
test.each([
  ['Ana', 'Lopez', 'Ana Lopez'],
  ['Ana', '', 'Ana'],
  ['', 'Lopez', 'Lopez'],
  ['', '', ''],
  [' Ana', 'Lopez ', 'Ana Lopez'],
  ['Ana María', 'de la Cruz', 'Ana María de la Cruz'],
])('%j and %j are shown as %j', (nameFirst, nameLast, shown) => {
  expect(displayName({ nameFirst, nameLast })).toBe(shown)
  expect(nameOrNull({ nameFirst: nameFirst || null, nameLast: nameLast || null })).toBe(shown || null)
})

test.each([
  ['\u202EanA', 'anA'],
  ['\u3164', ''],
  ['Mary Jane', 'Mary Jane'],
])('a first name alone, %j, is shown as %j', (nameFirst, shown) => expect(firstName({ nameFirst })).toBe(shown))

test('a pseudonym tells two apart, and is made of the id alone', () => {
  expect(pseudonymOf('3f2A91c0-0000-4000-8000-000000000001')).toBe('Former member 3f2a91')
  expect(pseudonymOf('-9F-2')).toBe('Former member 9f2')
})
