import { expect, test } from 'vitest'
import { displayName } from './names.ts'

test.each([
  ['Ana', 'Lopez', 'Ana Lopez'],
  ['Ana', '', 'Ana'],
  ['', 'Lopez', 'Lopez'],
  ['', '', ''],
  [' Ana', 'Lopez ', 'Ana Lopez'],
  ['Ana María', 'de la Cruz', 'Ana María de la Cruz'],
])('%j and %j are shown as %j', (nameFirst, nameLast, shown) => {
  expect(displayName({ nameFirst, nameLast })).toBe(shown)
})
