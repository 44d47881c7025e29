import { describe, expect, test } from 'vitest'
import { isHashConfig, readHashConfig, writeHashConfig } from './account-document.ts'

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
  test('may be without a separator', () => {
    const text = '{"signerKey": "a+/k", "saltSeparator": "", "rounds": 1, "memCost": 1}'
    expect(readHashConfig(text)).toEqual({
      outcome: 'read',
      config: { signerKey: 'a+/k', saltSeparator: '', rounds: 1, memCost: 1 },
    })
  })
  test.each([
    ['a+/k', '<...sensitive...>', 'base64_signer_key is missing or isn’t base64'],
    ['Bw==', '<secret>', 'base64_salt_separator isn’t base64'],
    ['rounds: 8', 'rounds: 9', 'rounds isn’t a whole number from 1 to 8'],
    ['rounds: 8', 'rounds: 0', 'rounds isn’t a whole number from 1 to 8'],
    ['mem_cost: 14', 'mem_cost: 15', 'mem_cost isn’t a whole number from 1 to 14'],
    ['mem_cost: 14', '', 'mem_cost isn’t a whole number from 1 to 14'],
    ['SCRYPT', 'BCRYPT', 'the algorithm is BCRYPT, not SCRYPT'],
  ])('are refused with %j as %j: %s', (right, wrong, why) => {
    expect(readHashConfig(writeHashConfig(config).replace(right, wrong))).toEqual({ outcome: 'refused', why })
  })
  test('are told from other files', () => {
    expect(isHashConfig(writeHashConfig(config))).toBe(true)
    expect(isHashConfig('{"type": "service_account", "private_key": "x"}')).toBe(false)
  })
})
