import { expect } from 'vitest'
import { checkInTogether } from '#server/features/practices/check-in.ts'
import { peopleFor, raceCheckIns, raceEnd } from '#test/support/check-in-races.ts'
import { describe, engines, outcomeOf, reasonOf, test } from '#test/support/club-test.ts'
import { livePractice } from '#test/support/live-practice.ts'
import { removeGuard, separateCheckIns } from '#test/support/without-transactions.ts'

describe.each(engines)('checking in (%s)', () => {
  // Shows: 4.34, 4.35, 4.36, 5.22, 5.23, 5.24
  test('needs a live practice, no earlier check-in, and a pass, and refuses in that order', async ({ club, kai }) => {
    const cam = await club.member({ dayPasses: 1 })
    const practiceId = await club.practice()
    const checkIn = () => cam.api.practices.checkIn({ practiceId })
    await expect(checkIn()).rejects.toThrow('No active practice.')
    await kai.api.practices.start({ practiceId })
    await expect(checkIn()).rejects.toThrow('You need a valid pass to check in.')
    await cam.api.passes.use({})
    expect(await checkIn()).toEqual({ checkedInAt: '2026-11-24T22:50:00.000Z' })
    await expect(checkIn()).rejects.toThrow('You have already checked into this practice.')
    await club.db.updateTable('member').set({ pass: 'none' }).where('id', '=', cam.id).execute()
    expect(await outcomeOf(checkIn())).toBe('already-checked-in')
    await kai.api.practices.endEarly({ practiceId })
    expect(await outcomeOf(checkIn())).toBe('no-active-practice')
  })

  // Shows: 3.15, 3.20, 3.35, 4.37, 4.38, 6.12, 7.9, 7.19
  test('shows the member in the grid with name and pronouns, and spends nothing', async ({ club }) => {
    const { officer, practiceId } = await livePractice(club)
    const eve = await club.member({ pass: 'Carpool Range Pass', dayPasses: 3, nameFirst: 'Eve', nameLast: 'Lopez' })
    await eve.api.practices.checkIn({ practiceId })
    expect((await officer.api.home.get()).live?.attendees).toEqual([
      { memberId: eve.id, name: 'Eve Lopez', pronouns: ['They/Them'], pictureUrl: '/default-pfp.png' },
    ])
    const mine = await eve.api.home.get()
    expect(mine).toMatchObject({ attended: 1, balance: -1, pass: { dayPasses: 3 } })
    expect(mine.live?.checkedInAt).toBe('2026-11-24T22:50:00.000Z')
  })

  // Shows: 6.5, 7.10
  test('is undone by an officer’s removal from the grid and the count, and possible again', async ({ club }) => {
    const { officer, ana, practiceId } = await livePractice(club)
    await ana.api.practices.checkIn({ practiceId })
    await officer.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    expect(await ana.api.home.get()).toMatchObject({ attended: 0, live: { attendees: [], checkedInAt: null } })
    expect(club.announced).toContain(`member:${ana.id}`)
    await ana.api.practices.checkIn({ practiceId })
    expect((await ana.api.home.get()).attended).toBe(1)
  })

  // Shows: T29
  test('counts once for fifty taps together, also if they reach different processes', async ({ club }) => {
    for (const prepare of [undefined, separateCheckIns]) expect(await raceCheckIns(club, prepare)).toEqual([])
    // Without the guard some count twice (negative control).
    expect(await raceCheckIns(club, removeGuard)).not.toEqual([])
  })

  test('that shares a transaction with others gets its own response', async ({ club }) => {
    const { ana, practiceId } = await livePractice(club)
    const [ben, kim] = [await club.member(), await club.member()]
    const removedAt = '2026-11-24T22:00:00.000Z'
    await club.db.updateTable('member').set({ removedAt }).where('id', '=', kim.id).execute()
    const request = (
      { id }: { id: string },
      key: string | null,
      more: { practiceId?: string; input?: object } = {},
    ) => ({
      identity: { actor: id, key, input: more.input ?? { practiceId }, operation: 'practices.checkIn' },
      memberId: id,
      practiceId: more.practiceId ?? practiceId,
      ...{ requestId: 'a request', usePass: false, code: null, codeStep: null },
    })
    const ask = async (requests: Parameters<typeof checkInTogether>[1]) => {
      const answers = await checkInTogether(club.ctx, requests)
      // An answer throws what it refuses.
      const settled = await Promise.allSettled(answers.map(async (answer) => answer().checkedInAt))
      return settled.map((each) => (each.status === 'fulfilled' ? each.value : reasonOf(each)))
    }
    const requests = [
      request(ana, 'key of ana'),
      request(ana, 'key of ana'),
      request(ana, 'key of ana', { input: {} }),
      request(ana, 'another key'),
      request(ben, null),
      request(ben, 'key of ben', { practiceId: 'no practice' }),
      request(kim, 'key of kim'),
    ]
    const at = '2026-11-24T22:50:00.000Z'
    const answers = [at, at, 'KEY_REUSED', 'already-checked-in', 'no-valid-pass', 'no-active-practice', 'UNAUTHORIZED']
    expect(await ask(requests)).toEqual(answers)
    await club.clock.advance(60_000)
    // A retry gets the same answers, also the refused one who has a pass by now.
    await club.db.updateTable('member').set({ pass: 'Carpool Range Pass' }).where('id', '=', ben.id).execute()
    expect(await ask(requests)).toEqual(answers.with(4, '2026-11-24T22:51:00.000Z'))
    const stored = await club.db.selectFrom('idempotency').select('key').where('key', 'like', 'key of%').execute()
    expect(stored.map(({ key }) => key).sort()).toEqual(['key of ana', 'key of ben'])
  })

  // Shows: T32
  test('in the same moment as the end it counts wholly or not at all', async ({ club }) => {
    const people = await peopleFor(club)
    for (let round = 0; round < 10; round++) expect(await raceEnd(club, people)).toEqual([])
    // Without the guard some count after it (negative control), though a single race may pass by chance.
    let wrong: string[] = []
    for (let races = 0; races < 5 && wrong.length === 0; races++) wrong = await raceEnd(club, people, removeGuard)
    expect(wrong).not.toEqual([])
  })
})
