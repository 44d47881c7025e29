import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, outcomeOf, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { livePractice } from '#test/support/live-practice.ts'

/** Ben came with a range pass, Dee with a Day Pass; then it rained. */
async function rainyEvening(club: TestClub) {
  const { officer: kai, ana: ben, practiceId } = await livePractice(club)
  const dee = await club.member({ nameFirst: 'Dee', dayPasses: 2, keep: true })
  await dee.api.passes.use({})
  for (const member of [dee, ben]) {
    await member.api.practices.checkIn({ practiceId })
    await club.clock.advance(1000)
  }
  await kai.api.practices.endEarly({ practiceId })
  const seen = [
    { memberId: dee.id, dayPass: true },
    { memberId: ben.id, dayPass: false },
  ]
  /** The day passes and paid practices of both. */
  const totals = async () => {
    const rows = [await dee.row(), await ben.row()]
    return rows.map(({ dayPasses, paidPractices }) => `${dayPasses} and ${paidPractices}`)
  }
  return { kai, dee, ben, practiceId, seen, totals }
}

describe.each(usualEngines)('a rain-out (%s)', () => {
  test('gives each one paid practice and a used Day Pass back, once, and can be undone exactly', async ({ club }) => {
    const { kai, dee, practiceId, seen, totals } = await rainyEvening(club)
    const { people } = await kai.api.rainOut.get({ practiceId })
    expect(people).toMatchObject([
      { memberId: dee.id, dayPass: true, given: false },
      { dayPass: false, given: false },
    ])
    expect(await totals()).toEqual(['1 and 0', '0 and 0'])
    expect(await kai.api.rainOut.give({ practiceId, seen, reason: 'Thunder' })).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual(['2 and 1', '0 and 1'])
    expect((await dee.api.home.get()).balance).toBe(0)
    expect((await kai.api.rainOut.get({ practiceId })).people.map(({ given }) => given)).toEqual([true, true])
    // Again, even with an outdated list: no one gets it twice.
    expect(await kai.api.rainOut.give({ practiceId, seen })).toEqual({ people: 0, dayPasses: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])
    expect(await kai.api.rainOut.takeBack({ practiceId })).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual(['1 and 0', '0 and 0'])
    expect(await kai.api.rainOut.takeBack({ practiceId })).toEqual({ people: 0, dayPasses: 0 })
  })

  test('is refused if the list has changed since, and given later to those entered later', async ({ club }) => {
    const { kai, practiceId, seen } = await rainyEvening(club)
    const cas = await club.member({ nameFirst: 'Cas' })
    const enter = { practiceId, memberId: cas.id, attended: true, reason: 'Paper list' }
    await kai.api.managePractices.setAttendance(enter)
    expect(await outcomeOf(kai.api.rainOut.give({ practiceId, seen }))).toBe('list-changed')
    await kai.api.managePractices.setAttendance({ ...enter, attended: false })
    await kai.api.rainOut.give({ practiceId, seen })
    await kai.api.managePractices.setAttendance(enter)
    const given = await kai.api.rainOut.give({ practiceId, seen: [{ memberId: cas.id, dayPass: false }] })
    expect(given).toEqual({ people: 1, dayPasses: 0 })
  })

  test('can’t be undone for anyone once a returned day pass is spent', async ({ club }) => {
    const { kai, dee, practiceId, seen, totals } = await rainyEvening(club)
    await kai.api.rainOut.give({ practiceId, seen })
    for (const day of ['2026-11-25T15:00:00.000Z', '2026-11-26T15:00:00.000Z']) {
      club.clock.set(day)
      await dee.api.passes.use({})
    }
    expect(await outcomeOf(kai.api.rainOut.takeBack({ practiceId }))).toBe('spent-since')
    expect(await totals()).toEqual(['0 and 1', '0 and 1'])
  })

  test('keeps its practice from being deleted, because its attendance would no longer count', async ({ club }) => {
    const { kai, practiceId, seen } = await rainyEvening(club)
    await kai.api.rainOut.give({ practiceId, seen })
    const remove = () => outcomeOf(kai.api.managePractices.delete({ practiceId }))
    expect(await remove()).toBe('rained-out')
    await kai.api.rainOut.takeBack({ practiceId })
    expect(await remove()).toBe('went through')
    expect((await kai.api.managePractices.get()).practices).toEqual([])
  })
})
