import { describe, expect, test } from 'vitest'
import { event, half, nine, nothing, now, plan, six, stored, timeZone } from '#test/support/calendar-plan.ts'
import { type CalendarEvent, copyOf } from './calendar-sync.ts'

describe('an event that the calendar replaced', () => {
  const replaced = (set: Partial<CalendarEvent> = {}) => event({ id: 'n1', iCalUid: 'n1@club', ...set })
  const identity = { source: 'google', eventId: 'n1', icalUid: 'n1@club', originalStart: '' }
  const answered = stored({ answered: true })
  const party = { summary: 'Party' }
  const hall = { location: 'Hall' }
  const later = { start: { at: half }, end: { at: nine } }
  const recognized: [string, Partial<CalendarEvent>, object][] = [
    ['nothing else', {}, {}],
    ['another place', hall, { location: 'Hall' }],
    ['another time on that day', later, { startsAt: half, endsAt: nine }],
    ['capitals and spaces', { summary: ' PRACTICE ' }, { title: 'PRACTICE' }],
    ['another description', { description: 'x' }, { description: 'x' }],
  ]

  test.each(recognized)('is the practice it was, with %s', (_, set, change) => {
    const changed = [{ id: 'p1', set: { ...identity, ...change } }]
    expect(plan([answered], [replaced(set)])).toEqual({ ...nothing, changed })
  })

  test.each([
    ['time and place', { ...later, ...hall }],
    ['time and title', { ...later, ...party }],
    ['place and title', { ...hall, ...party }],
    ['its day', { start: { at: '2026-11-26T00:00:00.000Z' }, end: null }],
    ['its title where no place says that it is the same', { ...party, location: '' }],
  ])('is another practice when it also has another %s', (_, set) => {
    const noPlace = stored({ answered: true }, event({ location: '' }))
    const result = plan(['location' in set && set.location === '' ? noPlace : answered], [replaced(set)])
    expect([result.added.length, result.changed, result.missing.length]).toEqual([1, [], 1])
  })

  test('brings back a practice that was canceled for its absence, with its RSVPs', () => {
    const cancelled = stored({ answered: true, cancelledAt: now })
    expect(plan([cancelled], [replaced()]).changed).toEqual([{ id: 'p1', set: { ...identity, cancelledAt: null } }])
    expect(plan([cancelled], [replaced(party)]).changed).toEqual([])
  })

  test('is left to officers where several could be the practice, and neither is changed until then', () => {
    const second = replaced({ id: 'n2', iCalUid: 'n2@club' })
    const { added, changed, missing, undecided } = plan([answered], [replaced(), second])
    expect([added, changed, missing]).toEqual([[], [], []])
    expect(undecided).toEqual([
      { practice: answered, candidates: [copyOf(replaced(), 'google', timeZone), copyOf(second, 'google', timeZone)] },
    ])
    const twins = [answered, stored({ id: 'p2', eventId: 'e2', icalUid: 'u2', answered: true })]
    expect(plan(twins, [replaced()]).undecided.map(({ practice }) => practice.id)).toEqual(['p1', 'p2'])
    const old = event({ status: 'cancelled' })
    expect(plan([answered], [old, replaced(), second])).toMatchObject({ added: [], changed: [], missing: [] })
  })

  test('with another title at the same time and place is left to officers where it has RSVPs', () => {
    const { added, changed, missing, undecided } = plan([answered], [replaced(party)])
    expect([added, changed, missing, undecided.length]).toEqual([[], [], [], 1])
    expect(plan([stored()], [replaced(party)]).changed).toEqual([{ id: 'p1', set: { ...identity, title: 'Party' } }])
  })

  test('is none of what officers canceled because no event was the practice', () => {
    const none = stored({ answered: true, cancelledAt: now, icalUid: '' })
    const { added, changed } = plan([none], [replaced()])
    expect([added.length, changed]).toEqual([1, []])
    const back = { id: 'p1', set: { cancelledAt: null, icalUid: 'u1@club' } }
    expect(plan([none], [event()]).changed).toMatchObject([back])
  })

  test('brings back nothing where two events could be a canceled practice, or two were canceled', () => {
    const cancelled = stored({ answered: true, cancelledAt: now })
    const { added, changed, undecided } = plan([cancelled], [replaced(), replaced({ id: 'n2', iCalUid: 'n2@club' })])
    expect([added.length, changed, undecided]).toEqual([2, [], []])
    const both = ['p1', 'p2'].map((id) => stored({ id, eventId: id, icalUid: id, answered: true, cancelledAt: now }))
    expect(plan(both, [replaced()])).toMatchObject({ added: [{ eventId: 'n1' }], changed: [] })
  })

  test('is told from others that look alike by its end and its description, in any order', () => {
    const texts = ['Recurve', 'Compound']
    const twins = texts.map((description, index) =>
      stored({ id: `p${index}`, eventId: `e${index}`, icalUid: `u${index}`, answered: true, description }),
    )
    const events = texts.map((description) => replaced({ id: description, iCalUid: description, description }))
    const { changed, undecided } = plan(twins, events.toReversed())
    expect(undecided).toEqual([])
    const ids = Object.fromEntries(changed.map(({ id, set }) => [id, set.eventId]))
    expect(ids).toEqual({ p0: 'Recurve', p1: 'Compound' })
  })

  test('is any of as many that no one can tell apart, always in the same order', () => {
    const twins = ['p0', 'p1'].map((id) => stored({ id, eventId: id, icalUid: id, answered: true }))
    const { changed, undecided } = plan(twins, [replaced(), replaced({ id: 'n2', iCalUid: 'n2@club' })])
    expect(undecided).toEqual([])
    expect(changed.map(({ id, set }) => `${id} ${set.eventId}`)).toEqual(['p0 n1', 'p1 n2'])
  })

  test('goes to the practice that is on rather than to one that was deleted, and leaves no one else in doubt', () => {
    const deleted = stored({ id: 'p0', eventId: 'e0', icalUid: 'u0', answered: true, deletedAt: now })
    expect(plan([deleted, stored()], [replaced()]).changed).toEqual([{ id: 'p1', set: identity }])
    const second = replaced({ id: 'n2', iCalUid: 'n2@club' })
    const { added, undecided } = plan([deleted], [replaced(), second])
    expect([added.length, undecided]).toEqual([1, []])
  })

  test('is no sample’s', () => {
    const sample = stored({ source: 'built-in', sample: true })
    expect(plan([sample], [replaced()]).added).toHaveLength(1)
  })

  test('makes no second practice of one that is live or over', () => {
    const live = stored({ startedAt: six })
    const ended = stored({ startedAt: six, endedAt: half, endedEarly: true })
    const longer = replaced({ ...hall, end: { at: nine } })
    const changed = (set: object) => ({ added: [], changed: [{ id: 'p1', set: { ...identity, ...set } }] })
    expect(plan([live], [longer], { now: half })).toMatchObject(changed({ endsAt: nine }))
    expect(plan([ended], [replaced()], { now: half })).toMatchObject(changed({}))
    expect(plan([stored()], [replaced()], { now: nine })).toMatchObject(changed({}))
  })

  test('of the built-in calendar is always another practice, because an officer made it', () => {
    const practice = stored({ source: 'built-in', answered: true })
    const result = plan([practice], [event({ status: 'cancelled' }), replaced()], { source: 'built-in' })
    expect(result.added).toHaveLength(1)
    expect(result.changed).toEqual([{ id: 'p1', set: { cancelledAt: now } }])
  })
})
