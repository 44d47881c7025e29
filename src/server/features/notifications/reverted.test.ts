import { describe, expect, test, vi } from 'vitest'
import { lookAtOutbox } from '#server/ops/doctor/check-email.ts'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { usualEngines } from '#test/support/club.ts'
import { answeredPractice } from '#test/support/practice-with-rsvps.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe.each(usualEngines)('news that may be taken back (%s)', (engine) => {
  test.each(['before', 'after'] as const)(
    'a place that became free %s a cancellation is told once the practice is on again, once',
    async (when) => {
      await using at = await answeredPractice(engine)
      await at.sink.fail('4xx')
      if (when === 'after') await at.cancel()
      await at.setLimit(3, 2)
      if (when === 'before') {
        await at.hasFailed(1)
        await at.cancel()
      }
      await at.sink.fail()
      await at.club.clock.advance(10 * minute)
      expect(await at.told()).toEqual(['ana: is canceled', 'ben: is canceled', 'cam: is canceled'])
      await at.cancel(false)
      await at.club.clock.advance(10 * minute)
      expect(await at.toldOf('you have a spot')).toEqual(['cam: Archery Club: you have a spot at Thursday practice'])
    },
  )

  test('a reminder that a cancellation overtook comes when it is taken back in time', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('4xx')
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(2 * minute)
    await at.hasFailed(1)
    await at.cancel()
    await at.sink.fail()
    await at.club.clock.advance(10 * minute)
    expect(await at.toldOf('driving')).toEqual([])
    await at.cancel(false)
    await at.club.clock.advance(10 * minute)
    expect(await at.toldOf('driving')).toEqual(['ben: Archery Club: you’re driving to Thursday practice'])
  })

  test.each([
    ['drop', ['ana: is back on', 'ben: is back on', 'cam: is back on']],
    ['4xx', []],
  ] as const)(
    'a cancellation that was taken back is told where the mail before may have arrived (%s)',
    async (fault, told) => {
      await using at = await answeredPractice(engine)
      await at.cancel()
      await at.sink.fail(fault)
      await at.club.clock.advance(3 * minute + second)
      await at.hasFailed(3)
      await at.cancel(false)
      await at.sink.fail()
      await at.club.clock.advance(10 * minute)
      expect(await at.told()).toEqual(told)
    },
    60_000,
  )

  test('what may have arrived is told again after what came later, and not where that was taken back to it', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ location: 'Co-Rec' })
    await at.sink.fail('drop')
    await at.club.clock.advance(3 * minute + second)
    await at.hasFailed(3)
    await at.change({ startTime: '19:00', endTime: '21:00', location: 'Co-Rec' })
    await at.sink.fail()
    await at.club.clock.advance(2 * minute)
    expect(await at.told()).toEqual([])
    await at.change({ location: 'Co-Rec' })
    await at.club.clock.advance(10 * minute)
    expect(await at.told()).toEqual(['ana: has a new location', 'ben: has a new location', 'cam: has a new location'])
  }, 60_000)

  test('goes to nobody whose address is not verified', async () => {
    await using at = await answeredPractice(engine)
    await at.club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', at.ben.id).execute()
    await at.cancel()
    await at.club.clock.advance(5 * minute)
    expect(await at.told()).toEqual(['ana: is canceled', 'cam: is canceled'])
  })

  test('reaches who was removed meanwhile, and is back', async () => {
    await using at = await answeredPractice(engine)
    await at.club.enterPasswords()
    await at.kai.api.members.remove({ memberId: at.ana.id })
    await at.cancel()
    await at.club.clock.advance(hour)
    expect(await at.toldOf('ana')).toEqual([])
    await at.club.enterPasswords()
    await at.kai.api.members.restore({ memberId: at.ana.id })
    await at.club.clock.advance(10 * minute)
    expect(await at.toldOf('ana')).toEqual(['ana: is canceled'])
  })

  test('of two places that became free for one person while the mail server was away is one mail', async () => {
    await using at = await answeredPractice(engine)
    const { practiceId } = at
    await at.sink.fail('4xx')
    await at.setLimit(3, 2)
    await at.hasFailed(1)
    await at.cam.api.practices.answer({ practiceId, answer: null })
    await at.dee.api.practices.answer({ practiceId, answer: 'archer' })
    await at.cam.api.practices.answer({ practiceId, answer: 'archer' })
    await at.setLimit(4, 3)
    await at.sink.fail()
    await at.club.clock.advance(10 * minute)
    expect(await at.toldOf('you have a spot')).toEqual(['cam: Archery Club: you have a spot at Thursday practice'])
  })

  test('waits longer than a day for a mail server that is away', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('refuse')
    await at.cancel()
    await at.club.clock.advance(4 * minute)
    await at.hasFailed(3)
    at.club.clock.set('2026-11-26T12:00:00.000Z')
    await at.club.clock.advance(minute)
    await vi.waitFor(async () => {
      const tried = await at.club.db.selectFrom('mailOutbox').select(['tries', 'nextTryAt']).execute()
      expect(Math.min(...tried.map(({ nextTryAt }) => Date.parse(nextTryAt)))).toBeGreaterThan(at.club.clock.now())
    })
    await at.sink.fail()
    await at.club.clock.advance(5 * minute)
    expect(await at.told()).toEqual(['ana: is canceled', 'ben: is canceled', 'cam: is canceled'])
  }, 30_000)

  test('a cancellation that may not have arrived, taken back and made again, is told', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    await at.sink.fail('drop')
    await at.club.clock.advance(3 * minute + second)
    await at.hasFailed(3)
    await at.cancel(false)
    await at.sink.fail()
    await at.pass(90 * second)
    await at.cancel()
    await at.pass(20 * minute)
    expect(await at.told()).toEqual(['ana: is canceled', 'ben: is canceled', 'cam: is canceled'])
  }, 60_000)

  test('a reminder waits while the practice is moved away by mistake', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('4xx')
    at.club.clock.set('2026-11-26T19:00:00.000Z')
    await at.club.clock.advance(2 * minute)
    await at.hasFailed(1)
    await at.change({ startsOn: '2026-11-27' })
    await at.pass(2 * minute)
    await at.change({})
    await at.sink.fail()
    await at.pass(20 * minute)
    expect(await at.toldOf('driving')).toEqual(['ben: Archery Club: you’re driving to Thursday practice'])
  }, 60_000)

  test('a reminder waits for a driver who was removed by mistake', async () => {
    await using at = await answeredPractice(engine)
    at.club.clock.set('2026-11-26T18:50:00.000Z')
    await at.club.enterPasswords()
    await at.kai.api.members.remove({ memberId: at.ben.id })
    at.club.clock.set('2026-11-26T19:00:00.000Z')
    await at.pass(2 * minute)
    await at.club.enterPasswords()
    await at.kai.api.members.restore({ memberId: at.ben.id })
    await at.pass(10 * minute)
    expect(await at.toldOf('driving')).toEqual(['ben: Archery Club: you’re driving to Thursday practice'])
  }, 60_000)

  test('of two places that became free for one person, where the mail of the first may have arrived, one mail comes on top', async () => {
    await using at = await answeredPractice(engine)
    const { practiceId } = at
    await at.sink.fail('drop')
    await at.setLimit(3, 2)
    await at.hasFailed(1)
    await at.cam.api.practices.answer({ practiceId, answer: null })
    await at.dee.api.practices.answer({ practiceId, answer: 'archer' })
    await at.cam.api.practices.answer({ practiceId, answer: 'archer' })
    await at.setLimit(4, 3)
    await at.sink.fail()
    await at.pass(10 * minute)
    expect(await at.toldOf('you have a spot')).toHaveLength(1)
  }, 60_000)

  test('who withdrew and got a place by themselves is not told that they were next', async () => {
    await using at = await answeredPractice(engine)
    const { practiceId } = at
    await at.sink.fail('4xx')
    await at.setLimit(3, 2)
    await at.hasFailed(1)
    await at.club.clock.advance(second)
    await at.cam.api.practices.answer({ practiceId, answer: null })
    await at.cam.api.practices.answer({ practiceId, answer: 'archer' })
    await at.sink.fail()
    await at.pass(10 * minute)
    expect(await at.toldOf('you have a spot')).toEqual([])
  }, 60_000)

  test('what waited for longer than a day is tried for a day where the server then refuses it', async () => {
    await using at = await answeredPractice(engine)
    const sunday = { startsAt: '2026-11-29T23:00:00.000Z', endsAt: '2026-11-30T01:00:00.000Z' }
    await at.club.db.updateTable('practice').set(sunday).execute()
    await at.sink.fail('refuse')
    await at.setLimit(3, 2)
    await at.hasFailed(1)
    at.club.clock.set('2026-11-26T12:00:00.000Z')
    await at.pass(minute)
    await at.sink.fail('5xx')
    await at.pass(2 * minute)
    await at.sink.fail()
    await at.pass(10 * minute)
    expect(await at.toldOf('you have a spot')).toHaveLength(1)
  }, 60_000)

  test('what waits for a practice to be on again is kept for longer than what has left', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    await at.setLimit(3, 2)
    await at.pass(5 * minute)
    await at.club.db.updateTable('mailOutbox').set({ createdAt: '2026-10-01T12:00:00.000Z' }).execute()
    await deleteExpired(at.club.ctx)
    expect(await at.club.db.selectFrom('mailOutbox').select('kind').execute()).toEqual([{ kind: 'place' }])
  })

  test('what waits for a practice to be on again is nothing wrong to the doctor', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    await at.setLimit(3, 2)
    await at.pass(hour)
    const found = await lookAtOutbox(at.club.db, at.club.clock.now())
    expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
  }, 60_000)
})
