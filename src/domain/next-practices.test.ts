import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from './calendar-day.ts'
import { type Practice, selectNextPractices } from './practices.ts'

const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const club = 'America/Indiana/Indianapolis'
const dayMs = 86_400_000
const now = '2026-11-24T15:00:00.000Z'
type Listed = Practice & { startsOn: string }

/** Lasts two hours from `startsAt`. */
function practice(startsAt: string, set: Partial<Listed> = {}): Listed {
  return {
    id: startsAt,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 7_200_000).toISOString(),
    ...{ cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false },
    startsOn: dayOf(Date.parse(startsAt), club),
    ...set,
  }
}

const next = (practices: Listed[], at = now, facts = { lookAheadDays: 10, atMost: 3 }) =>
  selectNextPractices(practices, { now: at, ...facts }).map(({ id }) => id)

const hour = (time: string, set: Partial<Listed> = {}) => practice(`2026-11-24T${time}:00.000Z`, set)

describe('the next practices', () => {
  // Shows: 9.7
  test('are three at most, the first ones', () => {
    const day = ['16:00', '17:00', '18:00', '19:00'].map((time) => hour(time))
    expect(next(day)).toEqual(day.slice(0, 3).map(({ id }) => id))
    expect(next(day, now, { lookAheadDays: 10, atMost: 1 })).toEqual([day[0]?.id])
  })

  // Shows: 9.8
  test('are all on the local date of the first: what begins after midnight waits', () => {
    const evening = practice('2026-11-25T04:30:00.000Z')
    const night = practice('2026-11-25T05:00:00.000Z')
    expect(next([hour('23:00'), evening, night])).toEqual([hour('23:00').id, evening.id])
    expect(next([night, practice('2026-11-25T23:00:00.000Z')])).toHaveLength(2)
  })

  // Shows: 9.6
  test('are looked for 10 days ahead, to the millisecond', () => {
    const inTenDays = practice('2026-12-04T15:00:00.000Z')
    expect(next([inTenDays])).toEqual([inTenDays.id])
    expect(next([inTenDays], '2026-11-24T14:59:59.999Z')).toEqual([])
    expect(next([practice('2026-12-04T15:00:00.001Z')])).toEqual([])
  })
})

describe('the next practices of any calendar', () => {
  const nowMs = Date.parse(now)
  const set = fc.constantFrom<Partial<Listed>>(
    {},
    {},
    {},
    { cancelledAt: now },
    { startedAt: now },
    { startedAt: now, endedAt: now, endedEarly: true },
  )
  const edges = [-1, 0, 1].flatMap((ms) => [ms, 10 * dayMs + ms, ms - 7_200_000])
  const startMs = fc.oneof(
    fc.integer({ min: -dayMs, max: 12 * dayMs }),
    fc.integer({ min: -10, max: 60 }).map((hours) => hours * 3_600_000),
    fc.constantFrom(...edges),
  )
  const calendar = fc
    .array(fc.tuple(startMs, set), { maxLength: 12 })
    .map((rows) =>
      rows.map(([ms, state], at) => practice(new Date(nowMs + ms).toISOString(), { ...state, id: `${at}` })),
    )
    .map((practices) => practices.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)))

  /** The same rule as a loop over numbers. */
  function model(practices: Listed[]) {
    const picked: Listed[] = []
    for (const each of practices) {
      if (each.startedAt || each.cancelledAt || Date.parse(each.endsAt) <= nowMs) continue
      if (Date.parse(each.startsAt) - nowMs > 10 * dayMs) continue
      const first = picked[0]
      const sameDate = !first || dayOf(Date.parse(first.startsAt), club) === dayOf(Date.parse(each.startsAt), club)
      if (sameDate && picked.length < 3) picked.push(each)
    }
    return picked.map(({ id }) => id)
  }

  test('are those of the model', { timeout }, () => {
    const property = fc.property(calendar, (practices) => {
      expect(next(practices)).toEqual(model(practices))
    })
    fc.assert(property, { seed: 20_261_121, numRuns: many ? 100_000 : 2_000 })
  })

  test('are of every number, and leave out for every reason, in these cases', () => {
    const samples = fc.sample(calendar, { seed: 20_261_121, numRuns: 1_000 })
    const counts = Map.groupBy(samples, (practices) => next(practices).length)
    expect([0, 1, 2, 3].map((count) => (counts.get(count)?.length ?? 0) > 20)).toEqual([true, true, true, true])
  })
})
