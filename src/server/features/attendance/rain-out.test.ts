import { describe, expect, test } from 'vitest'
import { runChecks } from '#server/ops/verify/run-checks.ts'
import { createTestClub, reasonOf, type TestClub, usualEngines } from '#test/support/club.ts'

/** Ana came with a Day Pass, Ben with a range pass; then it rained. */
async function rainyEvening(club: TestClub) {
  const kai = await club.member({ role: 'Officer', keep: true })
  const ana = await club.member({ nameFirst: 'Ana', dayPasses: 2, keep: true })
  const ben = await club.member({ nameFirst: 'Ben', pass: 'Carpool Range Pass', keep: true })
  const practiceId = await club.practice()
  await kai.api.practices.start({ practiceId })
  await ana.api.passes.use({})
  for (const member of [ana, ben]) {
    await member.api.practices.checkIn({ practiceId })
    await club.clock.advance(1000)
  }
  await kai.api.practices.endEarly({ practiceId })
  const seen = [
    { memberId: ana.id, dayPass: true },
    { memberId: ben.id, dayPass: false },
  ]
  const totals = async () => {
    const rows = [await ana.row(), await ben.row()]
    return rows.map(({ dayPasses, paidPractices }) => [dayPasses, paidPractices])
  }
  return { kai, ana, ben, practiceId, seen, totals }
}

async function faultsOf(club: TestClub) {
  const faults: string[] = []
  await runChecks(club.ctx, (_, { wrong }) => void faults.push(...wrong))
  return faults
}

describe.each(usualEngines)('a rain-out (%s)', (engine) => {
  test('gives back one paid practice each, and the Day Pass to who used one; once, and taken back exactly', async () => {
    await using club = await createTestClub(engine)
    const { kai, ana, practiceId, seen, totals } = await rainyEvening(club)
    const before = await totals()
    const { people } = await kai.api.rainOut.get({ practiceId })
    expect(people.map(({ name, dayPass, given }) => [name.split(' ')[0], dayPass, given])).toEqual([
      ['Ana', true, false],
      ['Ben', false, false],
    ])
    expect(await kai.api.rainOut.give({ practiceId, seen, reason: 'Thunder' })).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual([
      [2, 1],
      [0, 1],
    ])
    expect((await ana.api.home.get()).balance).toBe(0)
    expect((await kai.api.rainOut.get({ practiceId })).people.map(({ given }) => given)).toEqual([true, true])
    // Again, even with an outdated list: no one gets it twice.
    expect(await kai.api.rainOut.give({ practiceId, seen })).toEqual({ people: 0, dayPasses: 0 })
    expect(await faultsOf(club)).toEqual([])
    expect(await kai.api.rainOut.takeBack({ practiceId })).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual(before)
    expect(await kai.api.rainOut.takeBack({ practiceId })).toEqual({ people: 0, dayPasses: 0 })
    expect(await kai.api.rainOut.give({ practiceId, seen })).toEqual({ people: 2, dayPasses: 1 })
    expect(await totals()).toEqual([
      [2, 1],
      [0, 1],
    ])
    expect(await faultsOf(club)).toEqual([])
  })

  test('is refused where the list has changed since, and given later to who was entered later', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId, seen } = await rainyEvening(club)
    const cas = await club.member({ nameFirst: 'Cas' })
    const enter = { practiceId, memberId: cas.id, attended: true, reason: 'Paper list' }
    await kai.api.managePractices.setAttendance(enter)
    const [late] = await Promise.allSettled([kai.api.rainOut.give({ practiceId, seen })])
    expect(late && reasonOf(late)).toBe('list-changed')
    await kai.api.managePractices.setAttendance({ ...enter, attended: false })
    await kai.api.rainOut.give({ practiceId, seen })
    await kai.api.managePractices.setAttendance(enter)
    const given = await kai.api.rainOut.give({ practiceId, seen: [{ memberId: cas.id, dayPass: false }] })
    expect(given).toEqual({ people: 1, dayPasses: 0 })
  })

  test('a day pass that has been spent since is not taken back, nor is anything of the others', async () => {
    await using club = await createTestClub(engine)
    const { kai, ana, practiceId, seen, totals } = await rainyEvening(club)
    await kai.api.rainOut.give({ practiceId, seen })
    club.clock.set('2026-11-25T15:00:00.000Z')
    await ana.api.passes.use({})
    club.clock.set('2026-11-26T15:00:00.000Z')
    await ana.api.passes.use({})
    const [spent] = await Promise.allSettled([kai.api.rainOut.takeBack({ practiceId })])
    expect(spent && reasonOf(spent)).toBe('spent-since')
    expect(await totals()).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  test('keeps its practice from being deleted, whose attendance would then count for nobody', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId, seen } = await rainyEvening(club)
    await kai.api.rainOut.give({ practiceId, seen })
    const [refused] = await Promise.allSettled([kai.api.managePractices.delete({ practiceId })])
    expect(refused && reasonOf(refused)).toBe('rained-out')
    await kai.api.rainOut.takeBack({ practiceId })
    await kai.api.managePractices.delete({ practiceId })
    expect((await kai.api.managePractices.get()).practices).toEqual([])
  })

  test('leaves out who has been removed, and is of nobody where nobody came', async () => {
    await using club = await createTestClub(engine)
    const { kai, ben, practiceId } = await rainyEvening(club)
    await kai.api.members.remove({ memberId: ben.id })
    expect((await kai.api.rainOut.get({ practiceId })).people).toHaveLength(1)
    const empty = await club.practice({ title: 'Nobody' })
    const [nobody] = await Promise.allSettled([kai.api.rainOut.give({ practiceId: empty, seen: [] })])
    expect(nobody && reasonOf(nobody)).toBe('nobody-there')
  })
})
