import { describe, expect, test } from 'vitest'
import type { CalendarEvent } from '#domain/calendar-sync.ts'
import { icsCalendar, icsEvent, readIcsEvents, startsOf } from '#test/support/ics.ts'

const zone = 'TZID=America/Indiana/Indianapolis'
/** Mondays at 18:00 from October 19; daylight saving time ends on November 1. */
const mondays = [`DTSTART;${zone}:20261019T180000`, `DTEND;${zone}:20261019T200000`, 'RRULE:FREQ=WEEKLY;COUNT=4']
const plainMondays = ['2026-10-19 18:00', '2026-10-26 18:00', '2026-11-02 18:00', '2026-11-09 18:00']

function startsOfUid(events: CalendarEvent[], uid: string) {
  return startsOf(events.filter(({ iCalUid }) => iCalUid === uid))
}

describe('a series', () => {
  test('keeps its time of day over the change of clocks in autumn, and its length', async () => {
    const events = await readIcsEvents(icsCalendar(icsEvent(...mondays)))
    expect(startsOf(events)).toEqual(plainMondays)
    expect(events.map(({ start, end }) => [start, end]).slice(1, 3)).toEqual([
      [{ at: '2026-10-26T22:00:00.000Z' }, { at: '2026-10-27T00:00:00.000Z' }],
      [{ at: '2026-11-02T23:00:00.000Z' }, { at: '2026-11-03T01:00:00.000Z' }],
    ])
  })

  test('keeps its time of day over the change of clocks in spring', async () => {
    const window = { from: '2026-03-01T05:00:00.000Z', to: '2026-04-01T04:00:00.000Z' }
    const sundays = icsEvent(`DTSTART;${zone}:20260301T180000`, 'RRULE:FREQ=WEEKLY;COUNT=3')
    const events = await readIcsEvents(icsCalendar(sundays), { window })
    expect(events.map(({ start }) => start)).toEqual([
      { at: '2026-03-01T23:00:00.000Z' },
      { at: '2026-03-08T22:00:00.000Z' },
      { at: '2026-03-15T22:00:00.000Z' },
    ])
  })

  test('names each occurrence by UID and original start', async () => {
    const [first] = await readIcsEvents(icsCalendar(icsEvent(...mondays)))
    expect(first).toMatchObject({
      id: 'u_20261019T220000Z',
      iCalUid: 'u',
      originalStart: { at: '2026-10-19T22:00:00.000Z' },
    })
    const [day] = await readIcsEvents(icsCalendar(icsEvent('DTSTART;VALUE=DATE:20261019', 'RRULE:FREQ=WEEKLY;COUNT=2')))
    expect(day).toMatchObject({ id: 'u_20261019', originalStart: { on: '2026-10-19' } })
  })

  test('of whole days stays on its day', async () => {
    const days = ['DTSTART;VALUE=DATE:20261018', 'DTEND;VALUE=DATE:20261020', 'RRULE:FREQ=WEEKLY;COUNT=4']
    const events = await readIcsEvents(icsCalendar(icsEvent(...days)))
    expect(events.map(({ start, end }) => [start, end])).toEqual([
      [{ on: '2026-10-18' }, { on: '2026-10-20' }],
      [{ on: '2026-10-25' }, { on: '2026-10-27' }],
      [{ on: '2026-11-01' }, { on: '2026-11-03' }],
      [{ on: '2026-11-08' }, { on: '2026-11-10' }],
    ])
  })

  test('that began years ago is told from the window’s beginning, with what reaches into it', async () => {
    const events = await readIcsEvents(
      icsCalendar(
        icsEvent('UID:old', `DTSTART;${zone}:20160104T180000`, 'RRULE:FREQ=WEEKLY'),
        icsEvent('UID:long', 'DTSTART;VALUE=DATE:20260901', 'DURATION:P7D', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=26'),
      ),
      { window: { from: '2026-10-01T04:00:00.000Z', to: '2026-10-14T04:00:00.000Z' } },
    )
    expect(startsOf(events)).toEqual(['2026-09-26', '2026-10-05 18:00', '2026-10-12 18:00'])
  })

  test('goes on up to its UNTIL: all of a day, or a time in UTC or without a zone', async () => {
    const untils = ['20261102', '20261102T230000Z', '20261103T045959Z', '20261102T180000']
    const series = untils.map((until) =>
      icsEvent(`UID:${until}`, ...mondays.slice(0, 2), `RRULE:FREQ=WEEKLY;UNTIL=${until}`),
    )
    const events = await readIcsEvents(icsCalendar(...series))
    for (const until of untils)
      expect([until, ...startsOfUid(events, until)]).toEqual([until, ...plainMondays.slice(0, 3)])
  })

  test('ends a second before an UNTIL in UTC that comes a second too early', async () => {
    const rule = 'RRULE:FREQ=WEEKLY;UNTIL=20261102T225959Z'
    const events = await readIcsEvents(icsCalendar(icsEvent(...mondays.slice(0, 2), rule)))
    expect(startsOf(events)).toEqual(plainMondays.slice(0, 2))
  })

  test('of whole days goes on UNTIL a day, also where Exchange writes midnight in UTC', async () => {
    const series = (uid: string, until: string) =>
      icsEvent(`UID:${uid}`, 'DTSTART;VALUE=DATE:20261026', `RRULE:FREQ=DAILY;UNTIL=${until}`)
    const events = await readIcsEvents(
      icsCalendar(series('day', '20261028'), series('utc', '20261028T000000Z'), series('local', '20261028T040000Z')),
    )
    for (const uid of ['day', 'utc', 'local']) {
      expect(startsOfUid(events, uid)).toEqual(['2026-10-26', '2026-10-27', '2026-10-28'])
    }
  })

  test('counts from its beginning, not from the window’s', async () => {
    const events = await readIcsEvents(
      icsCalendar(icsEvent(`DTSTART;${zone}:20260914T180000`, 'RRULE:FREQ=WEEKLY;COUNT=4')),
    )
    expect(startsOf(events)).toEqual(['2026-10-05 18:00'])
  })

  test('has its DTSTART even where the rule does not have it, and the rule in any order of parts', async () => {
    const events = await readIcsEvents(
      icsCalendar(icsEvent(`DTSTART;${zone}:20261020T180000`, 'RRULE:INTERVAL=2;WKST=SU;COUNT=2;BYDAY=TH;FREQ=WEEKLY')),
    )
    expect(startsOf(events)).toEqual(['2026-10-20 18:00', '2026-10-22 18:00', '2026-11-05 18:00'])
  })

  test('has more dates by RDATE, with or without a rule, once each', async () => {
    const events = await readIcsEvents(
      icsCalendar(
        icsEvent(...mondays, `RDATE;${zone}:20261021T180000,20261026T180000`, 'RDATE:20261023T220000Z'),
        icsEvent('UID:days', 'DTSTART;VALUE=DATE:20261019', 'RDATE;VALUE=DATE:20261101'),
        icsEvent('UID:period', 'DTSTART:20261201T170000Z', 'RDATE;VALUE=PERIOD:20261202T170000Z/PT2H'),
      ),
    )
    expect(startsOf(events)).toEqual([
      '2026-10-19',
      '2026-10-19 18:00',
      '2026-10-21 18:00',
      '2026-10-23 18:00',
      '2026-10-26 18:00',
      '2026-11-01',
      '2026-11-02 18:00',
      '2026-11-09 18:00',
      '2026-12-01 12:00',
      '2026-12-02 12:00',
    ])
  })

  test('is without what is excluded, in whatever form', async () => {
    const lines = [
      `EXDATE;${zone}:20261026T180000`,
      'EXDATE:20261026T220000Z',
      'EXDATE;TZID=Europe/Berlin:20261026T230000',
      'EXDATE:20261026T180000',
      'EXDATE;VALUE=DATE:20261026',
      `EXDATE;${zone}:20261020T180000,20261026T180000`,
      'EXRULE:FREQ=MONTHLY;BYMONTHDAY=26',
    ]
    const events = await readIcsEvents(
      icsCalendar(...lines.map((line, uid) => icsEvent(`UID:${uid}`, ...mondays, line))),
    )
    for (const [uid, line] of lines.entries()) {
      expect([line, ...startsOfUid(events, String(uid))]).toEqual([line, ...plainMondays.toSpliced(1, 1)])
    }
  })

  test('in the evening loses the day that EXDATE names, not the one that it is in UTC', async () => {
    const evenings = [`DTSTART;${zone}:20261019T210000`, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261020']
    expect(startsOf(await readIcsEvents(icsCalendar(icsEvent(...evenings))))).toEqual([
      '2026-10-19 21:00',
      '2026-10-21 21:00',
    ])
  })

  test('of whole days is without a day that EXDATE excludes as a day or as its midnight', async () => {
    const lines = ['DTSTART;VALUE=DATE:20261026', 'RRULE:FREQ=DAILY;COUNT=5', 'EXDATE;VALUE=DATE:20261027']
    const events = await readIcsEvents(
      icsCalendar(icsEvent(...lines, 'EXDATE;TZID=W. Europe Standard Time:20261028T000000', 'EXDATE:20261029T040000Z')),
    )
    expect(startsOf(events)).toEqual(['2026-10-26', '2026-10-30'])
  })

  test('of whole days takes midnight in UTC for the day that it begins at the club', async () => {
    const lines = ['DTSTART;VALUE=DATE:20261026', 'EXDATE:20261026T230000Z', 'RRULE:FREQ=DAILY;UNTIL=20261028T230000Z']
    const events = await readIcsEvents(icsCalendar(icsEvent(...lines)), { timeZone: 'Europe/Berlin' })
    expect(startsOf(events)).toEqual(['2026-10-26', '2026-10-28', '2026-10-29'])
  })
})
