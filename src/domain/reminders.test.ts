import { expect, test } from 'vitest'
import { activeSince, decideReminder, decideRemindNow, isAsked } from './reminders.ts'

const now = '2026-11-24T20:00:00.000Z'

test.each([
  ['none without a practice', [], null],
  ['the Monday of the only one', ['2026-11-19'], '2026-11-16'],
  // Sunday belongs to the week that began on Monday.
  ['four weeks back', ['2026-11-24', '2026-11-19', '2026-11-12', '2026-11-08', '2026-11-01'], '2026-11-02'],
  ['further back over a break', ['2027-01-12', '2026-12-10', '2026-12-08', '2026-12-01', '2026-11-24'], '2026-11-23'],
] as const)('the weeks that count begin on %s', (_, days, monday) => {
  expect(activeSince([...days])).toBe(monday)
})

test.each([
  ['came on the first day of these weeks', '2026-11-02', '2025-01-01T00:00:00.000Z', true],
  ['came only before', '2026-11-01', '2025-01-01T00:00:00.000Z', false],
  ['joined four weeks ago', null, '2026-10-27T20:00:00.000Z', true],
  ['joined earlier', null, '2026-10-27T19:59:59.999Z', false],
] as const)('someone who %s', (_, lastCameOn, joinedAt, asked) => {
  expect(isAsked({ lastCameOn, joinedAt, since: '2026-11-02', now })).toBe(asked)
  // Without any practice so far, only those who are new are asked.
  expect(isAsked({ lastCameOn, joinedAt, since: null, now })).toBe(asked && lastCameOn === null)
})

test('a third reminder within seven days waits until the first of the last two is that old', () => {
  const decide = (...earlier: string[]) => decideReminder({ hasChannel: true, today: false, earlier, now })
  const [week, less] = ['2026-11-17T20:00:00.000Z', '2026-11-17T20:00:00.001Z']
  expect(decide()).toEqual({ outcome: 'reminded' })
  expect(decide(less)).toEqual({ outcome: 'reminded' })
  expect(decide(now, week)).toEqual({ outcome: 'reminded' })
  const freeAt = '2026-11-24T20:00:00.001Z'
  expect(decide(now, less)).toEqual({ outcome: 'left-out', reason: 'two-this-week', freeAt })
  expect(decide('2026-11-20T20:00:00.000Z', less, week)).toMatchObject({ freeAt })
  expect(decideReminder({ hasChannel: false, today: true, earlier: [now, now], now })).toMatchObject({
    reason: 'turned-off',
  })
  expect(decideReminder({ hasChannel: true, today: true, earlier: [], now })).toMatchObject({
    reason: 'reminded-today',
  })
})

test.each([
  ['sent', {}],
  ['practice-over', { practice: { endedAt: now } }],
  ['practice-cancelled', { practice: { cancelledAt: now } }],
  ['practice-started', { practice: { startedAt: now } }],
  ['practice-started', { practice: { startsAt: now } }],
  ['awaiting-preview', { awaitingPreview: true }],
  ['reminded-today', { today: true }],
  ['quiet-hours', { isNight: true }],
  ['no-one-left', { people: 0 }],
] as const)('Remind now: %s', (expected, { practice = {}, ...facts }: Record<string, unknown>) => {
  const ahead = { startsAt: '2026-11-24T23:00:00.000Z', cancelledAt: null, startedAt: null, endedAt: null }
  const usual = { awaitingPreview: false, isNight: false, today: false, people: 3, now }
  const decision = decideRemindNow({ practice: { ...ahead, ...(practice as object) }, ...usual, ...facts })
  expect(decision).toEqual(expected === 'sent' ? { outcome: 'sent' } : { outcome: 'refused', reason: expected })
})
