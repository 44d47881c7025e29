import { expect } from 'vitest'
import type { Reply } from '#domain/rsvp.ts'
import { describe, engines, outcomeOf, type TestClub, test } from '#test/support/club-test.ts'
import { raceAnswers, raceTwoLists } from '#test/support/rsvp-races.ts'

const none = { archers: 0, drivers: 0, seats: 0, cantCome: 0, waiting: 0, myPosition: null, myAnswerLate: false }

/** Ana, whose car has five seats, at a practice tonight. */
async function anaAtPractice(club: TestClub) {
  const ana = await club.member({ nameFirst: 'Ana', hasCar: 1, carCapacity: 5, keep: true })
  const practiceId = await club.practice()
  const reply = (answer: Reply | null) => ana.api.practices.answer({ practiceId, answer })
  return { ana, practiceId, reply }
}

describe.each(engines)('an RSVP (%s)', () => {
  // Shows: 3.31, 3.32, 4.40, 6.11, 7.18
  test('is archer or driver, never both, and can be withdrawn, until the practice ends', async ({ club }) => {
    const { ana, reply } = await anaAtPractice(club)
    expect(await reply('archer')).toEqual({ ...none, archers: 1 })
    expect(await reply('driver')).toEqual({ ...none, drivers: 1, seats: 4 })
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'driver', drivers: 1, seats: 4 })
    expect(await reply(null)).toEqual(none)
    for (const table of ['rsvp', 'cantCome'] as const)
      expect(await club.db.selectFrom(table).selectAll().execute()).toEqual([])
    club.clock.set('2026-11-25T01:00:00.000Z')
    expect(await outcomeOf(reply('archer'))).toBe('practice-over')
  })
})

describe.each(engines)("can't come (%s)", () => {
  test('is counted separately, once no matter how often it’s said, and can be cleared', async ({ club }) => {
    const { ana, practiceId, reply } = await anaAtPractice(club)
    await reply('driver')
    expect(await reply('cant-come')).toEqual({ ...none, cantCome: 1 })
    const said = () => club.db.selectFrom('cantCome').selectAll().execute()
    const first = await said()
    await club.clock.advance(1000)
    expect(await reply('cant-come')).toEqual({ ...none, cantCome: 1 })
    expect(await said()).toEqual(first)
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'cant-come', drivers: 0, cantCome: 1 })
    expect((await ana.api.myPractices.get()).ahead).toMatchObject([{ id: practiceId, myAnswer: 'cant-come' }])
    expect(await reply('driver')).toEqual({ ...none, drivers: 1, seats: 4 })
    expect(await said()).toEqual([])
    await reply('cant-come')
    expect(await reply(null)).toEqual(none)
    expect((await ana.api.myPractices.get()).ahead).toEqual([])
  })

  test('frees the spot for the first who waits; officers see who, others how many', async ({ club, kai }) => {
    const { ana, practiceId, reply } = await anaAtPractice(club)
    await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
    const ben = await club.member()
    await reply('archer')
    await ben.api.practices.answer({ practiceId, answer: 'archer' })
    await reply('cant-come')
    expect((await ben.api.home.get()).next[0]).toMatchObject({ myAnswer: 'archer', myPosition: null, cantCome: 1 })
    const record = await kai.api.practiceRecord.get({ practiceId })
    expect(record.answers.map(({ memberId, position }) => [memberId, position])).toEqual([[ben.id, null]])
    expect(record.cantCome).toMatchObject([{ memberId: ana.id }])
    // Changing back to coming puts you at the end of the waitlist.
    expect(await reply('archer')).toMatchObject({ cantCome: 0, myPosition: 1 })
  })
})

describe.each(engines)('RSVPs in the same moment (%s)', () => {
  // Shows: 4.39, T36
  test('archer and driver end in exactly one list', async ({ club }) => {
    expect(await raceAnswers(club)).toEqual([])
    // Two lists instead of one row per member would end in both (negative control).
    expect(await raceTwoLists(club)).toBe(2)
  })
})
