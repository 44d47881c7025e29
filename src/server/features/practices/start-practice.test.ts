import { expect } from 'vitest'
import { raceTwoStarts } from '#test/support/check-in-races.ts'
import { createTestClub, describe, engines, outcomeOf, six, test } from '#test/support/club-test.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

describe.each(engines)('starting a practice (%s)', (engine) => {
  // Shows: 4.23, 4.24, 6.3, 9.4
  test.for([
    ['2026-11-24T22:29:59.999Z', 'too-early'],
    ['2026-11-24T22:30:00.000Z', 'went through'],
    ['2026-11-25T00:59:59.999Z', 'went through'],
    ['2026-11-25T01:00:00.000Z', 'practice-over'],
  ] as const)('at %s: %s', async ([now, outcome], { club, practiceId }) => {
    const officer = await club.officer({ keep: true })
    club.clock.set(now)
    expect(await outcomeOf(officer.api.practices.start({ practiceId }))).toBe(outcome)
  })

  // Shows: T34
  test('too early names the window of this club', async () => {
    await using club = await createTestClub(engine, { club: { practices: { startWindowMinutes: 15 } } })
    const officer = await club.officer()
    const practiceId = await club.practice()
    club.clock.set('2026-11-24T22:44:59.999Z')
    await expect(officer.api.practices.start({ practiceId })).rejects.toThrow(
      'A practice can be started up to 15 minutes before its start time.',
    )
  })

  // Shows: 3.40, 3.41, 3.49, 4.26, 4.27, 7.22, 7.29, T33
  test('makes it live for everyone; starting it again changes nothing', async ({ club, kai, ana, practiceId }) => {
    const first = await kai.api.practices.start({ practiceId })
    expect(first).toEqual({ startedAt: '2026-11-24T22:50:00.000Z' })
    club.clock.set('2026-11-24T22:55:00.000Z')
    const announced = club.announced.length
    expect(await kai.api.practices.start({ practiceId })).toEqual(first)
    expect(club.announced).toHaveLength(announced)
    const live = { practice: { id: practiceId }, startedBy: 'Kai', attendees: [], checkedInAt: null }
    expect(await ana.api.home.get()).toMatchObject({ live, next: [] })
    const audit = await club.db.selectFrom('audit').select(['actor', 'action', 'target']).execute()
    expect(audit).toEqual([{ actor: kai.id, action: 'practice.start', target: practiceId }])
  })

  // Shows: 3.48, T33
  test('is refused while another is live, and names that one', async ({ club, kai }) => {
    await kai.api.practices.start({ practiceId: await club.practice({ title: 'Barebow evening' }) })
    const practiceId = await club.practice({ title: 'Beginners' })
    await expect(kai.api.practices.start({ practiceId })).rejects.toMatchObject({
      status: 409,
      data: { reason: 'another-live', livePracticeTitle: 'Barebow evening' },
    })
  })

  // Shows: T33
  test('two together makes one live and refuses the other, but not without the guard (negative control)', async ({
    club,
  }) => {
    for (let round = 0; round < 5; round++) {
      expect(await raceTwoStarts(club)).toEqual([])
      await club.db.updateTable('practice').set({ deletedAt: six, startedAt: null }).execute()
    }
    removeGuard(club)
    expect(await raceTwoStarts(club)).not.toEqual([])
  })
})
