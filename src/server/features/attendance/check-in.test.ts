import type { ORPCError } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { checkInTogether } from '#server/features/practices/check-in.ts'
import { createTestClub, engines, reasonOf } from '#test/support/club.ts'
import { peopleFor, raceCheckIns, raceEnd } from '#test/support/races.ts'
import { removeGuard, separateCheckIns } from '#test/support/without-transactions.ts'

describe.each(engines)('checking in (%s)', (engine) => {
  // Shows: 4.34, 4.35, 4.36, 5.22, 5.23, 5.24
  test('needs a live practice, no earlier check-in and a pass, and refuses in that order', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ dayPasses: 1 })
    const practiceId = await club.practice()
    const tryIn = async () => reasonOf((await Promise.allSettled([ana.api.practices.checkIn({ practiceId })]))[0])
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({ message: 'No active practice.' })
    await officer.api.practices.start({ practiceId })
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({
      message: 'You need a valid pass to check in.',
    })
    await ana.api.passes.use({})
    expect(await ana.api.practices.checkIn({ practiceId })).toEqual({ checkedInAt: '2026-11-24T22:50:00.000Z' })
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({
      message: 'You have already checked into this practice.',
    })
    await club.db.updateTable('member').set({ pass: 'none' }).where('id', '=', ana.id).execute()
    expect(await tryIn()).toBe('already-checked-in')
    await officer.api.practices.endEarly({ practiceId })
    expect(await tryIn()).toBe('no-active-practice')
  })

  // Shows: 3.15, 3.20, 3.35, 4.37, 4.38, 6.12, 7.9, 7.19
  test('shows the member in the grid with name and pronouns, and spends nothing', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass', dayPasses: 3, nameFirst: 'Ana', nameLast: 'Lopez' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    const home = await officer.api.home.get()
    expect(home.live?.attendees).toEqual([
      { memberId: ana.id, name: 'Ana Lopez', pronouns: ['They/Them'], pictureUrl: '/default-pfp.png' },
    ])
    const mine = await ana.api.home.get()
    expect(mine).toMatchObject({ attended: 1, balance: -1, pass: { dayPasses: 3 } })
    expect(mine.live?.checkedInAt).toBe('2026-11-24T22:50:00.000Z')
  })

  // Shows: T29
  test('fifty taps at once count once', async () => {
    await using club = await createTestClub(engine)
    expect(await raceCheckIns(club)).toEqual([])
  })

  test('fifty simultaneous taps that reach different processes count once, too', async () => {
    await using club = await createTestClub(engine)
    expect(await raceCheckIns(club, separateCheckIns)).toEqual([])
  })

  test('of check-ins that share a transaction each gets its own answer', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const [ana, ben, kim] = [
      await club.member({ pass: 'Carpool Range Pass' }),
      await club.member(),
      await club.member(),
    ]
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await club.db
      .updateTable('member')
      .set({ removedAt: '2026-11-24T22:00:00.000Z' })
      .where('id', '=', kim.id)
      .execute()
    const identity = (actor: string, key: string | null, input: unknown = { practiceId }) => ({
      ...{ actor, key, input, operation: 'practices.checkIn' },
    })
    const ask = async (requests: Parameters<typeof checkInTogether>[1]) => {
      const answers = await checkInTogether(club.ctx, requests)
      return answers.map((answer) => {
        try {
          return answer().checkedInAt
        } catch (error) {
          const { code, data } = error as ORPCError<string, { reason: string } | undefined>
          return data?.reason ?? code
        }
      })
    }
    const requests = [
      { identity: identity(ana.id, 'key of ana'), memberId: ana.id, practiceId },
      { identity: identity(ana.id, 'key of ana'), memberId: ana.id, practiceId },
      { identity: identity(ana.id, 'key of ana', {}), memberId: ana.id, practiceId },
      { identity: identity(ana.id, 'another key'), memberId: ana.id, practiceId },
      { identity: identity(ben.id, null), memberId: ben.id, practiceId },
      { identity: identity(ben.id, 'key of ben'), memberId: ben.id, practiceId: 'no practice' },
      { identity: identity(kim.id, 'key of kim'), memberId: kim.id, practiceId },
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

  test('fifty taps at once without the guard break the promise (the negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await raceCheckIns(club, removeGuard)).not.toEqual([])
  })

  // Shows: T32
  test('in the same moment as the end it counts wholly or not at all', async () => {
    await using club = await createTestClub(engine)
    const people = await peopleFor(club)
    for (let round = 0; round < 10; round++) expect(await raceEnd(club, people)).toEqual([])
  })

  test('in the same moment as the end without the guard some count after it (the negative control)', async () => {
    await using club = await createTestClub(engine)
    const people = await peopleFor(club)
    expect(await raceEnd(club, people, removeGuard)).not.toEqual([])
  })

  test('a pass used yesterday no longer checks in, also in a session that stayed open over midnight', async () => {
    await using club = await createTestClub(engine, { now: '2026-11-25T04:50:00.000Z' })
    const officer = await club.officer()
    const ana = await club.member({ dayPasses: 2 })
    const late = { startsAt: '2026-11-25T04:30:00.000Z', endsAt: '2026-11-25T06:00:00.000Z' }
    const practiceId = await club.practice(late)
    await officer.api.practices.start({ practiceId })
    await ana.api.passes.use({})
    club.clock.set('2026-11-25T05:00:00.000Z')
    await expect(ana.api.practices.checkIn({ practiceId })).rejects.toMatchObject({ data: { reason: 'no-valid-pass' } })
    expect((await ana.api.home.get()).pass).toEqual({ current: 'none', dayPasses: 1, usedAt: null, validUntil: null })
    await ana.api.passes.use({})
    await ana.api.practices.checkIn({ practiceId })
  })

  test('before the wizard is done it is refused as unfinished set-up', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const newcomer = await club.member({ hasLoggedIn: 0, pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await expect(newcomer.api.practices.checkIn({ practiceId })).rejects.toMatchObject({
      code: 'FINISH_SETUP',
      status: 409,
    })
  })
})
