import { describe, expect, test } from 'vitest'
import { icsCalendar, icsEvent, readIcs, readIcsEvents } from '#test/support/ics.ts'

/**
 * Feeds made to exhaust memory or time (T58). Each reading ends in time, either without the bomb (left out and counted)
 * or in a failure. The main thread stays responsive, because only the worker parses (ics.test.ts).
 */
const at = 'DTSTART:20261019T220000Z'
const one = (...lines: string[]) => icsCalendar(icsEvent(...lines))
const rule = (text: string, ...more: string[]) => one(at, `RRULE:${text}`, ...more)
const list = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',')
/** A calendar of many events, each with nothing but a UID and these lines. */
const many = (count: number, lines: string) =>
  icsCalendar(...Array.from({ length: count }, (_, n) => `BEGIN:VEVENT\r\nUID:${n}\r\n${lines}\r\nEND:VEVENT`))
const everyName = `BYMONTH=${list(1, 12)};BYMONTHDAY=${list(1, 31)}`
const everyTime = `BYHOUR=${list(0, 23)};BYMINUTE=${list(0, 59)};BYSECOND=${list(0, 59)}`

const bombs: Record<string, () => string> = {
  'a cross product of a whole year (node-ical#542)': () => rule(`FREQ=YEARLY;COUNT=1;${everyName};${everyTime}`),
  'a day that never comes, looked for every hour': () => rule('FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=1'),
  'fifty thousand daily series': () => many(50_000, `${at}\r\nRRULE:FREQ=DAILY`),
  'ninety thousand events': () => many(90_000, 'DTSTART:20261019'),
  'a line folded after every character': () => rule('FREQ=DAILY;COUNT=2', `DESCRIPTION:${'x\r\n '.repeat(1_000_000)}`),
  'components within components': () => `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(500_000)}END:VCALENDAR`,
}

describe('a feed made to do harm', () => {
  const parseMs = 1_500
  test.each(Object.entries(bombs))('%s', { timeout: 30_000 }, async (_what, make) => {
    const text = make()
    expect(text.length).toBeLessThan(5 * 2 ** 20)
    const began = performance.now()
    const reading = await readIcs(text, { limits: { parseMs } })
    expect(performance.now() - began).toBeLessThan(parseMs + 10_000)
    if (reading.outcome === 'failure') expect(reading.failure.kind).toBe('bad-answer')
    else expect(reading.outcome === 'answer' && reading.answer.events.length <= 2_000).toBe(true)
  })

  // Shows: T58, ASVS 15.2.2
  test.each([
    ['time is over', 'fifty thousand daily series', { parseMs: 200 }, '0.2 seconds'],
    ['memory is full', 'ninety thousand events', { parseMs: 20_000, memoryMb: 24 }, '24 MB of memory'],
  ])('is stopped when its %s, and the next feed is read as usual', async (_, bomb, limits, words) => {
    const reading = await readIcs(bombs[bomb]?.() ?? '', { limits: { ...limits, instancesAtMost: 10_000_000 } })
    expect(reading).toMatchObject({ outcome: 'failure', failure: { kind: 'bad-answer' } })
    expect(JSON.stringify(reading)).toContain(words)
    expect(await readIcsEvents(one(at))).toHaveLength(1)
  })

  test('of series that are too many together fails: a part of them would be worse', async () => {
    const hourly = (uid: string) => icsEvent(`UID:${uid}`, at, 'RRULE:FREQ=HOURLY;COUNT=1200')
    const reading = await readIcs(icsCalendar(hourly('a'), hourly('b')))
    expect(reading).toMatchObject({ outcome: 'failure', failure: { message: expect.stringContaining('2,000 events') } })
    expect(await readIcsEvents(icsCalendar(hourly('a')))).toHaveLength(1200)
  })
})
