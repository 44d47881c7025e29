import { describe, expect, test } from 'vitest'
import {
  eight,
  event,
  everything,
  half,
  nine,
  nothing,
  now,
  plan,
  six,
  stored,
  timeZone,
  titled,
} from '#test/support/calendar-plan.ts'
import { type CalendarEvent, copyOf, isMassLoss } from './calendar-sync.ts'
import type { StoredPractice } from './stored-practice.ts'

describe('an event that is new', () => {
  test('makes a practice, with a copy of the event', () => {
    expect(plan([], [event()])).toEqual({ ...nothing, added: [copyOf(event(), 'google', timeZone)] })
  })

  test('makes none when it is cancelled, or when the title filter leaves it out', () => {
    expect(plan([], [event({ status: 'cancelled' })])).toEqual(nothing)
    expect(plan([], [event({ summary: 'Board meeting' })], { filter: titled })).toEqual(nothing)
    expect(plan([], [event({ summary: 'PRACTICE' })], { filter: titled }).added).toHaveLength(1)
  })

  test('makes one when the answer has it twice, as the later of the two says', () => {
    const { added } = plan([], [event(), event({ summary: 'Practice, moved' })])
    expect(added.map(({ title }) => title)).toEqual(['Practice, moved'])
    expect(plan([], [event(), event({ status: 'cancelled' })])).toEqual(nothing)
  })

  test('makes one of its own when it shares UID and original start with a stored one', () => {
    const twin = event({ id: 'e2' })
    const events = [event(), twin]
    for (const each of [events, events.toReversed()]) {
      const { added, changed, missing } = plan([stored()], each)
      expect([added.map(({ eventId }) => eventId), changed, missing]).toEqual([['e2'], [], []])
    }
  })
})

describe('a practice that is ahead', () => {
  const cancelled = stored({ cancelledAt: '2026-11-20T12:00:00.000Z' })
  const thursday = { start: { at: '2026-11-26T00:00:00.000Z' }, end: { at: '2026-11-26T02:00:00.000Z' } }
  const allDay = event({ start: { on: '2026-11-24' }, end: { on: '2026-11-25' } })

  test.each<[what: string, practice: StoredPractice, event: Partial<CalendarEvent>, set: object | null]>([
    ['stays as it is while its event does', stored(), {}, null],
    [
      'moves with its event',
      stored(),
      thursday,
      { startsAt: thursday.start.at, endsAt: thursday.end.at, startsOn: '2026-11-25', lastOn: '2026-11-25' },
    ],
    ['takes over a new title', stored(), { summary: 'Barebow evening' }, { title: 'Barebow evening' }],
    ['takes over a new organizer', stored(), { organizer: 'ana@purdue.edu' }, { organizer: 'ana@purdue.edu' }],
    ['takes over a new end', stored(), { end: { at: nine } }, { endsAt: nine }],
    ['lasts two hours without an end, as before', stored(), { end: null }, null],
    ['that was all day gets times', stored({}, allDay), {}, { startsAt: six, endsAt: eight, allDay: false }],
    ['stays a practice with a title that the filter leaves out', stored(), { summary: 'Party' }, { title: 'Party' }],
    [
      'is cancelled with its event, and stays as it was otherwise',
      stored(),
      { status: 'cancelled', summary: '', start: { at: nine }, end: null },
      { cancelledAt: now },
    ],
    ['that is cancelled already keeps the moment of it', cancelled, { status: 'cancelled' }, null],
    ['comes back as its event is now', cancelled, { end: { at: nine } }, { endsAt: nine, cancelledAt: null }],
  ])('%s', (_, practice, change, set) => {
    const expected = { ...nothing, changed: set ? [{ id: 'p1', set }] : [] }
    expect(plan([practice], [event(change)], { filter: titled })).toEqual(expected)
    expect(plan([practice], [event(change), event(change)], { filter: titled })).toEqual(expected)
  })

  test('is cancelled up to its last millisecond, and not at its end', () => {
    const events = [event({ status: 'cancelled' })]
    expect(plan([stored()], events, { now: '2026-11-25T00:59:59.999Z' }).changed).toHaveLength(1)
    expect(plan([stored()], events, { now: eight })).toEqual(nothing)
  })
})

