import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, outcomeOf, test, usualEngines } from '#test/support/club-test.ts'
import { livePractice } from '#test/support/live-practice.ts'

describe.each(usualEngines)('a rain-out (%s)', () => {
  test('gives each one paid practice and a used Day Pass back, once, and can be undone exactly', async ({ club }) => {
    const { officer: kai, ana: ben, practiceId } = await livePractice(club)
    const dee = await club.member({ nameFirst: 'Dee', dayPasses: 2, keep: true })
    await dee.api.passes.use({})
    for (const member of [dee, ben]) {
      await member.api.practices.checkIn({ practiceId })
      await club.clock.advance(1000)
    }
    await kai.api.practices.endEarly({ practiceId })
    /** The day passes and paid practices of both. */
    const totals = async () => {
      const rows = [await dee.row(), await ben.row()]
      return rows.map(({ dayPasses, paidPractices }) => `${dayPasses} and ${paidPractices}`)
    }
    const people = [
      { memberId: dee.id, dayPass: true },
      { memberId: ben.id, dayPass: false },
    ]
    expect((await kai.api.rainOut.get({ practiceId })).people).toMatchObject(people)
    expect(await totals()).toEqual(['1 and 0', '0 and 0'])
    expect(await outcomeOf(kai.api.rainOut.give({ practiceId, seen: people.slice(1) }))).toBe('list-changed')
    const give = () => kai.api.rainOut.give({ practiceId, seen: people, reason: 'Thunder' })
    expect(await give()).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual(['2 and 1', '0 and 1'])
    expect((await dee.api.home.get()).balance).toBe(0)
    expect((await kai.api.rainOut.get({ practiceId })).people.map(({ given }) => given)).toEqual([true, true])
    // Again, even with an outdated list: no one gets it twice.
    expect(await give()).toEqual({ people: 0, dayPasses: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])
    // Its attendance has to count, so the practice can't be deleted.
    expect(await outcomeOf(kai.api.managePractices.delete({ practiceId }))).toBe('rained-out')
    const takeBack = () => kai.api.rainOut.takeBack({ practiceId })
    expect(await takeBack()).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual(['1 and 0', '0 and 0'])
    expect(await takeBack()).toEqual({ people: 0, dayPasses: 0 })
    // It can't be undone for anyone once a returned day pass is spent.
    await give()
    for (const day of ['2026-11-25T15:00:00.000Z', '2026-11-26T15:00:00.000Z']) {
      club.clock.set(day)
      await dee.api.passes.use({})
    }
    expect(await outcomeOf(takeBack())).toBe('spent-since')
    expect(await totals()).toEqual(['0 and 1', '0 and 1'])
  })
})
