import { describe, expect, test } from 'vitest'
import { isHashConfig, readAccount, readHashConfig, writeHashConfig } from './account-document.ts'
import type { Fields } from './values.ts'

function read(raw: Fields) {
  const told: string[] = []
  return { account: readAccount(raw, (field) => void told.push(field)), told }
}

describe('an account of the identity service', () => {
  test('has address, password and whether it may be used', () => {
    const who = { email: 'a@b.c', displayName: 'Ana' }
    const raw = { ...who, emailVerified: true, disabled: 'true', passwordHash: 'a-_k', salt: 'c2E' }
    const password = { hash: 'a+/k', salt: 'c2E=' }
    const account = { ...who, verified: true, disabled: true, password, createdAt: '2026-09-01T22:00:00.500Z' }
    expect(read({ ...raw, createdAt: '1788300000500' })).toEqual({ account, told: [] })
  })
  test('may have none of it', () => {
    const none = { email: '', verified: false, disabled: false, displayName: '', password: null, createdAt: null }
    expect(read({})).toEqual({ account: none, told: [] })
    expect(read({ passwordHash: '', emailVerified: 'yes' })).toEqual({ account: none, told: [] })
  })
  test.each([
    [{ passwordHash: 'aaaa', salt: 'no base64!' }, 'salt'],
    [{ passwordHash: 7, salt: 'aaaa' }, 'passwordHash'],
  ])('whose password can’t be read has none, and says why: %j', (raw, field) => {
    expect(read(raw)).toMatchObject({ account: { password: null }, told: [field] })
  })
})

const config = { signerKey: 'a+/k', saltSeparator: 'Bw==', rounds: 8, memCost: 14 }

describe('the parameters of passwords', () => {
  test.each([
    writeHashConfig(config),
    `Copied on Monday:\n${writeHashConfig(config)}\nfrom the console`,
    '{"hash_config":{"algorithm":"SCRYPT","base64_signer_key":"a-_k","base64_salt_separator":"Bw","rounds":8,"mem_cost":14}}',
    '{"signerKey": "a+/k", "saltSeparator": "Bw==", "rounds": 8, "memCost": 14}',
    '--hash-algo=SCRYPT\n--hash-key=a+/k\n--salt-separator=Bw==\n--rounds=8\n--mem-cost=14',
  ])('are read of %j', (text) => {
    expect(readHashConfig(text)).toEqual({ outcome: 'read', config })
  })
  test.each([
    ['a+/k', '<...sensitive...>', 'base64_signer_key is missing or isn’t base64'],
    ['Bw==', '<secret>', 'base64_salt_separator isn’t base64'],
    ['rounds: 8', 'rounds: 9', 'rounds isn’t a whole number from 1 to 8'],
    ['rounds: 8', 'rounds: 0', 'rounds isn’t a whole number from 1 to 8'],
    ['mem_cost: 14', 'mem_cost: 15', 'mem_cost isn’t a whole number from 1 to 14'],
    ['SCRYPT', 'BCRYPT', 'the algorithm is BCRYPT, not SCRYPT'],
  ])('are refused with %j as %j: %s', (right, wrong, why) => {
    expect(readHashConfig(writeHashConfig(config).replace(right, wrong))).toEqual({ outcome: 'refused', why })
  })
  test('are recognized among other files', () => {
    expect(isHashConfig(writeHashConfig(config))).toBe(true)
    expect(isHashConfig('{"type": "service_account", "private_key": "x"}')).toBe(false)
  })
})
