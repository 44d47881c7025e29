import { describe, expect, test, vi } from 'vitest'
import { createTestClub, usualEngines } from '#test/support/club.ts'
import { answeredPractice } from '#test/support/practice-with-rsvps.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe.each(usualEngines)('news of a practice that changes (%s)', (engine) => {
  // Shows: T89
  test('of several changes in a row is one email about the result', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ startTime: '19:00', endTime: '21:00' })
    await at.club.clock.advance(2 * minute)
    await at.change({ startTime: '19:30', endTime: '21:30', location: 'Co-Rec' })
    // Someone who RSVPs now has already seen the change.
    await at.dee.api.practices.answer({ practiceId: at.practiceId, answer: 'archer' })
    await at.club.clock.advance(2 * minute)
    expect(await at.told()).toEqual([])
    await at.cancel(true, 'The hall is flooded.\nSee you on Thursday!')
    await at.club.clock.advance(3 * minute + 10 * second)
    expect(await at.told()).toEqual(['ana', 'ben', 'cam', 'dee'].map((name) => `${name}: is canceled`))
    // Each text compares with what that member knew.
    const text = (name: string) => at.sink.mails.find(({ to }) => to[0] === `${name}@purdue.edu`)?.text
    expect(text('ana')).toContain('is canceled.\n\nThe hall is flooded.\n\nSee you on Thursday!')
    expect(text('ana')).toContain('When: Thursday, November 26, 6:00 – 8:00 PM EST')
    expect(text('dee')).toContain('When: Thursday, November 26, 7:30 – 9:30 PM EST\nWhere: Co-Rec')
  })

  test('of a deletion says canceled, and isn’t sent if the practice is restored in time', async () => {
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
    expect(await at.toldOf('back on')).toHaveLength(3)
  })

  test('isn’t sent to members who withdrew, are removed, or turned it off, nor about a past practice', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ location: 'Co-Rec' })
    await at.ana.api.practices.answer({ practiceId: at.practiceId, answer: null })
    await at.ben.api.profile.setNews({ news: 'changed', way: 'mail', wanted: false })
    await at.kai.api.members.remove({ memberId: at.cam.id })
    await at.club.clock.advance(5 * minute)
    expect(await at.toldOf('has a new')).toEqual([])
    await at.club.enterPasswords()
    await at.kai.api.members.restore({ memberId: at.cam.id })
    await at.club.clock.advance(5 * minute)
    expect(await at.toldOf('has a new')).toEqual(['cam: has a new location'])
    // Ben would get it again, but no one is notified about the past.
    await at.ben.api.profile.setNews({ news: 'changed', way: 'mail', wanted: true })
    at.club.clock.set('2026-11-27T00:59:30.000Z')
    await at.club.db.updateTable('calendarEvent').set({ location: 'Elsewhere' }).execute()
    await at.club.calendar.readNow()
    await at.club.clock.advance(5 * minute)
    expect(await at.toldOf('has a new')).toHaveLength(1)
  })

  // Shows: T88
  test('waits for a mail server that is down without holding up other emails, and says once how things are then', async () => {
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
    const reset = { method: 'POST', path: '/api/auth/request-password-reset', body: { email: at.ana.email } }
    await at.club.visitor().send(reset)
    expect((await at.sink.waitForMail({ to: at.ana.email, subject: /password/ })).subject).toContain('password')
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => !each.includes('password'))).toEqual(
      ['ana', 'ben', 'cam'].map((name) => `${name}: has a new time and location`),
    )
  })
})

const canceled = ['ana: is canceled', 'ben: is canceled', 'cam: is canceled']
const spotOfCam = 'cam: Archery Club: you have a spot at Thursday practice'

describe.each(usualEngines)('notifications of changes that are undone (%s)', (engine) => {
  test.each(['before', 'after'] as const)(
    'a spot that became free %s a cancellation is told once, when the practice is back on',
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
      expect(await at.told()).toEqual(canceled)
      await at.cancel(false)
      await at.club.clock.advance(10 * minute)
      expect(await at.toldOf('you have a spot')).toEqual([spotOfCam])
    },
  )

  test.each([
    ['drop', ['ana: is back on', 'ben: is back on', 'cam: is back on']],
    ['4xx', []],
  ] as const)(
    'a practice that is back on is told only if the cancellation may have arrived (%s)',
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
})

describe.each(usualEngines)('a reminder to drivers (%s)', (engine) => {
  const remindAt = '2026-11-26T19:00:00.000Z'
  const toBen = 'ben: Archery Club: you’re driving to Thursday practice'

  test('comes four hours before, from one process, to drivers with a spot whose RSVP is older', async () => {
    await using at = await answeredPractice(engine)
    await using beside = engine === 'postgres' ? await createTestClub('postgres', { beside: at.club }) : null
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(50 * second)
    expect(await at.told()).toEqual([])
    await at.club.clock.advance(2 * minute)
    beside?.clock.set(remindAt)
    await beside?.clock.advance(2 * minute)
    await vi.waitFor(async () => expect(await at.told()).toEqual([toBen]))
    expect(at.sink.mails[0]?.text).toContain('you’d drive to Thursday practice and offer 3 seats for others.')
    // New drivers don't need a reminder.
    await at.ana.api.practices.answer({ practiceId: at.practiceId, answer: 'driver' })
    await at.club.clock.advance(hour)
    expect(await at.told()).toHaveLength(1)
  })

  test('isn’t sent for a canceled practice or to a driver who turned it off, and comes if the practice moves to another day', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(4 * minute)
    expect(await at.toldOf('driving')).toEqual([])
    await at.ben.api.profile.setNews({ news: 'drive', way: 'mail', wanted: false })
    await at.cancel(false)
    await at.club.clock.advance(4 * minute)
    expect(await at.toldOf('driving')).toEqual([])
    await at.ben.api.profile.setNews({ news: 'drive', way: 'mail', wanted: true })
    await at.change({ startsOn: '2026-11-27' })
    at.club.clock.set('2026-11-27T19:00:00.000Z')
    await at.club.clock.advance(2 * minute)
    expect(await at.toldOf('driving')).toEqual([toBen])
  })
})
