import { describe, expect, test } from 'vitest'
import { createTestClub, outcomeOf, reasonOf, type TestClub, usualEngines } from '#test/support/club.ts'

const plan = {
  title: 'Tuesday practice',
  location: 'The Range',
  description: 'Bring water.',
  startsOn: '2026-12-01',
  startTime: '18:00',
  endTime: '20:00',
}
const { title, location, description } = plan
const planned = {
  ...{ title, location, description, cancelled: false },
  startsAt: '2026-12-01T23:00:00.000Z',
  endsAt: '2026-12-02T01:00:00.000Z',
}

async function withPlan(club: TestClub, more: Partial<typeof plan> = {}) {
  const kai = await club.officer()
  await kai.api.schedule.create({ ...plan, ...more, weeks: 1 })
  const [practice] = (await kai.api.managePractices.get()).practices
  return { kai, practiceId: practice?.id ?? '' }
}

describe.each(usualEngines)('a practice planned in the built-in calendar (%s)', (engine) => {
  test('appears right away, each week at the same time of day, even when the clocks change, and once per key', async () => {
    await using club = await createTestClub(engine, { now: '2026-10-20T16:00:00.000Z' })
    const kai = await club.officer()
    const series = { ...plan, startsOn: '2026-10-27', weeks: 3 }
    for (const _retry of [1, 2])
      expect(await kai.with('one-key-of-kai-0001').schedule.create(series)).toEqual({ created: 3 })
    const { practices } = await kai.api.managePractices.get()
    expect(practices).toMatchObject([
      { startsAt: '2026-11-10T23:00:00.000Z', startsOn: '2026-11-10', sample: false },
      { startsAt: '2026-11-03T23:00:00.000Z', startsOn: '2026-11-03', sample: false },
      { startsAt: '2026-10-27T22:00:00.000Z', startsOn: '2026-10-27', sample: false },
    ])
    expect((await kai.api.home.get()).next[0]).toMatchObject({ title: 'Tuesday practice', location: 'The Range' })
  })

  test('needs a complete plan, and says what is wrong with each field', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const wrong = { ...plan, title: ' ', startsOn: '2026-11-23', endTime: '18:00', weeks: 1 }
    await expect(kai.api.schedule.create(wrong)).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      data: { fields: { title: expect.any(String), startsOn: expect.any(String), endTime: expect.any(String) } },
    })
    expect((await kai.api.managePractices.get()).practices).toEqual([])
  })

  test('is changed only by an officer who saw it as it is, and keeps its RSVPs', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId } = await withPlan(club)
    const ana = await club.member()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    const change = (startTime: string) =>
      kai.api.schedule.change({ practiceId, expected: planned, ...plan, startTime, title: 'Early one' })
    const answers = await Promise.allSettled([change('17:00'), change('17:30')])
    expect(answers.map(reasonOf).sort()).toEqual(['changed-meanwhile', 'went through'])
    const { practices } = await kai.api.managePractices.get()
    expect(practices).toMatchObject([{ id: practiceId, title: 'Early one', archers: 1 }])
  })

  test('is canceled for those with an RSVP, and can be put back on', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId } = await withPlan(club)
    const ana = await club.member()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    await kai.api.schedule.cancel({ practiceId, expected: planned, cancelled: true })
    expect((await ana.api.home.get()).cancelled).toMatchObject([{ id: practiceId }])
    await kai.api.schedule.cancel({ practiceId, expected: { ...planned, cancelled: true }, cancelled: false })
    expect((await ana.api.home.get()).next).toMatchObject([{ id: practiceId, myAnswer: 'archer' }])
  })

  test('can’t be changed or canceled once it has begun', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId } = await withPlan(club, { startsOn: '2026-11-24', startTime: '17:52' })
    const expected = { ...planned, startsAt: '2026-11-24T22:52:00.000Z', endsAt: '2026-11-25T01:00:00.000Z' }
    await club.clock.advance(2 * 60_000)
    expect(await outcomeOf(kai.api.schedule.cancel({ practiceId, expected, cancelled: true }))).toBe('begun')
    expect(await outcomeOf(kai.api.schedule.change({ practiceId, expected, ...plan }))).toBe('begun')
  })
})

test('a club with another calendar plans its practices there', async () => {
  await using club = await createTestClub('sqlite')
  const kai = await club.officer()
  club.ctx.calendarSource = 'google'
  expect(await outcomeOf(kai.api.schedule.create({ ...plan, weeks: 1 }))).toBe('outside-calendar')
  expect(await club.db.selectFrom('calendarEvent').selectAll().execute()).toEqual([])
})
