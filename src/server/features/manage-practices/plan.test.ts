import { describe, expect, test } from 'vitest'
import { createTestClub, reasonOf, type TestClub, usualEngines } from '#test/support/club.ts'

const plan = {
  title: 'Tuesday practice',
  location: 'The Range',
  description: 'Bring water.',
  startsOn: '2026-12-01',
  startTime: '18:00',
  endTime: '20:00',
}
const planned = {
  title: plan.title,
  location: plan.location,
  description: plan.description,
  cancelled: false,
  startsAt: '2026-12-01T23:00:00.000Z',
  endsAt: '2026-12-02T01:00:00.000Z',
}

async function withPlan(club: TestClub) {
  const kai = await club.officer()
  await kai.api.schedule.create({ ...plan, weeks: 1 })
  const [practice] = (await kai.api.managePractices.get()).practices
  return { kai, practiceId: practice?.id ?? '' }
}

describe.each(usualEngines)('a practice planned in the built-in calendar (%s)', (engine) => {
  test('is there at once, each week at the same time of day, also over a change of the clocks', async () => {
    await using club = await createTestClub(engine, { now: '2026-10-20T16:00:00.000Z' })
    const kai = await club.officer()
    expect(await kai.api.schedule.create({ ...plan, startsOn: '2026-10-27', weeks: 3 })).toEqual({ created: 3 })
    const { practices } = await kai.api.managePractices.get()
    expect(practices.map(({ startsAt, startsOn, sample }) => ({ startsAt, startsOn, sample }))).toEqual([
      { startsAt: '2026-11-10T23:00:00.000Z', startsOn: '2026-11-10', sample: false },
      { startsAt: '2026-11-03T23:00:00.000Z', startsOn: '2026-11-03', sample: false },
      { startsAt: '2026-10-27T22:00:00.000Z', startsOn: '2026-10-27', sample: false },
    ])
    expect((await kai.api.home.get()).next[0]).toMatchObject({ title: 'Tuesday practice', location: 'The Range' })
  })

  test('is made once, however often it is asked for with one key', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const create = () => kai.with('one-key-of-kai-0001').schedule.create({ ...plan, weeks: 2 })
    await create()
    await create()
    expect((await kai.api.managePractices.get()).practices).toHaveLength(2)
  })

  test('needs a whole plan, and says of every field what is wrong', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    await expect(
      kai.api.schedule.create({ ...plan, title: ' ', startsOn: '2026-11-23', endTime: '18:00', weeks: 1 }),
    ).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      data: { fields: { title: expect.any(String), startsOn: expect.any(String), endTime: expect.any(String) } },
    })
    expect((await kai.api.managePractices.get()).practices).toEqual([])
  })

  test('is changed by who saw it as it is, and keeps its answers', async () => {
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

  test('is cancelled for those who answered, and takes place after all', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId } = await withPlan(club)
    const ana = await club.member()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    await kai.api.schedule.cancel({ practiceId, expected: planned, cancelled: true })
    expect((await ana.api.home.get()).cancelled).toMatchObject([{ id: practiceId }])
    await kai.api.schedule.cancel({ practiceId, expected: { ...planned, cancelled: true }, cancelled: false })
    expect((await ana.api.home.get()).next).toMatchObject([{ id: practiceId, myAnswer: 'archer' }])
  })

  test('stays as it was once it has begun', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const soon = { ...plan, startsOn: '2026-11-24', startTime: '17:52' }
    await kai.api.schedule.create({ ...soon, weeks: 1 })
    const [practice] = (await kai.api.managePractices.get()).practices
    const practiceId = practice?.id ?? ''
    const expected = { ...planned, startsAt: '2026-11-24T22:52:00.000Z', endsAt: '2026-11-25T01:00:00.000Z' }
    await club.clock.advance(2 * 60_000)
    const answers = await Promise.allSettled([
      kai.api.schedule.cancel({ practiceId, expected, cancelled: true }),
      kai.api.schedule.change({ practiceId, expected, ...plan }),
    ])
    expect(answers.map(reasonOf)).toEqual(['begun', 'begun'])
  })
})

test('a club with another calendar plans its practices there', async () => {
  await using club = await createTestClub('sqlite')
  const kai = await club.officer()
  club.ctx.calendarSource = 'google'
  await expect(kai.api.schedule.create({ ...plan, weeks: 1 })).rejects.toMatchObject({
    data: { reason: 'outside-calendar' },
  })
  expect(await club.db.selectFrom('calendarEvent').selectAll().execute()).toEqual([])
})
