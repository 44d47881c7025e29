import { expect, test } from 'vitest'
import { firebaseHash, oldPassword, readOldPassword, verifyOldPassword } from './passwords.ts'

/** The example in the README of github.com/firebase/scrypt. */
const published = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
  salt: '42xEC+ixf3L2lw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
}

test('the hash that Firebase has published as an example comes out', async () => {
  expect((await firebaseHash(published, 'user1password')).toString('base64')).toBe(published.hash)
  const stored = oldPassword(published)
  expect(readOldPassword(stored)).toEqual(published)
  expect(await verifyOldPassword(stored, 'user1password')).toBe(true)
  expect(await verifyOldPassword(stored, 'user1passwort')).toBe(false)
  expect(await verifyOldPassword('nothing of the kind', 'user1password')).toBe(false)
})
