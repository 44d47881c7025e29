import { expect, test } from 'vitest'
import { checkGuestEmail, decideGuest, guestErasedFrom, guestIdentity } from './guests.ts'

const times = { startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z' }
const planned = { id: 'p', ...times, cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false }
const started = { ...planned, startedAt: times.startsAt }
const usual = { practice: started, allowed: true, mostPerTerm: 3, isThere: false, visits: 2, now: times.startsAt }

test.each([
  ['entered', {}],
  ['entered', { waiver: { isSet: true, signed: true } }],
  ['entered', { practice: planned, now: times.endsAt }],
  // Not a second time, even where they couldn't be entered now.
  ['unchanged', { isThere: true, allowed: false, visits: 3 }],
  ['no-guests', { allowed: false }],
  ['not-begun', { practice: planned }],
  ['waiver-missing', { waiver: { isSet: true, signed: false } }],
  ['too-many-visits', { visits: 3 }],
] as const)('a guest is %s: %o', (expected, facts) => {
  const decision = decideGuest({ waiver: { isSet: false, signed: false }, ...usual, ...facts })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(expected)
})

test.each([
  [' Gus@Mail.Example.org ', 'gus@mail.example.org'],
  ['gus@my-club.co', 'gus@my-club.co'],
  [' ', null],
])('%j is the email %j', (typed, email) => expect(checkGuestEmail(typed)).toEqual({ outcome: 'accepted', email }))

test.each([
  ...['gus', 'gus@', 'gus@example', 'gus@example.c', '@example.org', 'gus@.org', 'gus@a..org', 'gus@a.org!'],
  ...['gus@!a.org', 'gus@a.org@b.org', 'gu s@a.org', 'gus@a_b.org'],
])('%j is no complete email', (typed) => {
  expect(checkGuestEmail(typed)).toEqual({ outcome: 'refused', reason: 'email-incomplete' })
})

test('a guest is known by the email, or without one by the name in any spelling, until a year after the last visit', () => {
  expect(guestIdentity({ name: 'Gus', email: 'gus@a.org' })).toBe('gus@a.org')
  expect(guestIdentity({ name: 'José DÍAZ', email: null })).toBe('name jose diaz')
  expect(guestErasedFrom('2026-11-24T23:00:00.000Z')).toBe('2027-11-24T23:00:00.000Z')
})