describe('a practice whose event is not in the answer', () => {
  test('is missing: gone or moved past the window, which the source must say', () => {
    const { added, changed, missing } = plan([stored()], [])
    expect([added, changed, missing.map(({ id }) => id)]).toEqual([[], [], ['p1']])
  })

  test('is not missing once the source has named the time past the window that it moved to', () => {
    const far = event({ start: { at: '2027-05-04T22:00:00.000Z' }, end: null })
    const { changed, missing } = plan([stored()], [far])
    expect(changed[0]?.set).toMatchObject({ startsAt: '2027-05-04T22:00:00.000Z', startsOn: '2027-05-04' })
    expect(missing).toEqual([])
    expect(plan([stored({}, far)], [])).toEqual({ ...nothing, kept: 0 })
  })

  test('is not canceled with another event of the same calendar that was the same occurrence', () => {
    const { changed, missing } = plan([stored()], [event({ id: 'e0', status: 'cancelled' })])
    expect([changed, missing.map(({ id }) => id)]).toEqual([[], ['p1']])
  })

  const [opens, closes] = ['2026-11-20T05:00:00.000Z', '2027-02-20T05:00:00.000Z']
  test.each([
    ['begins before the window ends', '2027-02-20T04:59:59.999Z', '2027-02-20T07:00:00.000Z', true],
    ['begins as the window ends', closes, '2027-02-20T07:00:00.000Z', false],
    ['ends after the window begins', '2026-11-20T04:00:00.000Z', '2026-11-20T05:00:00.001Z', true],
    ['ends as the window begins', '2026-11-20T04:00:00.000Z', opens, false],
  ])('and that %s is missing: to the millisecond', (_, startsAt, endsAt, isMissing) => {
    const { missing } = plan([stored({ startsAt, endsAt })], [], { now: '2026-11-20T04:00:00.000Z' })
    expect(missing.length).toBe(isMissing ? 1 : 0)
  })

  test('and that another calendar had is left alone', () => {
    expect(plan([stored({ source: 'ics' })], [])).toEqual({ ...nothing, kept: 0 })
  })

  test('because it could not be read is not gone, whether known by its id or by its UID', () => {
    expect(plan([stored()], [], { unreadable: new Set(['e1']) })).toEqual(nothing)
    expect(plan([stored()], [], { unreadable: new Set(['u1@club']) })).toEqual(nothing)
    expect(plan([stored()], [], { unreadable: new Set(['p1', 'e2', '']) }).missing).toHaveLength(1)
  })
})

// Shows: T56
test('a series that is split keeps its practices, which go on as the new events (T56)', () => {
  const week = { at: '2026-12-01T23:00:00.000Z' }
  const later = event({ id: 's_2', originalStart: week, start: week, end: null })
  const split = event({ ...later, id: 'r_2', iCalUid: 'r@club' })
  const practices = [stored(), stored({ id: 'p2', answered: true }, later)]
  const identity = { source: 'google', eventId: 'r_2', icalUid: 'r@club', originalStart: week.at }
  const same = plan(practices, [event(), split])
  expect(same).toEqual({ ...nothing, changed: [{ id: 'p2', set: identity }] })
  const cancelled = plan(practices, [event(), { ...later, status: 'cancelled' }, split])
  expect(cancelled).toEqual(same)
  const moved = plan(practices, [event(), { ...split, start: { at: '2026-12-02T00:00:00.000Z' } }])
  expect(moved.changed).toMatchObject([{ id: 'p2', set: { ...identity, startsAt: '2026-12-02T00:00:00.000Z' } }])
})

describe('a practice that an officer deleted', () => {
  const deleted = stored({ deletedAt: '2026-11-20T12:00:00.000Z' })

  test('stays as it was and is not made again when its event moves', () => {
    expect(plan([deleted], [event({ start: { at: nine }, end: null })])).toEqual(nothing)
  })

  test.each([
    ['google', 'u1@club'],
    ['google', 'other@club'],
    ['ics', 'u1@club'],
    ['ics', 'other@club'],
  ] as const)('stays deleted, and is known by its new id, when its event is replaced (%s, %s)', (source, icalUid) => {
    const { added, changed } = plan([deleted], [event({ id: 'other', iCalUid: icalUid })], { source })
    const identity = { source, eventId: 'other', icalUid, originalStart: '' }
    expect([added, changed]).toEqual([[], [{ id: 'p1', set: identity }]])
  })
})

