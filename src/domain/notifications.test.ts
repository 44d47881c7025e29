import { describe, expect, test } from 'vitest'
import { isChangeRelevant, notifyChangeAt, whatChanged } from './notifications.ts'

const times = { startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z', allDay: false }
const practice = { title: 'Tuesday practice', ...times, location: 'Lafayette Range', off: false }
const off = { ...practice, off: true }
const later = { ...practice, startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z' }

test.each([
  ['nothing', practice, practice, null],
  ['its title alone', practice, { ...practice, title: 'Open shooting' }, null],
  ['its place, spelled with other spaces', practice, { ...practice, location: ' Lafayette  Range\n' }, null],
  ['its beginning', practice, { ...practice, startsAt: '2026-11-24T22:30:00.000Z' }, 'moved'],
  ['its end', practice, { ...practice, endsAt: '2026-11-25T01:30:00.000Z' }, 'moved'],
  ['its having times', practice, { ...practice, allDay: true }, 'moved'],
  ['its place', practice, { ...practice, location: 'Co-Rec' }, 'moved'],
  ['that it is cancelled', practice, off, 'off'],
  ['that it is cancelled, and moved', practice, { ...later, off: true }, 'off'],
  ['the time of one that is cancelled', off, { ...later, off: true }, null],
  ['that it takes place after all', off, practice, 'on-again'],
  ['that it takes place after all, on another day', off, later, 'on-again'],
] as const)('of a practice has changed %s', (_what, before, after, change) => {
  expect(whatChanged(before, after)).toBe(change)
})

describe('a change is news', () => {
  const isNews = (facts: Partial<Parameters<typeof isChangeRelevant>[0]>) =>
    isChangeRelevant({ before: practice, after: later, startedAt: null, now: '2026-11-24T12:00:00.000Z', ...facts })

  test('while the practice lies ahead, as it was known or as it is', () => {
    expect(isNews({})).toBe(true)
    expect(isNews({ now: '2026-11-25T00:59:59.999Z', after: off })).toBe(true)
    expect(isNews({ now: practice.endsAt, after: off })).toBe(false)
    expect(isNews({ now: practice.endsAt })).toBe(true)
    // Moved into the past by mistake: someone might still go at the old time.
    expect(isNews({ before: later, after: practice, now: practice.endsAt })).toBe(true)
    expect(isNews({ now: later.endsAt })).toBe(false)
  })

  test('until it has begun, and only where there is one', () => {
    expect(isNews({ startedAt: '2026-11-24T11:00:00.000Z' })).toBe(false)
    expect(isNews({ after: practice })).toBe(false)
  })
})

test('a change is told after three quiet minutes, and after one where the practice begins within the hour', () => {
  const at = (now: string, change = { before: practice, after: later }) => notifyChangeAt(change, now)
  expect(at('2026-11-24T12:00:00.000Z')).toBe('2026-11-24T12:03:00.000Z')
  expect(at('2026-11-24T22:00:00.000Z')).toBe('2026-11-24T22:03:00.000Z')
  expect(at('2026-11-24T22:00:00.001Z')).toBe('2026-11-24T22:01:00.001Z')
  expect(at('2026-11-24T22:30:00.000Z', { before: later, after: practice })).toBe('2026-11-24T22:31:00.000Z')
})
