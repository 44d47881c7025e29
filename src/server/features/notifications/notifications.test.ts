import { describe, expect, test, vi } from 'vitest'
import { createTestClub, usualEngines } from '#test/support/club.ts'
import { answeredPractice } from '#test/support/practice-with-rsvps.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe.each(usualEngines)('news of a practice that changes (%s)', (engine) => {
  test('goes to those who answered, waiting ones too, after three quiet minutes', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ startTime: '19:00', endTime: '21:00' })
    await at.club.clock.advance(3 * minute - second)
    expect(await at.told()).toEqual([])
    await at.club.clock.advance(10 * second)
    expect(await at.told()).toEqual(['ana: has a new time', 'ben: has a new time', 'cam: has a new time'])
    expect(at.sink.mails[0]?.text).toContain('7:00 – 9:00 PM EST\n  (was: Thursday, November 26, 6:00 – 8:00 PM EST)')
    await at.club.clock.advance(hour)
    expect(await at.told()).toHaveLength(3)
  })

  // Shows: T89
  test('of several changes in a row is one mail, about what came of them', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ startTime: '19:00', endTime: '21:00' })
    await at.club.clock.advance(2 * minute)
    await at.change({ startTime: '19:30', endTime: '21:30', location: 'Co-Rec' })
    // Someone who RSVPs now has already seen the change.
    await at.dee.api.practices.answer({ practiceId: at.practiceId, answer: 'archer' })
    await at.club.clock.advance(2 * minute)
    expect(await at.told()).toEqual([])
    await at.cancel()
    await at.club.clock.advance(3 * minute + 10 * second)
    expect(await at.told()).toEqual(['ana', 'ben', 'cam', 'dee'].map((name) => `${name}: is canceled`))
    // Each text compares with what that member knew.
    const text = (name: string) => at.sink.mails.find(({ to }) => to[0] === `${name}@purdue.edu`)?.text
    expect(text('ana')).toContain('When: Thursday, November 26, 6:00 – 8:00 PM EST')
    expect(text('dee')).toContain('When: Thursday, November 26, 7:30 – 9:30 PM EST\nWhere: Co-Rec')
  })

  test('is none where it is as it was again before anybody was told', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    await at.club.clock.advance(minute)
    await at.cancel(false)
    await at.change({ location: 'Co-Rec' })
    await at.change({ location: 'Lafayette Range' })
    await at.club.clock.advance(10 * minute)
    expect(await at.told()).toEqual([])
    expect(await at.club.db.selectFrom('mailOutbox').select('id').execute()).toEqual([])
  })

  test('that it was deleted reads as cancelled; brought back in time, nobody has heard of it', async () => {
    await using at = await answeredPractice(engine)
    const { practiceId } = at
    await at.kai.api.managePractices.delete({ practiceId })
    await at.kai.api.managePractices.restore({ practiceId })
    await at.club.clock.advance(5 * minute)
    expect(await at.told()).toEqual([])
    await at.kai.api.managePractices.delete({ practiceId })
    await at.club.clock.advance(5 * minute)
    expect(await at.told()).toEqual(['ana: is canceled', 'ben: is canceled', 'cam: is canceled'])
    await at.kai.api.managePractices.restore({ practiceId })
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => each.includes('back on'))).toHaveLength(3)
  })

  test('does not come to who has withdrawn, is removed or wants none by then, nor in the end of what is past', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ location: 'Co-Rec' })
    await at.ana.api.practices.answer({ practiceId: at.practiceId, answer: null })
    await at.ben.api.profile.setNews({ news: 'changed', way: 'mail', wanted: false })
    await at.kai.api.members.remove({ memberId: at.cam.id })
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => each.includes('has a new'))).toEqual([])
    // Ben would get it again, but no one is notified about the past.
    await at.ben.api.profile.setNews({ news: 'changed', way: 'mail', wanted: true })
    at.club.clock.set('2026-11-27T00:59:30.000Z')
    await at.club.db.updateTable('calendarEvent').set({ location: 'Elsewhere' }).execute()
    await at.club.calendar.readNow()
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => each.includes('has a new'))).toEqual([])
  })

  test('is written in the transaction that changes the practice: where that fails, nothing is told', async () => {
    await using at = await answeredPractice(engine)
    const { ctx } = at.club
    const failing = ctx.write(async (tx) => {
      const { notifyOfChange: tellChange } = await import('./enqueue.ts')
      const row = await tx.selectFrom('practice').selectAll().where('id', '=', at.practiceId).executeTakeFirstOrThrow()
      await tellChange(tx, ctx, { ...row, before: row, after: { ...row, location: 'Co-Rec' } })
      expect(await tx.selectFrom('mailOutbox').select('id').execute()).toHaveLength(3)
      throw new Error('broken off')
    })
    await expect(failing).rejects.toThrow('broken off')
    expect(await at.club.db.selectFrom('mailOutbox').select('id').execute()).toEqual([])
  })

  // Shows: T88
  test('waits for a mail server that is away, holds up no other mail, and is told once and as it is then', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('4xx')
    await at.change({ location: 'Co-Rec' })
    await at.club.clock.advance(4 * minute)
    const tried = await at.club.db.selectFrom('mailOutbox').select('tries').execute()
    expect(Math.min(...tried.map(({ tries }) => tries))).toBeGreaterThan(0)
    // A further change while the first email is being retried.
    await at.change({ startTime: '19:00', endTime: '21:00', location: 'Co-Rec' })
    await at.club.clock.advance(4 * minute)
    await at.sink.fail()
    await at.club
      .visitor()
      .send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email: at.ana.email } })
    expect((await at.sink.waitForMail({ to: at.ana.email, subject: /password/ })).subject).toContain('password')
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => !each.includes('password'))).toEqual(
      ['ana', 'ben', 'cam'].map((name) => `${name}: has a new time and location`),
    )
  })

  test('that came while the mail before it was being sent is told in a mail of its own, or with it where that failed', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('hang')
    await at.change({ location: 'Co-Rec' })
    await at.club.clock.advance(3 * minute + 5 * second)
    const claimed = at.club.db.selectFrom('mailOutbox').select('userId').where('claimedAt', 'is not', null)
    await vi.waitFor(async () => expect(await claimed.execute()).toHaveLength(1))
    await at.change({ startTime: '19:00', endTime: '21:00', location: 'Co-Rec' })
    // The connection drops, so the email in progress wasn't sent.
    await at.sink.fail('4xx')
    await vi.waitFor(async () => expect(await claimed.execute()).toEqual([]), 30_000)
    await at.sink.fail()
    await at.club.clock.advance(6 * minute)
    expect(await at.told()).toEqual(['ana', 'ben', 'cam'].map((name) => `${name}: has a new time and location`))
  }, 60_000)
})

