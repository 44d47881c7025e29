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

describe('an event that is new', () => {
  test('makes a practice, with a copy of the event', () => {
    expect(plan([], [event()])).toEqual({ ...nothing, added: [copyOf(event(), 'google', timeZone)] })
  })

  test('makes none when it is cancelled, or when the title filter leaves it out', () => {
    expect(plan([], [event({ status: 'cancelled' })])).toEqual(nothing)
    expect(plan([], [event({ summary: 'Board meeting' })], { filter: titled })).toEqual(nothing)
    expect(plan([], [event({ summary: 'PRACTICE' })], { filter: titled }).added).toHaveLength(1)
  })

  test('makes one of each occurrence of a series', () => {
    const week = (id: string, at: string) => event({ id, originalStart: { at }, start: { at }, end: null })
    const { added } = plan([], [week('s_1', six), week('s_2', '2026-12-01T23:00:00.000Z')])
    expect(added.map(({ eventId, startsOn }) => [eventId, startsOn])).toEqual([
      ['s_1', '2026-11-24'],
      ['s_2', '2026-12-01'],
    ])
  })

  test('makes one when the answer has it twice, as the later of the two says', () => {
    const { added } = plan([], [event(), event({ summary: 'Practice, moved' })])
    expect(added.map(({ title }) => title)).toEqual(['Practice, moved'])
    expect(plan([], [event(), event({ status: 'cancelled' })])).toEqual(nothing)
  })

  test('makes one of its own when it shares UID and original start with an event that is there as well', () => {
    const twin = event({ id: 'e2' })
    for (const events of [
      [event(), twin],
      [twin, event()],
    ]) {
      const { added, changed, missing } = plan([stored()], events)
      expect([added.map(({ eventId }) => eventId), changed, missing]).toEqual([['e2'], [], []])
    }
  })
})

describe('a practice that is ahead', () => {
  test('stays as it is while its event does, also when the answer has it twice', () => {
    expect(plan([stored()], [event()])).toEqual(nothing)
    expect(plan([stored()], [event(), event()])).toEqual(nothing)
  })

  test('moves with its event', () => {
    const moved = event({ start: { at: '2026-11-26T00:00:00.000Z' }, end: { at: '2026-11-26T02:00:00.000Z' } })
    expect(plan([stored()], [moved]).changed).toEqual([
      {
        id: 'p1',
        set: {
          startsAt: '2026-11-26T00:00:00.000Z',
          endsAt: '2026-11-26T02:00:00.000Z',
          startsOn: '2026-11-25',
          lastOn: '2026-11-25',
        },
      },
    ])
  })

  test.each([
    ['title', { summary: 'Barebow evening' }, { title: 'Barebow evening' }],
    ['location', { location: 'Hall 2' }, { location: 'Hall 2' }],
    ['description', { description: 'Bring water.' }, { description: 'Bring water.' }],
    ['organizer', { organizer: 'ana@purdue.edu' }, { organizer: 'ana@purdue.edu' }],
    ['end', { end: { at: nine } }, { endsAt: nine }],
    ['missing end', { end: null }, {}],
  ])('takes over a new %s and touches nothing else', (_, change, set) => {
    const { changed } = plan([stored()], [event(change)])
    expect(changed).toEqual(Object.keys(set).length === 0 ? [] : [{ id: 'p1', set }])
  })

  test('becomes an all-day one, and back', () => {
    const allDay = event({ start: { on: '2026-11-24' }, end: { on: '2026-11-25' } })
    const times = { startsAt: '2026-11-24T05:00:00.000Z', endsAt: '2026-11-25T05:00:00.000Z', allDay: true }
    expect(plan([stored()], [allDay]).changed).toEqual([{ id: 'p1', set: times }])
    const back = { startsAt: six, endsAt: eight, allDay: false }
    expect(plan([stored({}, allDay)], [event()]).changed).toEqual([{ id: 'p1', set: back }])
  })

  test('stays a practice when its new title is no longer one that the filter lets in', () => {
    const { changed } = plan([stored()], [event({ summary: 'Party' })], { filter: titled })
    expect(changed).toEqual([{ id: 'p1', set: { title: 'Party' } }])
  })

  test('is cancelled with its event, and stays as it was otherwise', () => {
    const cancelled = event({ status: 'cancelled', summary: '', start: { at: nine }, end: null })
    expect(plan([stored()], [cancelled])).toEqual({ ...nothing, changed: [{ id: 'p1', set: { cancelledAt: now } }] })
  })

  test('that is cancelled already keeps the moment of it', () => {
    expect(plan([stored({ cancelledAt: '2026-11-20T12:00:00.000Z' })], [event({ status: 'cancelled' })])).toEqual(
      nothing,
    )
  })

  test('comes back when its event is confirmed again, as the event is now', () => {
    const cancelled = stored({ cancelledAt: '2026-11-20T12:00:00.000Z' })
    expect(plan([cancelled], [event({ end: { at: nine } })]).changed).toEqual([
      { id: 'p1', set: { endsAt: nine, cancelledAt: null } },
    ])
  })

  test('is cancelled up to its last millisecond, and not at its end', () => {
    const cancelled = [event({ status: 'cancelled' })]
    expect(plan([stored()], cancelled, { now: '2026-11-25T00:59:59.999Z' }).changed).toHaveLength(1)
    expect(plan([stored()], cancelled, { now: eight })).toEqual(nothing)
  })
})

