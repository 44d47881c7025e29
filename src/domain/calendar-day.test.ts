import { isMainThread } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, atTime, dayOf, startOf, startOfDay, startOfNextDay, zonedTime } from './calendar-day.ts'

const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const club = 'America/Indiana/Indianapolis'
const hourMs = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Whole and odd offsets, both hemispheres, midnights that are skipped or occur twice, and both sides of the date line.
 */
const zones = [
  ...['UTC', 'America/Indiana/Indianapolis', 'America/St_Johns', 'America/Havana', 'America/Sao_Paulo'],
  ...['America/Santiago', 'America/Asuncion', 'America/Nuuk', 'Atlantic/Azores', 'Africa/Casablanca', 'Africa/Cairo'],
  ...['Europe/Dublin', 'Asia/Amman', 'Asia/Beirut', 'Asia/Tehran', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
  ...['Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Apia'],
]

/** The days of a zone between two instants, each with the millisecond at which the date changes according to Intl. */
function daysByIntl(timeZone: string, fromMs: number, toMs: number) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const dateAt = (ms: number) => format.format(ms)
  const nextChange = (ms: number) => {
    const date = dateAt(ms)
    if (dateAt(ms + 24 * hourMs - 1) === date && dateAt(ms + 24 * hourMs) > date) return ms + 24 * hourMs
    let [same, other] = [ms, ms + 50 * hourMs]
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2)
      if (dateAt(middle) === date) same = middle
      else other = middle
    }
    return other
  }
  const days: { day: string; from: number; to: number }[] = []
  let from = nextChange(fromMs)
  while (from < toMs) {
    const to = nextChange(from)
    days.push({ day: dateAt(from), from, to })
    from = to
  }
  return days
}

describe.each(zones)('the days of %s', { timeout }, (timeZone) => {
  // Shows: T46
  test('begin and end when Intl says so, 2015 to 2026', () => {
    const days = daysByIntl(timeZone, Date.UTC(2015, 0, 1), Date.UTC(2027, 0, 1))
    expect(days.length).toBeGreaterThan(12 * 365)
    const differences: string[] = []
    for (const { day, from, to } of days) {
      const inside = many ? [from, from + hourMs, (from + to) / 2, to - 2 * hourMs, to - 1] : [to - 1]
      for (const at of inside) {
        if (dayOf(at, timeZone) !== day) differences.push(`the day of ${iso(at)}`)
        if (startOfDay(at, timeZone) !== iso(from)) differences.push(`the start of the day of ${iso(at)}`)
        if (startOfNextDay(at, timeZone) !== iso(to)) differences.push(`the start of the day after ${iso(at)}`)
      }
      if (dayOf(from, timeZone) !== day) differences.push(`the day of ${iso(from)}`)
      if (startOf(day, timeZone) !== iso(from)) differences.push(`the start of ${day}`)
    }
    expect(differences).toEqual([])
  })
})

describe('days around a change of the clocks', () => {
  test.each([
    ['America/Sao_Paulo', '2015-10-18', '2015-10-18T03:00:00.000Z'],
    ['Asia/Amman', '2021-03-26', '2021-03-25T22:00:00.000Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ])('where midnight does not exist (%s, %s), the day begins at %s, when clocks show 01:00', (zone, day, from) => {
    expect([startOf(day, zone), atTime(day, '00:00', zone)]).toEqual([from, from])
  })

  // Shows: T46
  test('a rule that adds 24 hours would be caught (the negative control)', () => {
    const days = daysByIntl(club, Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1))
    const wrong = days.filter(({ from, to }) => from + 24 * hourMs !== to).map(({ day }) => day)
    expect(wrong).toEqual(['2026-03-08', '2026-11-01'])
  })
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
  expect(Date.parse(zonedTime(at, timeZone))).toBe(Math.floor(Date.parse(at) / 1000) * 1000)
})
