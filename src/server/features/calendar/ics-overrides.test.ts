import { describe, expect, test } from 'vitest'
import { icsCalendar, icsEvent, readIcsEvents, startsOf } from '#test/support/ics.ts'

const zone = 'TZID=America/Indiana/Indianapolis'
/** Mondays at 18:00 from October 19; daylight saving time ends on November 1. */
const mondays = [`DTSTART;${zone}:20261019T180000`, `DTEND;${zone}:20261019T200000`, 'RRULE:FREQ=WEEKLY;COUNT=4']
const plainMondays = ['2026-10-19 18:00', '2026-10-26 18:00', '2026-11-02 18:00', '2026-11-09 18:00']

describe('an override', () => {
  const override = (...lines: string[]) => icsEvent(`RECURRENCE-ID;${zone}:20261026T180000`, ...lines)

  test('moves its occurrence to another day and keeps its name', async () => {
    const moved = override(`DTSTART;${zone}:20261028T190000`, `DTEND;${zone}:20261028T213000`, 'SUMMARY:Moved')
    for (const components of [
      [icsEvent(...mondays), moved],
      [moved, icsEvent(...mondays)],
    ]) {
      const events = await readIcsEvents(icsCalendar(...components))
      expect(startsOf(events)).toEqual(plainMondays.toSpliced(1, 1, '2026-10-28 19:00'))
      expect(events[1]).toMatchObject({
        id: 'u_20261026T220000Z',
        originalStart: { at: '2026-10-26T22:00:00.000Z' },
        summary: 'Moved',
        end: { at: '2026-10-29T01:30:00.000Z' },
      })
    }
  })

  test('cancels its occurrence, and says it with nothing but the status', async () => {
    const cancelled = [
      'BEGIN:VEVENT',
      'UID:u',
      `RECURRENCE-ID;${zone}:20261026T180000`,
      'STATUS:CANCELLED',
      'END:VEVENT',
    ]
    const events = await readIcsEvents(icsCalendar(icsEvent(...mondays), cancelled.join('\r\n')))
    expect(startsOf(events)).toEqual(plainMondays.with(1, '2026-10-26 18:00 cancelled'))
    expect(events[1]).toMatchObject({ summary: 'Practice', end: { at: '2026-10-27T00:00:00.000Z' } })
  })

  test('finds its occurrence by UTC, by another zone, by the day, or without a zone', async () => {
    const ids = [
      'RECURRENCE-ID:20261026T220000Z',
      'RECURRENCE-ID;TZID=Europe/Berlin:20261026T230000',
      'RECURRENCE-ID;VALUE=DATE:20261026',
      'RECURRENCE-ID:20261026T180000',
    ]
    const series = ids.flatMap((id, uid) => [
      icsEvent(`UID:${uid}`, ...mondays),
      icsEvent(`UID:${uid}`, id, `DTSTART;${zone}:20261027T180000`),
    ])
    const events = await readIcsEvents(icsCalendar(...series))
    for (const [uid, id] of ids.entries()) {
      const starts = startsOf(events.filter(({ iCalUid }) => iCalUid === String(uid)))
      expect([id, ...starts]).toEqual([id, ...plainMondays.with(1, '2026-10-27 18:00')])
    }
  })

  test('of a series of whole days finds its day, also as Exchange writes it', async () => {
    const days = icsEvent('DTSTART;VALUE=DATE:20261019', 'RRULE:FREQ=WEEKLY;COUNT=3')
    for (const id of [
      'RECURRENCE-ID;VALUE=DATE:20261026',
      'RECURRENCE-ID;TZID=W. Europe Standard Time:20261026T000000',
    ]) {
      const moved = icsEvent(id, 'DTSTART;VALUE=DATE:20261027')
      const events = await readIcsEvents(icsCalendar(days, moved))
      expect(startsOf(events)).toEqual(['2026-10-19', '2026-10-27', '2026-11-02'])
      expect(events[1]?.id).toBe('u_20261026')
    }
  })

  test('moves an occurrence into the window or out of it', async () => {
    const window = { from: '2026-10-20T04:00:00.000Z', to: '2026-10-28T04:00:00.000Z' }
    const into = icsEvent(`RECURRENCE-ID;${zone}:20261109T180000`, `DTSTART;${zone}:20261022T180000`)
    const outOf = override(`DTSTART;${zone}:20261130T180000`)
    const events = await readIcsEvents(icsCalendar(icsEvent(...mondays), into, outOf), { window })
    expect(startsOf(events)).toEqual(['2026-10-22 18:00'])
    expect(events[0]?.id).toBe('u_20261109T230000Z')
  })

  test('in several versions is the one with the highest SEQUENCE', async () => {
    const events = await readIcsEvents(
      icsCalendar(
        override(`DTSTART;${zone}:20261027T180000`, 'SEQUENCE:3'),
        override(`DTSTART;${zone}:20261028T180000`, 'SEQUENCE:2'),
        icsEvent(...mondays),
      ),
    )
    expect(startsOf(events)).toEqual(plainMondays.with(1, '2026-10-27 18:00'))
  })

  test('counts although EXDATE excludes its date too, and without any series', async () => {
    const moved = override(`DTSTART;${zone}:20261027T180000`)
    const other = icsEvent(`RECURRENCE-ID;${zone}:20261102T180000`, `DTSTART;${zone}:20261103T180000`)
    const exdate = `EXDATE;${zone}:20261026T180000`
    expect(startsOf(await readIcsEvents(icsCalendar(icsEvent(...mondays, exdate), moved)))).toContain(
      '2026-10-27 18:00',
    )
    const orphans = await readIcsEvents(icsCalendar(moved, other))
    expect(startsOf(orphans)).toEqual(['2026-10-27 18:00', '2026-11-03 18:00'])
    expect(orphans.map(({ id }) => id)).toEqual(['u_20261026T220000Z', 'u_20261102T230000Z'])
  })

  test('for this and the future moves all that follow, but for those with their own', async () => {
    const later = icsEvent(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;${zone}:20261026T180000`,
      `DTSTART;${zone}:20261027T190000`,
      `DTEND;${zone}:20261027T200000`,
      'SUMMARY:Tuesdays now',
    )
    const own = icsEvent(`RECURRENCE-ID;${zone}:20261102T180000`, `DTSTART;${zone}:20261102T170000`)
    const events = await readIcsEvents(icsCalendar(icsEvent(...mondays), later, own))
    expect(startsOf(events)).toEqual(['2026-10-19 18:00', '2026-10-27 19:00', '2026-11-02 17:00', '2026-11-10 19:00'])
    expect(events.map(({ summary }) => summary)).toEqual(['Practice', 'Tuesdays now', 'Practice', 'Tuesdays now'])
    expect(events[3]).toMatchObject({ id: 'u_20261109T230000Z', end: { at: '2026-11-11T01:00:00.000Z' } })
  })

  test('of a cancelled series is cancelled', async () => {
    const moved = override(`DTSTART;${zone}:20261027T180000`)
    const events = await readIcsEvents(icsCalendar(icsEvent(...mondays, 'STATUS:CANCELLED'), moved))
    expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['cancelled']))
  })

  test('is outdated where a newer version of its series has left out its date', async () => {
    const version = (sequence: number, ...lines: string[]) =>
      icsEvent('DTSTART:20261019T220000Z', 'RRULE:FREQ=DAILY;COUNT=3', `SEQUENCE:${sequence}`, ...lines)
    const changed = icsEvent('DTSTART:20261020T230000Z', 'RECURRENCE-ID:20261020T220000Z', 'SEQUENCE:1')
    const newer = icsCalendar(version(2, 'EXDATE:20261020T220000Z'), changed)
    const byDay = icsCalendar(version(2, 'EXDATE;VALUE=DATE:20261020'), changed)
    expect((await readIcsEvents(byDay)).length).toBe(2)
    const same = icsCalendar(version(1, 'EXDATE:20261020T220000Z'), changed)
    expect((await readIcsEvents(newer)).length).toBe(2)
    expect((await readIcsEvents(same)).length).toBe(3)
  })
})
