import { afterEach, expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'

// A day pass on the days when the clocks change, on servers in time zones far from the club's.

const ownZone = process.env.TZ
afterEach(() => {
  process.env.TZ = ownZone
})

/** 14 hours ahead of UTC and 11 behind it: no moment is on the same day in both and at the club. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
/** In the club's local time: 0:30; before and after the hour that is skipped or repeated; 23:59. */
const shortDay = ['2026-03-08T05:30:00.000Z', '2026-03-08T06:59:59.999Z', '2026-03-09T03:59:00.000Z']
const longDay = ['2026-11-01T04:30:00.000Z', '2026-11-01T06:30:00.000Z', '2026-11-02T04:59:00.000Z']
const uses = [
  ...shortDay.map((usedAt) => ({ usedAt, until: '2026-03-09T04:00:00.000Z' })),
  ...longDay.map((usedAt) => ({ usedAt, until: '2026-11-02T05:00:00.000Z' })),
].flatMap((use) => zones.map((zone) => ({ ...use, zone })))

// Shows: T45
test.each(uses)('a Day Pass used at $usedAt is good until $until, also in $zone', async ({ usedAt, until, zone }) => {
  process.env.TZ = zone
  await using club = await createTestClub('sqlite', { now: usedAt })
  const [kai, ana, ben] = [
    await club.officer({ keep: true }),
    await club.member({ dayPasses: 2, keep: true }),
    await club.member({ dayPasses: 1, keep: true }),
  ]
  const at = (ms: number) => new Date(Date.parse(until) + ms).toISOString()
  const practiceId = await club.practice({ startsAt: at(-600_000), endsAt: at(7_200_000) })
  for (const { api } of [ana, ben]) expect(await api.passes.use({})).toMatchObject({ usedAt, validUntil: until })

  club.clock.set(at(-1))
  await kai.api.practices.start({ practiceId })
  const valid = { current: 'Day Pass', validUntil: until }
  expect([await ana.api.passes.get(), (await ana.api.home.get()).pass]).toMatchObject([valid, valid])
  await expect(ana.api.passes.use({})).rejects.toMatchObject({ data: { reason: 'pass-active' } })
  await ana.api.practices.checkIn({ practiceId })

  club.clock.set(until)
  const none = { current: 'none', validUntil: null }
  expect([await ana.api.passes.get(), (await ana.api.home.get()).pass]).toMatchObject([none, none])
  await expect(ben.api.practices.checkIn({ practiceId })).rejects.toMatchObject({ data: { reason: 'no-valid-pass' } })
  await ana.api.passes.use({})
})
