import { describe, expect, test } from 'vitest'
import {
  decideEndEarly,
  decideRemoveAttendee,
  decideStart,
  decideTakeBack,
  isLive,
  isOver,
  isStarted,
  isUpcoming,
  type Practice,
  startableFrom,
} from './practices.ts'

const startsAt = '2026-11-24T23:00:00.000Z'
const endsAt = '2026-11-25T01:00:00.000Z'
const during = '2026-11-25T00:00:00.000Z'
const justBeforeEnd = '2026-11-25T00:59:59.999Z'

const untouched = { cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false }
const scheduled: Practice = { id: 'p1', startsAt, endsAt, ...untouched }
const cancelled = { ...scheduled, cancelledAt: '2026-11-20T12:00:00.000Z' }
const live = { ...scheduled, startedAt: startsAt }
const endedEarly = { ...live, endedAt: '2026-11-24T23:30:00.000Z', endedEarly: true }
const ended = { ...live, endedAt: endsAt }
const refused = (reason: string) => ({ outcome: 'refused', reason })

test.each<[state: string, practice: Practice, now: string, expected: string]>([
  ['scheduled, in its last millisecond', scheduled, justBeforeEnd, 'upcoming'],
  ['scheduled, at its end', scheduled, endsAt, 'over'],
  ['cancelled', cancelled, during, ''],
  ['live, before its start', live, '2026-11-24T22:45:00.000Z', 'started, live'],
  ['live, in its last millisecond', live, justBeforeEnd, 'started, live'],
  ['live on paper, at its end', live, endsAt, 'started, over'],
  ['ended early', endedEarly, during, 'over'],
])('a practice that is %s', (_, practice, now, expected) => {
  const facts = {
    started: isStarted(practice),
    live: isLive(practice, now),
    over: isOver(practice, now),
    upcoming: isUpcoming(practice, now),
  }
  expect(
    Object.entries(facts)
      .flatMap(([name, is]) => (is ? [name] : []))
      .join(', '),
  ).toBe(expected)
  // Only a live practice has attendees to remove and can be ended early.
  expect(decideRemoveAttendee({ practice, now })).toEqual(facts.live ? { outcome: 'removed' } : refused('not-live'))
  expect(decideEndEarly({ practice, now })).toEqual(facts.live ? { outcome: 'ended' } : refused('not-live'))
})

describe('a start', () => {
  const startAt = (now: string, practice = scheduled, otherLive = false, startWindowMinutes = 30) =>
    decideStart({ practice, otherLive, now, startWindowMinutes })

  // Shows: T34
  test.each([
    ['2026-11-24T22:29:59.999Z', refused('too-early')],
    [justBeforeEnd, { outcome: 'started' }],
    [endsAt, refused('practice-over')],
  ])('at %s: %o, for a practice from 23:00 to 01:00', (now, decision) => expect(startAt(now)).toEqual(decision))

  test.each([
    [0, '2026-11-24T23:00:00.000Z'],
    [45, '2026-11-24T22:15:00.000Z'],
  ])('with a window of %i minutes is possible from %s on', (minutes, from) => {
    expect(startableFrom(scheduled, minutes)).toBe(from)
    expect(startAt(from, scheduled, false, minutes)).toEqual({ outcome: 'started' })
    const before = new Date(Date.parse(from) - 1).toISOString()
    expect(startAt(before, scheduled, false, minutes)).toEqual(refused('too-early'))
  })

  test('of the live practice changes nothing, even if another row says live; while another is live it is refused', () => {
    for (const otherLive of [false, true]) expect(startAt(during, live, otherLive)).toEqual({ outcome: 'already-live' })
    expect(startAt(during, scheduled, true)).toEqual(refused('another-live'))
  })

  test.each([
    ['that was ended early, in its last millisecond', endedEarly, justBeforeEnd, 'ended-early'],
    ['that was ended early, and whose time is up', endedEarly, endsAt, 'practice-over'],
    ['that has ended before a late change of its end', { ...ended, endedAt: during }, during, 'practice-over'],
    ['that is live on paper and past its end', live, endsAt, 'practice-over'],
    ['that is cancelled', cancelled, during, 'practice-cancelled'],
  ])('of a practice %s is refused', (_, practice, now, reason) => {
    expect(startAt(now, practice)).toEqual(refused(reason))
  })

  test('names the first of several reasons', () => {
    const early = '2026-11-24T20:00:00.000Z'
    expect(startAt(early, cancelled, true)).toEqual(refused('practice-cancelled'))
    expect(startAt(endsAt, cancelled, true)).toEqual(refused('practice-over'))
    expect(startAt(during, { ...endedEarly, cancelledAt: startsAt }, true)).toEqual(refused('ended-early'))
  })
})

describe('undoing an early end', () => {
  const reopen = (practice: Practice, now: string, otherLive = false) => decideTakeBack({ practice, otherLive, now })

  test('is possible until the last millisecond before the end time', () => {
    expect(reopen(endedEarly, during)).toEqual({ outcome: 'live-again' })
    expect(reopen(endedEarly, justBeforeEnd)).toEqual({ outcome: 'live-again' })
    expect(reopen(endedEarly, endsAt)).toEqual(refused('practice-over'))
  })

  test('is refused while another practice is live, though not once this one is over', () => {
    expect(reopen(endedEarly, during, true)).toEqual(refused('another-live'))
    expect(reopen(endedEarly, endsAt, true)).toEqual(refused('practice-over'))
  })

  test.each([
    ['is live', live],
    ['was not started', scheduled],
    ['ended at its time', ended],
  ])('of a practice that %s is refused', (_, practice) => {
    expect(reopen(practice, during, true)).toEqual(refused('not-ended-early'))
    expect(reopen(practice, endsAt)).toEqual(refused('not-ended-early'))
  })
})