describe('a practice that is live', () => {
  const live = stored({ startedAt: six })
  const at = (nowText: string, change: Partial<CalendarEvent>) => plan([live], [event(change)], { now: nowText })

  const sameDay = { lastOn: '2026-11-24' }
  const pastOne = '2026-11-25T06:00:00.000Z'
  test.each<[why: string, change: Partial<CalendarEvent>, set: object | null]>([
    ['a later end extends it', { end: { at: nine } }, { endsAt: nine, ...sameDay }],
    ['an end past midnight is on the next day', { end: { at: pastOne } }, { endsAt: pastOne, lastOn: '2026-11-25' }],
    ['an earlier end ends it at the next check', { end: { at: half } }, { endsAt: half, ...sameDay }],
    ['no end means two hours', { start: { at: half }, end: null }, { endsAt: '2026-11-25T01:30:00.000Z', ...sameDay }],
    ['of moved times the end counts', { start: { at: half }, end: { at: nine } }, { endsAt: nine, ...sameDay }],
    ['new texts change nothing', { summary: 'Party', location: 'Hall', description: 'x', organizer: 'x@a.edu' }, null],
    ['a start that moves alone changes nothing', { start: { at: half } }, null],
    ['a cancelled event keeps its last end', { status: 'cancelled', end: { at: nine } }, null],
  ])('keeps its copy: %s', (_, change, set) => {
    expect(at('2026-11-24T23:45:00.000Z', change)).toEqual(set ? { ...nothing, changed: [{ id: 'p1', set }] } : nothing)
  })

  // Shows: T55
  test('can be extended until its last millisecond; at its end it is over, whether or not the timed end has run', () => {
    expect(at('2026-11-25T00:59:59.999Z', { end: { at: nine } }).changed).toHaveLength(1)
    expect(at(eight, { end: { at: nine } })).toEqual(nothing)
  })
})

test('a practice that is over and was not started is never canceled, and is ahead again when its event is put off', () => {
  const yesterday = event({ start: { at: '2026-11-20T23:00:00.000Z' }, end: null })
  const over = stored({}, yesterday)
  for (const events of [[{ ...yesterday, status: 'cancelled' as const }], []])
    expect(plan([over], events)).toEqual(nothing)
  expect(plan([over], [event()]).changed[0]?.set).toMatchObject({ startsAt: six, endsAt: eight })
})

describe('a new calendar source', () => {
  const inFeed = event({ id: 'u1@club' })
  const identity = { source: 'ics', eventId: 'u1@club', icalUid: 'u1@club', originalStart: '' }

  test('finds the practices of a series by their original start, where they moved to notwithstanding', () => {
    const series = (prefix: string, start?: string) =>
      [six, '2026-12-01T23:00:00.000Z'].map((at, i) =>
        event({ id: `${prefix}-${i + 1}`, originalStart: { at }, start: { at: start ?? at }, end: null }),
      )
    const practices = series('s').map((each, i) => stored({ id: `p${i + 1}` }, each))
    const events = series('feed', nine)
    const { added, changed, missing } = plan(practices, events.toReversed(), { source: 'ics' })
    expect([added, missing]).toEqual([[], []])
    expect(changed.map(({ id, set }) => `${id} ${set.eventId}`)).toEqual(['p2 feed-2', 'p1 feed-1'])
    for (const { set } of changed) expect(set.startsAt).toBe(nine)
  })

  test('does not take an event of the same id for the same practice', () => {
    const other = event({ iCalUid: 'other@club', start: { at: '2026-12-05T15:00:00.000Z' }, end: null })
    const { added, changed } = plan([stored()], [other], { source: 'ics' })
    expect([added.map(({ icalUid }) => icalUid), changed]).toEqual([['other@club'], []])
  })

  test('takes over what is live or has ended without a change to its copy', () => {
    const other = { ...inFeed, summary: 'Party', start: { at: half } }
    const facts = { source: 'ics' as const, now: half }
    expect(plan([stored({ startedAt: six })], [other], facts).changed).toEqual([{ id: 'p1', set: identity }])
    const ended = stored({ startedAt: six, endedAt: half, endedEarly: true })
    expect(plan([ended], [other], facts).changed).toEqual([{ id: 'p1', set: identity }])
  })

  test('that has the event as cancelled takes the practice over and cancels it', () => {
    const cancelled = [{ ...inFeed, status: 'cancelled' as const }]
    const set = { ...identity, cancelledAt: now }
    expect(plan([stored()], cancelled, { source: 'ics' }).changed).toEqual([{ id: 'p1', set }])
    expect(plan([stored()], cancelled, { source: 'ics', now: eight }).changed).toEqual([{ id: 'p1', set: identity }])
  })

  test('gives two events that both could be the practice one each', () => {
    const { added, changed } = plan([stored()], [inFeed, { ...inFeed, id: 'again' }], { source: 'ics' })
    expect(changed).toEqual([{ id: 'p1', set: identity }])
    expect(added.map(({ eventId }) => eventId)).toEqual(['again'])
  })
})

