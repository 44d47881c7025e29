import { describe, expect, test } from 'vitest'
import { readAccount } from './account-document.ts'
import type { Fields } from './values.ts'

function read(raw: Fields) {
  const told: string[] = []
  return { account: readAccount(raw, (field) => void told.push(field)), told }
}

describe('an account of the identity service', () => {
  test('has address, password and whether it may be used', () => {
    const raw = {
      email: 'a@b.c',
      emailVerified: true,
      disabled: 'true',
      displayName: 'Ana',
      passwordHash: 'a-_k',
      salt: 'c2E',
    }
    expect(read({ ...raw, createdAt: '1788300000500' })).toEqual({
      account: {
        email: 'a@b.c',
        verified: true,
        disabled: true,
        displayName: 'Ana',
        password: { hash: 'a+/k', salt: 'c2E=' },
        createdAt: '2026-09-01T22:00:00.500Z',
      },
      told: [],
    })
  })
  test('may have none of it', () => {
    const none = { email: '', verified: false, disabled: false, displayName: '', password: null, createdAt: null }
    expect(read({})).toEqual({ account: none, told: [] })
    expect(read({ passwordHash: '', emailVerified: 'yes' })).toEqual({ account: none, told: [] })
  })
  test.each([
    [{ passwordHash: 'aaaa' }, 'salt'],
    [{ passwordHash: 'aaaa', salt: 'no base64!' }, 'salt'],
    [{ passwordHash: '?', salt: 'aaaa' }, 'passwordHash'],
    [{ passwordHash: 7, salt: 'aaaa' }, 'passwordHash'],
  ])('whose password can’t be read has none, and says why: %j', (raw, field) => {
    expect(read(raw)).toMatchObject({ account: { password: null }, told: [field] })
  })
})
