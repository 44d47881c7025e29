import { expect, test } from 'vitest'
import { deviceState } from './push-subscription.ts'

const well = { able: true, appleTab: false, permission: 'granted', registered: true } as const

test.each([
  ['on', well],
  ['off', { ...well, registered: false }],
  // The user revoked the permission in the browser's settings.
  ['off', { ...well, permission: 'default' }],
  ['blocked', { ...well, permission: 'denied' }],
  ['blocked', { ...well, permission: 'denied', registered: false }],
  ['unsupported', { ...well, able: false }],
  ['needs-home-screen', { ...well, able: false, appleTab: true }],
  // Supported on the home screen.
  ['on', { ...well, appleTab: true }],
] as const)('a device is %s', (state, facts) => expect(deviceState(facts)).toBe(state))