test('an event about a person is a practice only if the settings say so', () => {
  const birthday = event({ isPersonal: true })
  expect(plan([], [birthday])).toEqual(nothing)
  expect(plan([], [birthday], { filter: { ...everything, personalEvents: true } }).added).toHaveLength(1)
})

describe('what is kept', () => {
  const week = (number: number) => `2026-12-0${number}T23:00:00.000Z`
  const at = (number: number, set: Partial<CalendarEvent> = {}) =>
    event({ id: `e${number}`, iCalUid: `u${number}`, start: { at: week(number) }, end: null, ...set })
  const storedAt = (number: number) => stored({ id: `p${number}` }, at(number))
  const practices = [1, 2, 3, 4].map(storedAt)

  test('has an event by its id or a new one, or one that can’t be read; not what is canceled, deleted, or gone', () => {
    const events = [at(1), at(2, { id: 'new', iCalUid: 'new' }), at(3, { status: 'cancelled' })]
    expect(plan(practices, events).kept).toBe(2)
    expect(plan(practices, events, { unreadable: new Set(['u4']) }).kept).toBe(3)
    const deleted = practices.map((practice) => ({ ...practice, deletedAt: now }))
    expect(plan(deleted, events).kept).toBe(0)
    expect(plan(practices, [at(1), at(2)], { now: '2026-12-03T02:00:00.000Z' }).kept).toBe(0)
  })

  test('has new ids where most events have', () => {
    const replaced = (number: number) => at(number, { id: `n${number}`, iCalUid: `n${number}` })
    expect(plan(practices, [replaced(1), replaced(2), replaced(3), at(4)]).changesMostIds).toBe(true)
    expect(plan(practices, [replaced(1), replaced(2), at(3), at(4)]).changesMostIds).toBe(false)
    const six = [...practices, ...[5, 6].map(storedAt)]
    const half = [replaced(1), replaced(2), replaced(3), at(4), at(5)]
    expect(plan(six, [...half, at(6)]).changesMostIds).toBe(false)
    expect(plan(six, [...half, at(6, { status: 'cancelled' })]).changesMostIds).toBe(true)
  })

  test('is also what officers have to decide on', () => {
    const answered = { ...storedAt(1), answered: true }
    const events = ['a', 'b'].map((id) => at(1, { id, iCalUid: id }))
    expect(plan([answered], [at(1, { status: 'cancelled' }), ...events])).toMatchObject({ kept: 1, undecided: [{}] })
  })
})

test.each([
  [0, 0, false],
  [1, 0, true],
  [2, 1, false],
  [3, 3, false],
  [3, 2, true],
])('%i practices missing and %i kept are a loss of most of the calendar: %s', (missing, kept, expected) => {
  expect(isMassLoss({ missing, kept })).toBe(expected)
})