describe.each(usualEngines)('a reminder to drivers (%s)', (engine) => {
  const remindAt = '2026-11-26T19:00:00.000Z'

  test('comes four hours before, once, from whichever process, to those who have a place and said so before', async () => {
    await using at = await answeredPractice(engine)
    await using beside = engine === 'postgres' ? await createTestClub('postgres', { beside: at.club }) : null
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(50 * second)
    expect(await at.told()).toEqual([])
    await at.club.clock.advance(2 * minute)
    beside?.clock.set(remindAt)
    await beside?.clock.advance(2 * minute)
    await vi.waitFor(async () =>
      expect(await at.told()).toEqual(['ben: Archery Club: you’re driving to Thursday practice']),
    )
    expect(at.sink.mails[0]?.text).toContain('you’d drive to Thursday practice and offer 3 seats for others.')
    // New drivers don't need a reminder.
    await at.ana.api.practices.answer({ practiceId: at.practiceId, answer: 'driver' })
    await at.club.clock.advance(hour)
    expect(await at.told()).toHaveLength(1)
  })

  test('that came late comes again where the practice then moves to the next morning, and not before', async () => {
    await using at = await answeredPractice(engine)
    const drives = async () => (await at.told()).filter((each) => each.includes('driving'))
    await at.sink.fail('4xx')
    at.club.clock.set('2026-11-26T22:00:00.000Z')
    await at.club.clock.advance(2 * minute)
    const tried = at.club.db.selectFrom('mailOutbox').select('id').where('lastError', 'is not', null)
    await vi.waitFor(async () => expect(await tried.execute()).toHaveLength(1))
    await at.change({ startsOn: '2026-11-27', startTime: '08:00', endTime: '10:00' })
    await at.sink.fail()
    await at.club.clock.advance(10 * minute)
    expect(await drives()).toEqual([])
    at.club.clock.set('2026-11-27T01:00:00.000Z')
    await at.club.clock.advance(2 * minute)
    await vi.waitFor(async () =>
      expect(await drives()).toEqual(['ben: Archery Club: you’re driving to Thursday practice']),
    )
  })

  test('comes for a later hour to who answered after the moment of an earlier one, at which nobody was reminded', async () => {
    await using at = await answeredPractice(engine)
    const { practiceId } = at
    await at.setLimit(9, 2)
    await at.ben.api.practices.answer({ practiceId, answer: null })
    at.club.clock.set('2026-11-26T14:00:00.000Z')
    await at.change({ startTime: '12:00', endTime: '14:00' })
    await at.ben.api.practices.answer({ practiceId, answer: 'driver' })
    await at.pass(3 * minute)
    await at.change({ startTime: '20:00', endTime: '22:00' })
    at.club.clock.set('2026-11-26T21:00:00.000Z')
    await at.pass(5 * minute)
    expect(await at.toldOf('driving')).toHaveLength(1)
  }, 60_000)

  test('does not come where the practice is off, nor to who does not want it; and again where it moves to another day', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(4 * minute)
    expect((await at.told()).filter((each) => each.includes('driving'))).toEqual([])
    await at.ben.api.profile.setNews({ news: 'drive', way: 'mail', wanted: false })
    await at.cancel(false)
    await at.club.clock.advance(4 * minute)
    expect((await at.told()).filter((each) => each.includes('driving'))).toEqual([])
    await at.ben.api.profile.setNews({ news: 'drive', way: 'mail', wanted: true })
    await at.change({ startsOn: '2026-11-27' })
    at.club.clock.set('2026-11-27T19:00:00.000Z')
    await at.club.clock.advance(2 * minute)
    expect((await at.told()).filter((each) => each.includes('driving'))).toEqual([
      'ben: Archery Club: you’re driving to Thursday practice',
    ])
  })
})
