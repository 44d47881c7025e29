import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// Characters that NFKC changes: a ligature, a circled number, the ångström sign, and an ö of two code points.
const composed = '\ufb01eld \u2460 \u212bngstro\u0308m'

/** Hashes made by Better Auth 1.7.7, which earlier releases used; they must still verify. */
const stored: Record<string, string> = {
  'quiet gold':
    'b0f3c6b3d91558d67513bc38780476d4:db49bb5fd9237105076e13b28d418436eeecaad17a290a84ed1505408b91a4ea9aa8ea924e925819da835486e411590603847c0e990c641104a46ef1694d7714',
  [composed]:
    'acbce8ec1eeb93366c6924568054f9d0:785237e9ad2407cb9d64423a153ae9d3eda2aea1378206925bc4770307c6e927f9f476afad344fd1679d0499cdd542db6a79995184d8d23e29e16bfccf87d4ae',
  [`Ab3$`.repeat(32)]:
    '7824ece78c6fe0faa092a23475412056:d966f56c87c94a8705a0206ed240bfd21c0aa9fc249e50f01034aa1255eb66a1d73cd2f2869a0df1f937997d13bf889e77619551eaf159d06fcf953904cb8e38',
}
const quietGold = stored['quiet gold'] ?? ''

describe('a stored hash', () => {
  test.each(Object.entries(stored))('fits the password that it was made of: %s', async (password, hash) => {
    expect(await verifyPassword(hash, password)).toBe(true)
    expect(await verifyPassword(hash, `${password}.`)).toBe(false)
  })

  test('fits that password as another keyboard composes it', async () => {
    expect(await verifyPassword(stored[composed] ?? '', 'field 1 \u00c5ngstr\u00f6m')).toBe(true)
  })

  test('is a salt and a key in hex, fits, and is different each time', async () => {
    const hash = await hashPassword('\ufb01eld')
    expect(hash).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
    expect(await verifyPassword(hash, 'field')).toBe(true)
    expect(await verifyPassword(hash, 'Field')).toBe(false)
    expect(await hashPassword('\ufb01eld')).not.toBe(hash)
  })

  test.each([
    ['empty', ''],
    ['cut off', quietGold.slice(0, -1)],
    ['not all ASCII', quietGold.replace(/.$/, 'é')],
  ])('that is %s fits no password', async (_, hash) => {
    expect(await verifyPassword(hash, 'quiet gold')).toBe(false)
  })
})
