import { expect } from 'vitest'
import { describe, engines, outcomeOf, test } from '#test/support/club-test.ts'
import { livePractice, practiceRow } from '#test/support/live-practice.ts'

describe.each(engines)('ending a practice (%s)', () => {
  // Shows: 3.39, 4.28, 4.29, 4.33, 6.4, 7.21
  test('early, by an officer, takes it off every list, and no attendance away', async ({ club }) => {
    const { officer, ana, practiceId } = await livePractice(club)
    await ana.api.practices.checkIn({ practiceId })
    await officer.api.practices.endEarly({ practiceId })
    const home = await ana.api.home.get()
    expect(home).toMatchObject({ live: null, next: [], upcoming: [], endedEarly: [], attended: 1 })
    expect((await officer.api.home.get()).endedEarly.map((card) => card.id)).toEqual([practiceId])
    expect(await outcomeOf(officer.api.practices.endEarly({ practiceId }))).toBe('not-live')
  })

  test('tells officers how many came, and who had a spot and did not', async ({ club }) => {
    const { officer, ana, practiceId } = await livePractice(club)
    const [ben, cleo, dina, erin] = await Promise.all(Array.from({ length: 4 }, () => club.member()))
    await officer.api.managePractices.setLimit({ practiceId, expected: null, limit: 3 })
    for (const each of [ana, ben, dina, erin]) await each?.api.practices.answer({ practiceId, answer: 'archer' })
    await cleo?.api.practices.answer({ practiceId, answer: 'cant-come' })
    await ana.api.practices.checkIn({ practiceId })
    const turnout = async () => (await officer.api.home.get()).endedEarly.map(({ came, noShows }) => [came, noShows])
    await officer.api.practices.endEarly({ practiceId })
    // Erin is only on the waitlist, and Cleo said no.
    expect(await turnout()).toEqual([[1, 2]])
    const correct = { practiceId, memberId: ben?.id ?? '', reason: 'Forgot to check in' }
    await officer.api.managePractices.setAttendance({ ...correct, attended: true })
    expect(await turnout()).toEqual([[2, 1]])
  })

  test('early can be undone until the end time, but not while another practice is live', async ({ club }) => {
    const { officer, practiceId } = await livePractice(club)
    await officer.api.practices.endEarly({ practiceId })
    expect(await outcomeOf(officer.api.practices.start({ practiceId }))).toBe('ended-early')
    await officer.api.practices.takeBackEnd({ practiceId })
    expect((await officer.api.home.get()).live?.practice.id).toBe(practiceId)
    await officer.api.practices.endEarly({ practiceId })
    await officer.api.practices.start({ practiceId: await club.practice({ title: 'Second' }) })
    await expect(officer.api.practices.takeBackEnd({ practiceId })).rejects.toMatchObject({
      data: { reason: 'another-live', livePracticeTitle: 'Second' },
    })
    club.clock.set('2026-11-25T01:00:00.000Z')
    expect(await outcomeOf(officer.api.practices.takeBackEnd({ practiceId }))).toBe('practice-over')
  })

  // Shows: 4.30, T50, T78
  test('happens automatically at the end time, to the second, and once', async ({ club }) => {
    const { practiceId } = await livePractice(club)
    club.clock.set('2026-11-25T00:50:00.000Z')
    await club.clock.advance(5 * 60_000)
    club.announced.length = 0
    await club.clock.advance(10 * 60_000)
    const ended = { endedAt: '2026-11-25T01:00:00.000Z', endedEarly: 0 }
    expect(await practiceRow(club, practiceId)).toMatchObject(ended)
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
    await club.clock.advance(5 * 60_000)
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
  })

  // Shows: T50
  test('happens once when the clock jumps past the end, and not again when it jumps back', async ({ club }) => {
    const { ana, practiceId } = await livePractice(club)
    await ana.api.practices.checkIn({ practiceId })
    club.announced.length = 0
    const ends = []
    for (const [hours, passing] of [
      [-1, 120_000],
      [4, 60_000],
      [-4, 120_000],
    ] as const) {
      club.clock.step(hours * 3_600_000)
      await club.clock.advance(passing)
      ends.push((await practiceRow(club, practiceId)).endedAt)
    }
    expect(ends).toEqual([null, '2026-11-25T01:00:00.000Z', '2026-11-25T01:00:00.000Z'])
    expect(club.announced.filter((topic) => topic === 'live')).toEqual(['live'])
    expect(await club.db.selectFrom('attendance').select('memberId').execute()).toEqual([{ memberId: ana.id }])
  })
})
