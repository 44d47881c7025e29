import { expect, test } from 'vitest'
import { tokenIn } from './link-token.ts'

const token = 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR'
const stop = token.repeat(2)

test.each([
  ...[`#token=${token}`, `#token=${token}.`, `#token=${token})`, `#token=${token}>`, `#token=${token}%3E`],
  ...[`#token=${token}&utm_source=mail`, `#token=${token}?utm_source=mail`, `#token=${token}utm_source=mail`],
  ...[`#token=3D${token}`, `#token=3D${token}.`, `#token%3D${token}`, `#%23token=${token}`],
])('a token that is whole is found: %s', (hash) => {
  expect(tokenIn('verify', hash)).toBe(token)
  expect(tokenIn('reset', hash)).toBe(token)
})

test('a token may itself begin as one that quoted-printable has spoiled', () => {
  const own = `3D${token.slice(2)}`
  expect(tokenIn('verify', `#token=${own}`)).toBe(own)
  expect(tokenIn('verify', `#token=3D${own}`)).toBe(own)
})

test.each([
  ...['', '#', '#token', '#token=', '#tok', `#token=${token.slice(1)}`, `#token=${token.slice(0, 20)}=`],
  `#token=3D${token.slice(1)}`,
])('none is made of what is cut: %s', (hash) => {
  expect(tokenIn('verify', hash)).toBe(null)
  expect(tokenIn('unsubscribe', hash)).toBe(null)
})

test('an unsubscribe link’s token is taken whole, at any length', () => {
  for (const end of ['', '.', ')', '&utm_source=mail'])
    expect(tokenIn('unsubscribe', `#token=${stop}${end}`)).toBe(stop)
  expect(tokenIn('unsubscribe', `#token=${stop.slice(0, 45)}`)).toBe(null)
})
