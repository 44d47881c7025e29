import { isMainThread } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, atTime, dayOf, localTime, startOf, startOfDay, startOfNextDay, zonedTime } from './calendar-day.ts'

const club = 'America/Indiana/Indianapolis'
const hourMs = 3_600_000

const days = [
  ['23 hours', club, '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['25 hours', club, '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['no midnight', 'America/Sao_Paulo', '2015-10-18', '2015-10-18T03:00:00.000Z', '2015-10-19T02:00:00.000Z'],
  ['no midnight', 'Asia/Amman', '2021-03-26', '2021-03-25T22:00:00.000Z', '2021-03-26T21:00:00.000Z'],
  ['two midnights', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['a quarter hour', 'Asia/Kathmandu', '2026-07-07', '2026-07-06T18:15:00.000Z', '2026-07-07T18:15:00.000Z'],
  ['half an hour less', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', '2026-10-04T13:00:00.000Z'],
] as const

// Shows: T46
test.each(days)('a day of %s in %s, %s, goes from %s to %s, as Intl says', (_, zone, day, from, to) => {
  const dateByIntl = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  const [first, last] = [Date.parse(from), Date.parse(to) - 1]
  expect([startOf(day, zone), atTime(day, '00:00', zone)]).toEqual([from, from])
  for (const at of [first, last]) {
    expect([dayOf(at, zone), startOfDay(at, zone), startOfNextDay(at, zone)]).toEqual([day, from, to])
    expect(dateByIntl.format(at)).toBe(day)
  }
  expect([dateByIntl.format(first - 1) < day, dateByIntl.format(last + 1) > day]).toEqual([true, true])
})

// Shows: T46
test('a rule that adds 24 hours would be caught (the negative control)', () => {
  const wrong = days.filter(([, , , from, to]) => Date.parse(from) + 24 * hourMs !== Date.parse(to))
  expect(wrong.map(([what]) => what)).not.toContain('a quarter hour')
  expect(wrong).toHaveLength(days.length - 1)
})

test.each([
  ['2026-11-24', '18:00', '2026-11-24T23:00:00.000Z', 'in winter'],
  ['2026-07-24', '18:00', '2026-07-24T22:00:00.000Z', 'in summer'],
  ['2026-03-08', '02:30', '2026-03-08T07:30:00.000Z', 'in the hour that is skipped'],
  ['2026-03-08', '03:00', '2026-03-08T07:00:00.000Z', 'just after it'],
  ['2026-11-01', '01:30', '2026-11-01T05:30:00.000Z', 'in the hour that comes twice: the first'],
])('the time of day %s %s is %s (%s)', (day, time, at) => expect(atTime(day, time, club)).toBe(at))

describe('the zone of the machine', () => {
  const own = process.env.TZ
  afterEach(() => {
    process.env.TZ = own
  })

  // Shows: T45
  test('changes nothing', () => {
    const moments = ['2026-03-08T06:59:59.999Z', '2026-11-01T05:30:00.000Z', '2026-11-25T00:30:00.000Z'].map(Date.parse)
    const results = ['UTC', 'Asia/Tokyo', 'Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kathmandu'].map(
      (machine) => {
        process.env.TZ = machine
        return {
          offset: new Date(Date.UTC(2026, 10, 25)).getTimezoneOffset(),
          days: moments.map((at) => [dayOf(at, club), startOfDay(at, club), startOfNextDay(at, club)]),
          times: [startOf('2026-11-01', club), atTime('2026-03-08', '02:30', club), addDays('2026-03-07', 1)],
        }
      },
    )
    // Worker threads can't change the time zone of their process (tools/mutation).
    if (isMainThread) expect(results.map(({ offset }) => offset)).toEqual([0, -540, -780, 480, -345])
    for (const { days, times } of results)
      expect({ days, times }).toEqual({ days: results[0]?.days, times: results[0]?.times })
    expect(results[0]?.days[2]).toEqual(['2026-11-24', '2026-11-24T05:00:00.000Z', '2026-11-25T05:00:00.000Z'])
  })
})

test.each([
  ['2026-11-24T23:04:05.678Z', 'America/Indiana/Indianapolis', '2026-11-24T18:04:05-05:00'],
  ['2026-07-07T23:04:00.000Z', 'America/Indiana/Indianapolis', '2026-07-07T19:04:00-04:00'],
  ['2026-07-07T23:04:00.000Z', 'Asia/Kathmandu', '2026-07-08T04:49:00+05:45'],
  ['2026-07-07T23:04:00.000Z', 'UTC', '2026-07-07T23:04:00+00:00'],
])('%s in %s is %s', (at, timeZone, text) => {
  expect(zonedTime(at, timeZone)).toBe(text)
  expect(localTime(at, timeZone)).toBe(text.slice(0, 16).replace('T', ' '))
  expect(Date.parse(zonedTime(at, timeZone))).toBe(Math.floor(Date.parse(at) / 1000) * 1000)
})
