import { expect } from 'vitest'
import { createTestClub, outcomeOf, reasonOf, type TestClub, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'

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
  test('appears right away, each week at the same time of day, even when the clocks change', async () => {
    await using club = await createTestClub(engine, { now: '2026-10-20T16:00:00.000Z' })
    const kai = await club.officer()
    const series = { ...plan, startsOn: '2026-10-27', weeks: 3 }
    const { practiceIds } = await kai.api.schedule.create(series)
    const { practices } = await kai.api.managePractices.get()
    expect(practices.map(({ id }) => id)).toEqual(practiceIds.toReversed())
    expect(practices).toMatchObject([
      { startsAt: '2026-11-10T23:00:00.000Z', startsOn: '2026-11-10', sample: false },
      { startsAt: '2026-11-03T23:00:00.000Z', startsOn: '2026-11-03', sample: false },
      { startsAt: '2026-10-27T22:00:00.000Z', startsOn: '2026-10-27', sample: false },
    ])
    expect((await kai.api.home.get()).next[0]).toMatchObject({ title: 'Tuesday practice', location: 'The Range' })
  })

  test('starts with its limit and its reply deadline, also where it appears months later', async ({ club, kai }) => {
    const series = { ...plan, weeks: 14, attendanceLimit: 12, replyDeadlineHours: 24 }
    const { created, practiceIds } = await kai.api.schedule.create(series)
    // Practices appear 90 days ahead.
    expect([created, practiceIds.length]).toEqual([14, 12])
    const limits = async (officer = kai) =>
      (await officer.api.managePractices.get()).practices.map(({ attendanceLimit }) => attendanceLimit)
    expect(await limits()).toEqual(Array(12).fill(12))
    // The limit that was changed since stays.
    const [first = ''] = practiceIds
    await kai.api.managePractices.setLimit({ practiceId: first, expected: 12, limit: null })
    club.clock.set('2026-12-20T16:00:00.000Z')
    await club.calendar.readNow()
    const lee = await club.officer()
    expect(await limits(lee)).toEqual([...Array(13).fill(12), null])
    const [latest] = (await lee.api.managePractices.get()).practices
    const { practice } = await lee.api.practiceRecord.get({ practiceId: latest?.id ?? '' })
    expect(practice.replyDeadlineHours).toBe(24)
  })

  test('is changed only by an officer who saw it as it is, and keeps its RSVPs', async ({ club }) => {
    const { kai, practiceId } = await withPlan(club)
    const ana = await club.member()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    const change = (startTime: string) =>
      kai.api.schedule.change({ practiceId, expected: planned, ...plan, startTime, title: 'Early one' })
    const answers = await Promise.allSettled([change('17:00'), change('17:30')])
    expect(answers.map(reasonOf).sort()).toEqual(['changed-meanwhile', 'went through'])
    const { practices } = await kai.api.managePractices.get()
    expect(practices).toMatchObject([{ id: practiceId, title: 'Early one', archers: 1 }])
    const rows = club.db.selectFrom('audit').select(['before', 'after']).where('action', '=', 'schedule.change')
    const changed = { before: expect.stringContaining(title), after: expect.stringContaining('Early one') }
    expect(await rows.execute()).toEqual([changed])
  })

  test('is canceled with a message, which the next cancellation doesn’t bring back', async ({ club }) => {
    const { kai, practiceId } = await withPlan(club)
    const ana = await club.member()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    const message = 'The hall is flooded.\nSee you on Thursday.'
    const canceled = { ...planned, cancelled: true }
    await kai.api.schedule.cancel({ practiceId, expected: planned, cancelled: true, message })
    expect((await ana.api.home.get()).cancelled).toMatchObject([{ id: practiceId, cancelMessage: message }])
    await kai.api.schedule.cancel({ practiceId, expected: canceled, cancelled: false })
    expect((await ana.api.home.get()).next).toMatchObject([{ myAnswer: 'archer', cancelMessage: '' }])
    await kai.api.schedule.cancel({ practiceId, expected: planned, cancelled: true })
    expect((await ana.api.home.get()).cancelled).toMatchObject([{ id: practiceId, cancelMessage: '' }])
  })

  test('can’t be changed or canceled once it has begun', async ({ club }) => {
    const { kai, practiceId } = await withPlan(club, { startsOn: '2026-11-24', startTime: '17:52' })
    const expected = { ...planned, startsAt: '2026-11-24T22:52:00.000Z', endsAt: '2026-11-25T01:00:00.000Z' }
    await club.clock.advance(2 * 60_000)
    expect(await outcomeOf(kai.api.schedule.cancel({ practiceId, expected, cancelled: true }))).toBe('begun')
    expect(await outcomeOf(kai.api.schedule.change({ practiceId, expected, ...plan }))).toBe('begun')
  })
})

test('a club with another calendar plans its practices there', async ({ club, kai }) => {
  club.ctx.calendarSource = 'google'
  expect(await outcomeOf(kai.api.schedule.create({ ...plan, weeks: 1 }))).toBe('outside-calendar')
  expect(await club.db.selectFrom('calendarEvent').selectAll().execute()).toEqual([])
})
