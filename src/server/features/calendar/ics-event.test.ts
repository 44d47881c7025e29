import { describe, expect, test } from 'vitest'
import { icsCalendar, icsEvent, readEventsOf, readIcsAnswer, readIcsEvents } from '#test/support/ics.ts'

const zone = 'TZID=America/Indiana/Indianapolis'
/** Every event that needs a start but whose start doesn't matter begins then. */
const at = 'DTSTART:20261019T220000Z'

describe('an event that happens once', () => {
  test('has its UID for an id, its texts without escapes, and UTC instants', async () => {
    const events = await readEventsOf(
      icsEvent(
        'UID:abc-123@club',
        'SUMMARY;LANGUAGE=en:Practice\\, with "coffee"',
        'LOCATION:Hall 2\\; door B',
        'DESCRIPTION:C:\\\\new\\nsecond line',
        'ORGANIZER;CN="Doe: Jane":mailto:jane@purdue.edu',
        `DTSTART;${zone}:20261019T180000`,
        `DTEND;${zone}:20261019T200000`,
        'BEGIN:VALARM',
        'TRIGGER:-PT15M',
        'DESCRIPTION:This is an alarm',
        'END:VALARM',
      ),
    )
    expect(events).toEqual([
      {
        id: 'abc-123@club',
        iCalUid: 'abc-123@club',
        originalStart: null,
        status: 'confirmed',
        summary: 'Practice, with "coffee"',
        location: 'Hall 2; door B',
        description: 'C:\\new\nsecond line',
        organizer: 'jane@purdue.edu',
        start: { at: '2026-10-19T22:00:00.000Z' },
        end: { at: '2026-10-20T00:00:00.000Z' },
      },
    ])
  })

  test('ends as DTEND or DURATION says, and is without an end where neither makes sense', async () => {
    const evening = `DTSTART;${zone}:20261031T180000`
    const day = 'DTSTART;VALUE=DATE:20261031'
    const cases: [string[], object | null][] = [
      // One calendar day: 25 hours across the end of daylight saving time.
      [[evening, 'DURATION:P1D'], { at: '2026-11-01T23:00:00.000Z' }],
      [[evening, 'DURATION:PT24H'], { at: '2026-11-01T22:00:00.000Z' }],
      [[evening, 'DTEND:20261031T233000Z'], { at: '2026-10-31T23:30:00.000Z' }],
      [[evening], null],
      [[evening, `DTEND;${zone}:20261031T170000`], null],
      [[evening, 'DTEND;VALUE=DATE:20261101'], null],
      [[day], { on: '2026-11-01' }],
      [[day, 'DTEND;VALUE=DATE:20261102'], { on: '2026-11-02' }],
      [[day, 'DTEND;VALUE=DATE:20261030'], { on: '2026-11-01' }],
      [[day, 'DTEND:20261031T200000Z'], { on: '2026-11-01' }],
      [[day, 'DURATION:P2D'], { on: '2026-11-02' }],
    ]
    const events = await readEventsOf(...cases.map(([lines], index) => icsEvent(`UID:${index}`, ...lines)))
    const ends = cases.map((_case, index) => events.find(({ id }) => id === String(index))?.end)
    expect(ends).toEqual(cases.map(([, end]) => end))
  })
})

test('a private event is marked as one, as is every occurrence of its series', async () => {
  const series = icsEvent(at, 'RRULE:FREQ=DAILY;COUNT=2', 'CLASS:PRIVATE')
  const override = icsEvent('DTSTART:20261020T230000Z', 'RECURRENCE-ID:20261020T220000Z')
  const open = icsEvent('UID:open', 'DTSTART:20261021T220000Z', 'CLASS:PUBLIC')
  const events = await readEventsOf(series, override, open)
  expect(events.map(({ isPersonal = false }) => isPersonal)).toEqual([true, true, false])
})

describe('what can’t be understood', () => {
  const list = (last: number) => Array.from({ length: last }, (_, index) => index + 1).join(',')
  const everyName = `BYMONTHDAY=${list(31)};BYMONTH=${list(12)};BYYEARDAY=${list(366)}`

  test('costs an event nothing but that: it is kept and named, and left out only without a start', async () => {
    const daily = 'RRULE:FREQ=DAILY;COUNT=2'
    const bad: [uid: string, reason: string | null, events: number, ...lines: string[]][] = [
      ['no-start', 'left-out', 0],
      ['odd-time', 'left-out', 0, 'DTSTART:20261019T250000Z'],
      ['odd-original', 'left-out', 0, at, 'RECURRENCE-ID:then'],
      ['odd-rule', 'repeat', 1, at, 'RRULE:FREQ=FORTNIGHTLY'],
      ['too-many-names', 'repeat', 1, at, `RRULE:FREQ=MONTHLY;${everyName}`],
      ['odd-count', 'repeat-part', 73, at, 'RRULE:FREQ=DAILY;COUNT=many'],
      ['one-odd-exdate', 'exceptions', 1, at, daily, 'EXDATE:20261020T220000Z,never'],
      ['odd-rdate', 'dates', 2, at, daily, 'RDATE:never'],
      ['odd-end', 'end', 1, at, 'DTEND:never'],
      ['odd-zone', 'zone', 1, 'DTSTART;TZID=Somewhere:20261019T180000'],
      ['for-ever', 'end', 1, `DTSTART;${zone}:20261019T180000`, `DTEND;${zone}:99991231T235959`],
      ['long-ago', null, 0, 'DTSTART:20190101T000000Z', 'DTEND:never'],
      ['good', null, 1, at],
    ]
    const { answer, noted } = await readIcsAnswer(
      icsCalendar(...bad.map(([uid, , , ...lines]) => icsEvent(`UID:${uid}`, `SUMMARY:${uid}`, ...lines))),
    )
    const found = bad.map(([uid]) => [
      uid,
      noted.notes.find(({ id }) => id === uid)?.reason ?? null,
      answer.events.filter(({ iCalUid }) => iCalUid === uid).length,
    ])
    expect(found).toEqual(bad.map(([uid, reason, events]) => [uid, reason, events]))
    expect(noted.notes.map(({ title, id }) => [title, id])).toEqual(noted.notes.map(({ id }) => [id, id]))
    expect(noted.count).toBe(bad.filter(([, reason]) => reason).length)
    const incomplete = bad.filter(([, reason]) => ['left-out', 'repeat', 'dates'].includes(reason ?? ''))
    expect(noted.incompleteIds.toSorted()).toEqual(incomplete.map(([uid]) => uid).toSorted())
  })

  test('is not an empty calendar, or several in a row, or odd line ends', async () => {
    expect(await readEventsOf()).toEqual([])
    const one = icsCalendar(icsEvent('UID:a', at))
    const two = icsCalendar(icsEvent('UID:b', 'DTSTART:20261020T220000Z'))
    const ids = async (text: string) => (await readIcsEvents(text)).map(({ id }) => id)
    expect(await ids(one + two)).toEqual(['a', 'b'])
    expect(await ids(`\uFEFF${one.toLowerCase().replaceAll('\r\n', '\n')}\n\n`)).toEqual(['a'])
  })
})