describe('a practice whose event is not in the answer', () => {
  test('is missing: gone or moved past the which the source must say', () => {
    const { added, changed, missing } = plan([stored()], [])
    expect([added, changed]).toEqual([[], []])
    expect(missing.map(({ id }) => id)).toEqual(['p1'])
  })

  test('is not missing once the source has named the place past the window that it moved to', () => {
    const far = event({ start: { at: '2027-05-04T22:00:00.000Z' }, end: null })
    const { changed, missing } = plan([stored()], [far])
    expect(changed[0]?.set).toMatchObject({ startsAt: '2027-05-04T22:00:00.000Z', startsOn: '2027-05-04' })
    expect(missing).toEqual([])
  })

  test('and that lies past the window is neither missing nor changed', () => {
    const far = stored({}, event({ start: { at: '2027-05-04T22:00:00.000Z' }, end: null }))
    expect(plan([far], [])).toEqual(nothing)
  })

  test('is missing when it begins before the window ends, to the millisecond', () => {
    const endsAt = '2027-02-20T07:00:00.000Z'
    expect(plan([stored({ startsAt: '2027-02-20T04:59:59.999Z', endsAt })], []).missing).toHaveLength(1)
    expect(plan([stored({ startsAt: '2027-02-20T05:00:00.000Z', endsAt })], []).missing).toEqual([])
  })

  test('is missing when it ends after the window begins, to the millisecond', () => {
    const startsAt = '2026-11-20T04:00:00.000Z'
    const facts = { now: startsAt }
    expect(plan([stored({ startsAt, endsAt: '2026-11-20T05:00:00.001Z' })], [], facts).missing).toHaveLength(1)
    expect(plan([stored({ startsAt, endsAt: '2026-11-20T05:00:00.000Z' })], [], facts).missing).toEqual([])
  })

  test.each([
    ['is over', {}, eight],
    ['is live', { startedAt: six }, half],
    ['has ended early', { startedAt: six, endedAt: half, endedEarly: true }, half],
    ['has ended by itself', { startedAt: six, endedAt: eight }, now],
    ['was deleted by an officer', { deletedAt: now }, now],
    ['is cancelled already', { cancelledAt: now }, now],
    ['came from another calendar', { source: 'ics' as const }, now],
  ])('and that %s is left alone', (_, set, at) => {
    expect(plan([stored(set)], [], { now: at })).toEqual(nothing)
  })

  test('because it could not be read is not gone, whether known by its id or by its UID', () => {
    expect(plan([stored()], [], { unreadable: new Set(['e1']) })).toEqual(nothing)
    expect(plan([stored()], [], { unreadable: new Set(['u1@club']) })).toEqual(nothing)
    expect(plan([stored()], [], { unreadable: new Set(['p1', 'e2', '']) }).missing).toHaveLength(1)
  })
})

