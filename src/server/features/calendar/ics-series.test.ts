import { describe, expect, test } from 'vitest'
import type { CalendarEvent } from '#domain/calendar-sync.ts'
import { icsCalendar, icsEvent, readEventsOf, readIcsEvents, startsOf } from '#test/support/ics.ts'

const zone = 'TZID=America/Indiana/Indianapolis'
/** Mondays at 18:00 from October 19; daylight saving time ends on November 1. */
const times = [`DTSTART;${zone}:20261019T180000`, `DTEND;${zone}:20261019T200000`]
const mondays = [...times, 'RRULE:FREQ=WEEKLY;COUNT=4']
const plainMondays = ['2026-10-19 18:00', '2026-10-26 18:00', '2026-11-02 18:00', '2026-11-09 18:00']

function startsOfUid(events: CalendarEvent[], uid: string) {
  return startsOf(events.filter(({ iCalUid }) => iCalUid === uid))
}

/** The starts of the series with each of these lines, which is also its UID. */
async function startsWith(lines: string[], series: (line: string) => string[]) {
  const events = await readEventsOf(...lines.map((line) => icsEvent(`UID:${line}`, ...series(line))))
  return Object.fromEntries(lines.map((line) => [line, startsOfUid(events, line)]))
}
const allHave = (lines: string[], starts: string[]) => Object.fromEntries(lines.map((line) => [line, starts]))

