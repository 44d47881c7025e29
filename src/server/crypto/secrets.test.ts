import { describe, expect, test } from 'vitest'
import { createSecrets, hashToken, newToken } from './secrets.ts'

const mine = createSecrets('a test secret that is long enough 0123456789')
const same = createSecrets('a test secret that is long enough 0123456789')
const other = createSecrets('a test secret that is long enough 0123456780')

describe('what is derived from the secret', () => {
  test('is the same in every process of a club, and different in another club', () => {
    for (const derive of ['sign', 'hashAddress', 'fingerprint'] as const) {
      expect(same[derive]('x')).toBe(mine[derive]('x'))
      expect(other[derive]('x')).not.toBe(mine[derive]('x'))
    }
    expect(same.unseal(mine.seal('x'))).toBe('x')
    expect(() => other.unseal(mine.seal('x'))).toThrow()
  })

  test('is different for each purpose', () => {
    const hex = Buffer.from(mine.sign('x'), 'base64url').toString('hex')
    expect(new Set([hex, mine.hashAddress('x'), mine.fingerprint('x'), hashToken('x')]).size).toBe(4)
  })
})

// Shows: ASVS 11.6.1
test('a signature is valid for one text', () => {
  expect(mine.isSignature('x', mine.sign('x'))).toBe(true)
  for (const wrong of [mine.sign('y'), other.sign('x'), '', 'é', mine.sign('x').slice(1), `${mine.sign('x')}=`])
    expect([wrong, mine.isSignature('x', wrong)]).toEqual([wrong, false])
  expect(mine.isSignature('y', mine.sign('x'))).toBe(false)
})

describe('a seal', () => {
  // Shows: ASVS 11.3.1
  test('hides the text, differently each time', () => {
    const [one, two] = [mine.seal('canary'), mine.seal('canary')]
    expect(one).not.toBe(two)
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('canary')
    expect(mine.unseal(two)).toBe('canary')
    expect(mine.unseal(mine.seal('Grüße 🏹'))).toBe('Grüße 🏹')
    expect(mine.unseal(mine.seal(''))).toBe('')
  })

  // Shows: ASVS 11.3.3
  test('breaks when any bit of it is changed', () => {
    const sealed = Buffer.from(mine.seal('canary'), 'base64url')
    for (let i = 0; i < sealed.length; i++) {
      const bent = Buffer.from(sealed)
      bent[i] = (bent[i] ?? 0) ^ 1
      expect(() => mine.unseal(bent.toString('base64url'))).toThrow()
    }
    expect(() => mine.unseal('')).toThrow()
  })
})

// Shows: ASVS 6.5.2, ASVS 6.5.3, ASVS 6.5.4, ASVS 6.6.3
test('a token is 32 random bytes, and stored as its SHA-256', () => {
  const tokens = Array.from({ length: 1000 }, newToken)
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