describe('a series that is split', () => {
  // Shows: T56
  test('keeps its practices, which go on as the new events (T56)', () => {
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
})

describe('a practice that an officer deleted', () => {
  const deleted = stored({ deletedAt: '2026-11-20T12:00:00.000Z' })

  test.each([
    ['is there', [event()]],
    ['has moved', [event({ start: { at: nine }, end: null })]],
    ['is cancelled', [event({ status: 'cancelled' })]],
    ['is gone', []],
  ])('stays deleted and is not made again when its event %s', (_, events) => {
    expect(plan([deleted], events)).toEqual(nothing)
  })

  test.each(['google', 'ics'] as const)(
    'stays deleted, and is known by its new id, when its event is replaced (%s)',
    (source) => {
      for (const iCalUid of ['u1@club', 'other@club']) {
        const { added, changed } = plan([deleted], [event({ id: 'other', iCalUid })], { source })
        const identity = { source, eventId: 'other', icalUid: iCalUid, originalStart: '' }
        expect([added, changed]).toEqual([[], [{ id: 'p1', set: identity }]])
      }
    },
  )
})

describe('a practice that is live', () => {
  const live = stored({ startedAt: six })
  const at = (nowText: string, change: Partial<CalendarEvent>) => plan([live], [event(change)], { now: nowText })

  test.each([
    ['a later end extends it', { end: { at: nine } }, { endsAt: nine, lastOn: '2026-11-24' }],
    [
      'an end past midnight is on the next day',
      { end: { at: '2026-11-25T06:00:00.000Z' } },
      { endsAt: '2026-11-25T06:00:00.000Z', lastOn: '2026-11-25' },
    ],
    ['an earlier end ends it at the next check', { end: { at: half } }, { endsAt: half, lastOn: '2026-11-24' }],
    [
      'no end means two hours from the start',
      { start: { at: half }, end: null },
      { endsAt: '2026-11-25T01:30:00.000Z', lastOn: '2026-11-24' },
    ],
    [
      'a moved start changes nothing but the end',
      { start: { at: half }, end: { at: nine } },
      { endsAt: nine, lastOn: '2026-11-24' },
    ],
    [
      'a new title, place and text change nothing',
      { summary: 'Party', location: 'Hall', description: 'x', organizer: 'x@purdue.edu' },
      null,
    ],
    ['a start that moves alone changes nothing', { start: { at: half } }, null],
    ['a cancelled event keeps its last end', { status: 'cancelled' as const, end: { at: nine } }, null],
  ])('keeps its copy: %s', (_, change, set) => {
    expect(at('2026-11-24T23:45:00.000Z', change)).toEqual(set ? { ...nothing, changed: [{ id: 'p1', set }] } : nothing)
  })

  // Shows: T55
  test('can be extended until its last millisecond; at its end it is over, whether or not the timed end has run', () => {
    expect(at('2026-11-25T00:59:59.999Z', { end: { at: nine } }).changed).toHaveLength(1)
    expect(at(eight, { end: { at: nine } })).toEqual(nothing)
  })

  test('follows its event again before it is started, not after it has ended', () => {
    const moved = [event({ start: { at: half }, end: { at: nine } })]
    expect(plan([stored()], moved, { now: six }).changed[0]?.set).toEqual({ startsAt: half, endsAt: nine })
    const early = stored({ startedAt: six, endedAt: half, endedEarly: true })
    expect(plan([early], moved, { now: half })).toEqual(nothing)
    expect(plan([early], [event({ status: 'cancelled' })], { now: half })).toEqual(nothing)
    expect(plan([stored({ startedAt: six, endedAt: eight })], moved, { now: nine })).toEqual(nothing)
  })
})

describe('a practice that nobody started and that is over', () => {
  const yesterday = event({ start: { at: '2026-11-20T23:00:00.000Z' }, end: null })

  test('is never shown as cancelled', () => {
    expect(plan([stored({}, yesterday)], [{ ...yesterday, status: 'cancelled' }])).toEqual(nothing)
    expect(plan([stored({}, yesterday)], [])).toEqual(nothing)
  })

  test('is ahead again when its event is put off', () => {
    expect(plan([stored({}, yesterday)], [event()]).changed[0]?.set).toMatchObject({ startsAt: six, endsAt: eight })
  })
})

describe('a new calendar source', () => {
  const inFeed = event({ id: 'u1@club' })
  const identity = { source: 'ics', eventId: 'u1@club', icalUid: 'u1@club', originalStart: '' }

  test('finds the practice of a single event by its UID', () => {
    expect(plan([stored()], [inFeed], { source: 'ics' })).toEqual({
      ...nothing,
      changed: [{ id: 'p1', set: identity }],
    })
  })

  test('finds the practices of a series by their original start, where they moved to notwithstanding', () => {
    const weeks = [six, '2026-12-01T23:00:00.000Z'].map((at, index) => ({ at, number: index + 1 }))
    const practices = weeks.map(({ at, number }) =>
      stored({ id: `p${number}` }, event({ id: `s_${number}`, originalStart: { at }, start: { at }, end: null })),
    )
    const events = weeks.map(({ at, number }) =>
      event({ id: `feed-${number}`, originalStart: { at }, start: { at: nine }, end: null }),
    )
    const { added, changed, missing } = plan(practices, events.toReversed(), { source: 'ics' })
    expect([added, missing]).toEqual([[], []])
    expect(changed.map(({ id, set }) => [id, set.eventId, set.startsAt])).toEqual([
      ['p2', 'feed-2', nine],
      ['p1', 'feed-1', nine],
    ])
  })

  test('does not take an event of the same id for the same practice', () => {
    const other = event({ iCalUid: 'other@club', start: { at: '2026-12-05T15:00:00.000Z' }, end: null })
    const { added, changed } = plan([stored()], [other], { source: 'ics' })
    expect([added.map(({ icalUid }) => icalUid), changed]).toEqual([['other@club'], []])
  })

  test('tells a single event from an occurrence of a series with its UID', () => {
    const { added, changed } = plan(
      [stored()],
      [event({ id: 's_1', originalStart: { at: six }, summary: 'Party', location: '' })],
      {
        source: 'ics',
      },
    )
    expect([added.length, changed]).toEqual([1, []])
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

describe('an event about a person', () => {
  const birthday = event({ isPersonal: true })

  test('is a practice only if the settings say so', () => {
    expect(plan([], [birthday])).toEqual(nothing)
    expect(plan([], [birthday], { filter: { ...everything, personalEvents: true } }).added).toHaveLength(1)
  })
})

describe('what is kept', () => {
  const week = (number: number) => `2026-12-0${number}T23:00:00.000Z`
  const at = (number: number, set: Partial<CalendarEvent> = {}) =>
    event({ id: `e${number}`, iCalUid: `u${number}`, start: { at: week(number) }, end: null, ...set })
  const practices = [1, 2, 3, 4].map((number) => stored({ id: `p${number}` }, at(number)))

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
  })
})

describe('a loss of practices', () => {
  test.each([
    [{ missing: 0, kept: 0 }, false],
    [{ missing: 1, kept: 0 }, true],
    [{ missing: 1, kept: 1 }, false],
    [{ missing: 2, kept: 1 }, false],
    [{ missing: 3, kept: 3 }, false],
    [{ missing: 3, kept: 2 }, true],
  ])('%j is one of most of the calendar: %s', (facts, expected) => {
    expect(isMassLoss(facts)).toBe(expected)
  })
})