describe('a series', () => {
  const daysUntil = (until: string) => ['DTSTART;VALUE=DATE:20261026', `RRULE:FREQ=DAILY;UNTIL=${until}`]
  const threeDays = ['2026-10-26', '2026-10-27', '2026-10-28']
  const outsideRule = 'RRULE:INTERVAL=2;WKST=SU;COUNT=2;BYDAY=TH;FREQ=WEEKLY'
  test.each<[what: string, lines: string[], starts: string[]]>([
    ['keeps its time of day when the clocks change', mondays, plainMondays],
    ['is canceled as a whole', [...mondays, 'STATUS:CANCELLED'], plainMondays.map((start) => `${start} cancelled`)],
    ['of whole days goes on UNTIL midnight in UTC, as Exchange writes it', daysUntil('20261028T000000Z'), threeDays],
    [
      'includes its DTSTART even where the rule doesn’t, and takes the rule’s parts in any order',
      [`DTSTART;${zone}:20261020T180000`, outsideRule],
      ['2026-10-20 18:00', '2026-10-22 18:00', '2026-11-05 18:00'],
    ],
    [
      'in the evening loses the day that EXDATE names, not the UTC day',
      [`DTSTART;${zone}:20261019T210000`, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261020'],
      ['2026-10-19 21:00', '2026-10-21 21:00'],
    ],
    [
      'of whole days loses a day that EXDATE excludes as its midnight',
      [
        ...['DTSTART;VALUE=DATE:20261026', 'RRULE:FREQ=DAILY;COUNT=4'],
        ...['EXDATE;TZID=W. Europe Standard Time:20261028T000000', 'EXDATE:20261029T040000Z'],
      ],
      ['2026-10-26', '2026-10-27'],
    ],
  ])('%s', async (_, lines, starts) => {
    expect(startsOf(await readEventsOf(icsEvent(...lines)))).toEqual(starts)
  })

  test('names each occurrence by UID and original start, and keeps its length when the clocks change', async () => {
    const [first, second, third] = await readEventsOf(icsEvent(...mondays))
    const originalStart = { at: '2026-10-19T22:00:00.000Z' }
    expect(first).toMatchObject({ id: 'u_20261019T220000Z', iCalUid: 'u', originalStart })
    expect([second?.end, third?.end]).toEqual([{ at: '2026-10-27T00:00:00.000Z' }, { at: '2026-11-03T01:00:00.000Z' }])
    const [day] = await readEventsOf(icsEvent('DTSTART;VALUE=DATE:20261019', 'RRULE:FREQ=WEEKLY;COUNT=2'))
    expect(day).toMatchObject({ id: 'u_20261019', originalStart: { on: '2026-10-19' } })
  })

  test('that began years ago is read from the start of the window, with what reaches into it', async () => {
    const calendar = icsCalendar(
      icsEvent('UID:old', `DTSTART;${zone}:20160104T180000`, 'RRULE:FREQ=WEEKLY'),
      icsEvent('UID:long', 'DTSTART;VALUE=DATE:20260901', 'DURATION:P7D', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=26'),
    )
    const window = { from: '2026-10-01T04:00:00.000Z', to: '2026-10-14T04:00:00.000Z' }
    const events = await readIcsEvents(calendar, { window })
    expect(startsOf(events)).toEqual(['2026-09-26', '2026-10-05 18:00', '2026-10-12 18:00'])
  })

  test('goes on until its UNTIL: all of a day, or a time in UTC or without a zone', async () => {
    const untils = ['20261102', '20261102T230000Z', '20261102T180000']
    const starts = await startsWith(untils, (until) => [...times, `RRULE:FREQ=WEEKLY;UNTIL=${until}`])
    expect(starts).toEqual(allHave(untils, plainMondays.slice(0, 3)))
  })

  test('gets more dates from RDATE, with or without a rule, once each', async () => {
    const events = await readEventsOf(
      icsEvent(...mondays, `RDATE;${zone}:20261021T180000,20261026T180000`, 'RDATE:20261023T220000Z'),
      icsEvent('UID:days', 'DTSTART;VALUE=DATE:20261019', 'RDATE;VALUE=DATE:20261101'),
    )
    const more = ['2026-10-21 18:00', '2026-10-23 18:00']
    expect(startsOfUid(events, 'u')).toEqual([...plainMondays, ...more].sort())
    expect(startsOfUid(events, 'days')).toEqual(['2026-10-19', '2026-11-01'])
  })

  test('leaves out excluded dates, in every form', async () => {
    const exclusions = [
      'EXDATE:20261026T220000Z',
      'EXDATE;TZID=Europe/Berlin:20261026T230000',
      'EXDATE:20261026T180000',
      'EXDATE;VALUE=DATE:20261026',
      `EXDATE;${zone}:20261020T180000,20261026T180000`,
      'EXRULE:FREQ=MONTHLY;BYMONTHDAY=26',
    ]
    const starts = await startsWith(exclusions, (line) => [...mondays, line])
    expect(starts).toEqual(allHave(exclusions, plainMondays.toSpliced(1, 1)))
  })
})

describe('an override', () => {
  const series = icsEvent(...mondays)
  const override = (...lines: string[]) => icsEvent(`RECURRENCE-ID;${zone}:20261026T180000`, ...lines)

  test('moves its occurrence to another day and keeps its name', async () => {
    const moved = override(`DTSTART;${zone}:20261028T190000`, `DTEND;${zone}:20261028T213000`, 'SUMMARY:Moved')
    const events = await readEventsOf(moved, series)
    expect(startsOf(events)).toEqual(plainMondays.with(1, '2026-10-28 19:00'))
    expect(events[1]).toMatchObject({
      id: 'u_20261026T220000Z',
      originalStart: { at: '2026-10-26T22:00:00.000Z' },
      summary: 'Moved',
      end: { at: '2026-10-29T01:30:00.000Z' },
    })
  })

  test('cancels its occurrence with nothing but the status', async () => {
    const id = `RECURRENCE-ID;${zone}:20261026T180000`
    const cancelled = ['BEGIN:VEVENT', 'UID:u', id, 'STATUS:CANCELLED', 'END:VEVENT'].join('\r\n')
    const events = await readEventsOf(series, cancelled)
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
    const all = ids.flatMap((id) => [
      icsEvent(`UID:${id}`, ...mondays),
      icsEvent(`UID:${id}`, id, `DTSTART;${zone}:20261027T180000`),
    ])
    const events = await readEventsOf(...all)
    const found = Object.fromEntries(ids.map((id) => [id, startsOfUid(events, id)]))
    expect(found).toEqual(allHave(ids, plainMondays.with(1, '2026-10-27 18:00')))
  })

  test('of a series of whole days finds its day, even as Exchange writes it', async () => {
    const days = icsEvent('DTSTART;VALUE=DATE:20261019', 'RRULE:FREQ=WEEKLY;COUNT=3')
    for (const at of ['VALUE=DATE:20261026', 'TZID=W. Europe Standard Time:20261026T000000']) {
      const events = await readEventsOf(days, icsEvent(`RECURRENCE-ID;${at}`, 'DTSTART;VALUE=DATE:20261027'))
      expect(startsOf(events)).toEqual(['2026-10-19', '2026-10-27', '2026-11-02'])
      expect(events[1]?.id).toBe('u_20261026')
    }
  })

  test('counts even if EXDATE excludes its date, and without any series', async () => {
    const moved = override(`DTSTART;${zone}:20261027T180000`)
    const other = icsEvent(`RECURRENCE-ID;${zone}:20261102T180000`, `DTSTART;${zone}:20261103T180000`)
    const excluded = icsEvent(...mondays, `EXDATE;${zone}:20261026T180000`)
    expect(startsOf(await readEventsOf(excluded, moved))).toContain('2026-10-27 18:00')
    const orphans = await readEventsOf(moved, other)
    expect(startsOf(orphans)).toEqual(['2026-10-27 18:00', '2026-11-03 18:00'])
    expect(orphans.map(({ id }) => id)).toEqual(['u_20261026T220000Z', 'u_20261102T230000Z'])
  })

  test('for this and the future moves all that follow, except those with their own', async () => {
    const later = icsEvent(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;${zone}:20261026T180000`,
      `DTSTART;${zone}:20261027T190000`,
      `DTEND;${zone}:20261027T200000`,
      'SUMMARY:Tuesdays now',
    )
    const own = icsEvent(`RECURRENCE-ID;${zone}:20261102T180000`, `DTSTART;${zone}:20261102T170000`)
    const events = await readEventsOf(series, later, own)
    expect(startsOf(events)).toEqual(['2026-10-19 18:00', '2026-10-27 19:00', '2026-11-02 17:00', '2026-11-10 19:00'])
    expect(events.map(({ summary }) => summary)).toEqual(['Practice', 'Tuesdays now', 'Practice', 'Tuesdays now'])
    expect(events[3]).toMatchObject({ id: 'u_20261109T230000Z', end: { at: '2026-11-11T01:00:00.000Z' } })
  })
})
