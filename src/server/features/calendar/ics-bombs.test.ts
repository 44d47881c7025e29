import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { autumn, icsCalendar, icsEvent, readIcs, readIcsEvents } from '#test/support/ics.ts'
import type { CalendarReading } from './calendar-source.ts'

/**
 * Feeds made to exhaust memory or time (T58). In each case the main thread stays responsive: the reading ends in time,
 * either without the bomb (left out and counted) or in a failure, and the next feed is read as usual.
 */
const at = 'DTSTART:20261019T220000Z'
const rule = (text: string, ...more: string[]) => icsCalendar(icsEvent(at, `RRULE:${text}`, ...more))
const list = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',')
const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index))
const everyTime = `BYHOUR=${list(0, 23)};BYMINUTE=${list(0, 59)};BYSECOND=${list(0, 59)}`
const observance = (index: number) =>
  `BEGIN:STANDARD\r\nDTSTART:${1970 + (index % 50)}0101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=DAILY\r\nEND:STANDARD`

const bombs: Record<string, () => string> = {
  'a cross product of a whole year (node-ical#542)': () =>
    rule(`FREQ=YEARLY;COUNT=1;BYMONTH=${list(1, 12)};BYMONTHDAY=${list(1, 31)};${everyTime}`),
  'every second of every day': () => rule(`FREQ=DAILY;${everyTime}`),
  'every date by all its names at every hour, a million times': () =>
    icsCalendar(
      icsEvent(
        'DTSTART:19700101T180000Z',
        `RRULE:FREQ=MONTHLY;COUNT=1000000;BYMONTH=${list(1, 12)};BYMONTHDAY=${list(1, 31)};BYYEARDAY=${list(1, 366)};BYHOUR=${list(0, 23)}`,
      ),
    ),
  'every second': () => rule('FREQ=SECONDLY'),
  'every second until the year 9999': () => rule('FREQ=SECONDLY;UNTIL=99991231T235959Z'),
  'every minute, a billion times': () => rule('FREQ=MINUTELY;COUNT=1000000000'),
  'every hour': () => rule('FREQ=HOURLY'),
  'every hour at every minute': () => rule(`FREQ=HOURLY;BYMINUTE=${list(0, 59)}`),
  'every day until the year 9999': () => rule('FREQ=DAILY;UNTIL=99991231'),
  'every day since the year 1, a billion times': () =>
    icsCalendar(icsEvent('DTSTART:00010101T000000Z', 'RRULE:FREQ=DAILY;COUNT=1000000000')),
  'every hour since the year 1': () => icsCalendar(icsEvent('DTSTART:00010101T000000Z', 'RRULE:FREQ=HOURLY')),
  'a day that never comes': () => rule('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'),
  'a day that never comes, looked for every hour': () => rule('FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=1'),
  'a weekday that never comes': () => rule('FREQ=MONTHLY;BYDAY=5MO,-5MO;BYMONTHDAY=1;BYSETPOS=366'),
  'a week that hardly ever comes': () => rule('FREQ=YEARLY;BYWEEKNO=53;BYMONTH=2;BYYEARDAY=366'),
  'an interval of all time': () => rule('FREQ=YEARLY;INTERVAL=999999999999'),
  'a count without end': () => rule(`FREQ=DAILY;COUNT=${'9'.repeat(300)}`),
  'a rule of a megabyte': () => rule(`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(500_000)}1`),
  'ten thousand rules in an event': () => icsCalendar(icsEvent(at, ...times(10_000, () => 'RRULE:FREQ=DAILY'))),
  'fifty thousand daily series': () =>
    icsCalendar(...times(50_000, (index) => `BEGIN:VEVENT\r\nUID:${index}\r\n${at}\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT`)),
  'ninety thousand events': () =>
    icsCalendar(...times(90_000, (index) => `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART:20261019\r\nEND:VEVENT`)),
  'ninety thousand events of one name': () =>
    icsCalendar(...times(90_000, () => `BEGIN:VEVENT\r\nUID:u\r\nDTSTART:20261019\r\nEND:VEVENT`)),
  'forty thousand overrides of one series': () =>
    icsCalendar(
      icsEvent(at, 'RRULE:FREQ=DAILY'),
      ...times(40_000, (index) => {
        const id = new Date(Date.UTC(2026, 9, 19) + index * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
        return `BEGIN:VEVENT\r\nUID:u\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:${id}Z\r\n${at}\r\nEND:VEVENT`
      }),
    ),
  'three hundred thousand RDATEs': () =>
    icsCalendar(
      icsEvent(
        at,
        `RDATE:${times(290_000, (index) => `20261019T${String(100_000 + (index % 130_000)).slice(0, 6)}Z`).join(',')}`,
      ),
    ),
  'three hundred thousand EXDATEs': () =>
    rule('FREQ=DAILY', `EXDATE:${Array(290_000).fill('20261020T220000Z').join(',')}`),
  'a line folded after every character': () => rule('FREQ=DAILY;COUNT=2', `DESCRIPTION:${'x\r\n '.repeat(1_000_000)}`),
  'a million empty folds': () => rule('FREQ=DAILY;COUNT=2', `DESCRIPTION:${'\r\n '.repeat(1_500_000)}`),
  'a title of five megabytes': () => icsCalendar(icsEvent(at, `SUMMARY:${'x'.repeat(5_000_000)}`)),
  'a title of escapes': () => icsCalendar(icsEvent(at, `SUMMARY:${'\\\\n'.repeat(1_600_000)}`)),
  'a description of tags': () => rule('FREQ=DAILY', `DESCRIPTION:<b>${'<a href="https:'.repeat(300_000)}`),
  'parameters without end': () => icsCalendar(icsEvent(`DTSTART${';X=1'.repeat(1_200_000)}:20261019T220000Z`)),
  'quotes without end': () => icsCalendar(icsEvent(`DTSTART;X=${'"'.repeat(4_999_001)}:20261019T220000Z`)),
  'components within components': () => `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(500_000)}END:VCALENDAR`,
  'a time zone of a hundred thousand rules': () =>
    icsCalendar(
      `BEGIN:VTIMEZONE\r\nTZID:Big\r\n${times(35_000, observance).join('\r\n')}\r\nEND:VTIMEZONE`,
      icsEvent('DTSTART;TZID=Big:20261019T180000', 'RRULE:FREQ=DAILY'),
    ),
  'a time zone that changes every second': () =>
    icsCalendar(
      `BEGIN:VTIMEZONE\r\nTZID:Big\r\n${observance(0).replace('FREQ=DAILY', `FREQ=DAILY;${everyTime}`)}\r\nEND:VTIMEZONE`,
      icsEvent('DTSTART;TZID=Big:20261019T180000', 'RRULE:FREQ=DAILY'),
    ),
  'twenty thousand time zones': () =>
    icsCalendar(...times(20_000, (index) => icsEvent(`UID:${index}`, `DTSTART;TZID=Zone ${index}:20261019T180000`))),
  'an event of eight thousand years, every day': () =>
    icsCalendar(icsEvent('DTSTART:19700101T000000Z', 'DTEND:99991231T000000Z', 'RRULE:FREQ=DAILY')),
  'a duration of all time': () => rule('FREQ=DAILY', 'DURATION:P99999W'),
  'names of the language’s own': () =>
    icsCalendar(icsEvent('UID:__proto__', at), icsEvent('UID:constructor', at, 'RRULE:FREQ=DAILY;__PROTO__=1')),
}

/**
 * How long this thread was blocked at most during the reading, in milliseconds: by the event loop's delay or by the CPU
 * time that it used in between, the smaller of the two, because on a busy machine other processes delay it as well.
 */
async function readAndMeasure(text: string, limits: object): Promise<{ reading: CalendarReading; delayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let before = usedMs()
  let longestMs = 0
  const sample = () => {
    const now = usedMs()
    longestMs = Math.max(longestMs, now - before)
    before = now
  }
  const sampling = setInterval(sample, 2)
  delay.enable()
  const reading = await readIcs(text, { limits })
  delay.disable()
  clearInterval(sampling)
  sample()
  return { reading, delayMs: Math.min(delay.max / 1e6, longestMs) }
}

describe('a feed made to do harm', () => {
  const parseMs = 1_500
  test.each(Object.entries(bombs))('%s', { timeout: 30_000 }, async (_what, make) => {
    const text = make()
    expect(text.length).toBeLessThan(5 * 2 ** 20)
    const began = performance.now()
    const { reading, delayMs } = await readAndMeasure(text, { parseMs })
    expect(performance.now() - began).toBeLessThan(parseMs + 10_000)
    // Collecting the garbage of earlier tests may block the thread once; a bomb does so every time.
    const heldUpMs = delayMs < 100 ? delayMs : (await readAndMeasure(text, { parseMs })).delayMs
    expect(heldUpMs).toBeLessThan(100)
    if (reading.outcome === 'failure') expect(reading.failure.kind).toBe('bad-answer')
    else expect(reading.outcome === 'answer' && reading.answer.events.length <= 2_000).toBe(true)
  })

  // Shows: T58
  test('is stopped when its time is over, and the next feed is read as ever', async () => {
    const slow = bombs['fifty thousand daily series']?.() ?? ''
    const reading = await readIcs(slow, { limits: { parseMs: 200, instancesAtMost: 10_000_000 } })
    expect(reading).toMatchObject({ outcome: 'failure', failure: { kind: 'bad-answer' } })
    expect(JSON.stringify(reading)).toContain('0.2 seconds')
    expect(await readIcsEvents(icsCalendar(icsEvent(at)))).toHaveLength(1)
  })

  // Shows: T58, ASVS 15.2.2
  test('is stopped when its memory is full, and the next feed is read as ever', async () => {
    const big = bombs['ninety thousand events']?.() ?? ''
    const reading = await readIcs(big, { limits: { parseMs: 20_000, memoryMb: 24, instancesAtMost: 10_000_000 } })
    expect(reading).toMatchObject({ outcome: 'failure', failure: { kind: 'bad-answer' } })
    expect(JSON.stringify(reading)).toContain('24 MB of memory')
    expect(await readIcsEvents(icsCalendar(icsEvent(at)))).toHaveLength(1)
  })

  test('doesn’t take the other events with it where it is one of many', async () => {
    const crosses = `RRULE:FREQ=YEARLY;BYMONTH=${list(1, 12)};BYMONTHDAY=${list(1, 31)};${everyTime}`
    const reading = await readIcs(
      icsCalendar(
        icsEvent('UID:cross', at, crosses),
        icsEvent('UID:hourly', at, 'RRULE:FREQ=HOURLY;BYMINUTE=0,10,20,30'),
        icsEvent('UID:good', at),
      ),
      { window: autumn },
    )
    expect(reading).toMatchObject({
      noted: { count: 2, incompleteIds: ['cross', 'hourly'] },
      answer: { events: [{ iCalUid: 'cross' }, { iCalUid: 'good' }, { iCalUid: 'hourly' }] },
    })
  })

  test('of series that are too many together is no answer: a part of them would be worse', async () => {
    const hourly = (uid: string) => icsEvent(`UID:${uid}`, at, 'RRULE:FREQ=HOURLY;COUNT=1200')
    const reading = await readIcs(icsCalendar(hourly('a'), hourly('b')))
    expect(reading).toMatchObject({ outcome: 'failure', failure: { message: expect.stringContaining('2,000 events') } })
    expect(await readIcsEvents(icsCalendar(hourly('a')))).toHaveLength(1200)
  })
})
