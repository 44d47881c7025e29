import { describe, expect, test, vi } from 'vitest'
import { createTestClub, type EngineName, engines } from '#test/support/club.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const thursday = { startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' }
const planned = { title: 'Thursday practice', startsOn: '2026-11-26', startTime: '18:00', endTime: '20:00' }

/** A practice on Thursday that Ana answers as archer and Ben as driver; it has two places, so that Cam waits. Dee does not answer. */
async function answeredPractice(engine: EngineName) {
  const sink = await startSmtpSink()
  const club = await createTestClub(engine, {
    env: { SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' },
  })
  const kai = await club.member({ role: 'Officer', keep: true })
  const practiceId = await club.practice({ title: planned.title, ...thursday })
  await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 2 })
  const names = ['ana', 'ben', 'cam', 'dee']
  const members = []
  for (const name of names)
    members.push(await club.member({ email: `${name}@purdue.edu`, keep: true, hasCar: 1, carCapacity: 4 }))
  const [ana, ben, cam, dee] = members as [
    (typeof members)[0],
    (typeof members)[0],
    (typeof members)[0],
    (typeof members)[0],
  ]
  for (const [who, answer] of [
    [ana, 'archer'],
    [ben, 'driver'],
    [cam, 'archer'],
  ] as const)
    await who.api.practices.answer({ practiceId, answer })

  async function asItIs() {
    const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
    const { title, location, description, startsAt, endsAt, cancelledAt } = row
    return { title, location, description, startsAt, endsAt, cancelled: cancelledAt !== null }
  }
  const change = async (to: Partial<typeof planned & { location: string }>) => {
    const { location, description, ...expected } = await asItIs()
    const typed = { ...planned, location, description, ...to }
    await kai.api.schedule.change({ practiceId, expected: { ...expected, location, description }, ...typed })
  }
  const cancel = async (cancelled = true) =>
    kai.api.schedule.cancel({ practiceId, expected: await asItIs(), cancelled })
  /** What has come by then: whose, and what about. */
  async function told() {
    await vi.waitFor(async () => {
      const waiting = await club.db
        .selectFrom('mailOutbox')
        .select('id')
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .where('nextTryAt', '<=', new Date(club.clock.now()).toISOString())
        .execute()
      expect(waiting).toEqual([])
    })
    return sink.mails
      .map(({ to, subject }) => `${to[0]?.split('@')[0]}: ${subject.replace('Archery Club: Thursday practice ', '')}`)
      .sort()
  }
  return {
    ...{ club, sink, kai, practiceId, ana, ben, cam, dee, change, cancel, told },
    async [Symbol.asyncDispose]() {
      await club[Symbol.asyncDispose]()
      await sink.stop()
    },
  }
}

describe.each(engines)('news of a practice that changes (%s)', (engine) => {
  test('goes to those who answered, waiting ones too, after three quiet minutes', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ startTime: '19:00', endTime: '21:00' })
    await at.club.clock.advance(3 * minute - second)
    expect(await at.told()).toEqual([])
    await at.club.clock.advance(10 * second)
    expect(await at.told()).toEqual(['ana: has a new time', 'ben: has a new time', 'cam: has a new time'])
    expect(at.sink.mails[0]?.text).toContain(
      '7:00 – 9:00 PM EST\n  (before: Thursday, November 26, 6:00 – 8:00 PM EST)',
    )
    await at.club.clock.advance(hour)
    expect(await at.told()).toHaveLength(3)
  })

  test('of several changes in a row is one mail, about what came of them', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ startTime: '19:00', endTime: '21:00' })
    await at.club.clock.advance(2 * minute)
    await at.change({ startTime: '19:30', endTime: '21:30', location: 'Co-Rec' })
    // Who answers now has seen that already.
    await at.dee.api.practices.answer({ practiceId: at.practiceId, answer: 'archer' })
    await at.club.clock.advance(2 * minute)
    expect(await at.told()).toEqual([])
    await at.cancel()
    await at.club.clock.advance(3 * minute + 10 * second)
    expect(await at.told()).toEqual(['ana', 'ben', 'cam', 'dee'].map((name) => `${name}: is cancelled`))
    // Each as they knew it.
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
    expect(await at.told()).toEqual(['ana: is cancelled', 'ben: is cancelled', 'cam: is cancelled'])
    await at.kai.api.managePractices.restore({ practiceId })
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => each.includes('after all'))).toHaveLength(3)
  })

  test('does not come to who has withdrawn, is removed or wants none by then, nor in the end of what is past', async () => {
    await using at = await answeredPractice(engine)
    await at.change({ location: 'Co-Rec' })
    await at.ana.api.practices.answer({ practiceId: at.practiceId, answer: null })
    await at.ben.api.profile.setNews({ news: 'changed', way: 'mail', wanted: false })
    await at.kai.api.members.remove({ memberId: at.cam.id })
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => each.includes('has a new'))).toEqual([])
    // Ben would be told again; but nobody is told of what is past.
    await at.ben.api.profile.setNews({ news: 'changed', way: 'mail', wanted: true })
    at.club.clock.set('2026-11-27T00:59:30.000Z')
    await at.club.db.updateTable('calendarEvent').set({ location: 'Elsewhere' }).execute()
    await at.club.calendar.readNow()
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => each.includes('has a new'))).toEqual([])
  })

  test('is written in the transaction that changes the practice: where that fails, nothing is told', async () => {
    await using at = await answeredPractice(engine)
    const { parts } = at.club
    const failing = parts.write(async (tx) => {
      const { tellChange } = await import('./tell-change.ts')
      const row = await tx.selectFrom('practice').selectAll().where('id', '=', at.practiceId).executeTakeFirstOrThrow()
      await tellChange(tx, parts, { ...row, before: row, after: { ...row, location: 'Co-Rec' } })
      expect(await tx.selectFrom('mailOutbox').select('id').execute()).toHaveLength(3)
      throw new Error('broken off')
    })
    await expect(failing).rejects.toThrow('broken off')
    expect(await at.club.db.selectFrom('mailOutbox').select('id').execute()).toEqual([])
  })

  test('waits for a mail server that is away, holds up no other mail, and is told once and as it is then', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('4xx')
    await at.change({ location: 'Co-Rec' })
    await at.club.clock.advance(4 * minute)
    const tried = await at.club.db.selectFrom('mailOutbox').select('tries').execute()
    expect(Math.min(...tried.map(({ tries }) => tries))).toBeGreaterThan(0)
    // What comes on top, now while the first one is tried again and again.
    await at.change({ startTime: '19:00', endTime: '21:00', location: 'Co-Rec' })
    await at.club.clock.advance(4 * minute)
    await at.sink.fail()
    await at.club
      .visitor()
      .send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email: at.ana.email } })
    expect((await at.sink.waitForMail({ to: at.ana.email, subject: /password/ })).subject).toContain('password')
    await at.club.clock.advance(5 * minute)
    expect((await at.told()).filter((each) => !each.includes('password'))).toEqual(
      ['ana', 'ben', 'cam'].map((name) => `${name}: has a new time and place`),
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
    // The line is cut: what was on its way was not sent.
    await at.sink.fail('4xx')
    await vi.waitFor(async () => expect(await claimed.execute()).toEqual([]), 30_000)
    await at.sink.fail()
    await at.club.clock.advance(6 * minute)
    expect(await at.told()).toEqual(['ana', 'ben', 'cam'].map((name) => `${name}: has a new time and place`))
  }, 60_000)
})

describe.each(engines)('news that may be taken back (%s)', (engine) => {
  type Practice = Awaited<ReturnType<typeof answeredPractice>>
  const toldOf = async (at: Practice, what: string) => (await at.told()).filter((each) => each.includes(what))
  const hasFailed = (at: Practice, n: number) =>
    vi.waitFor(async () => {
      const rows = at.club.db.selectFrom('mailOutbox').select('id').where('lastError', 'is not', null)
      expect((await rows.execute()).length).toBeGreaterThanOrEqual(n)
    }, 20_000)
  const setLimit = (at: Practice, limit: number, expected: number) =>
    at.kai.api.managePractices.setLimit({ practiceId: at.practiceId, expected, limit })

  test.each(['before', 'after'] as const)(
    'a place that became free %s a cancellation is told once the practice is on again, once',
    async (when) => {
      await using at = await answeredPractice(engine)
      await at.sink.fail('4xx')
      if (when === 'after') await at.cancel()
      await setLimit(at, 3, 2)
      if (when === 'before') {
        await hasFailed(at, 1)
        await at.cancel()
      }
      await at.sink.fail()
      await at.club.clock.advance(10 * minute)
      expect(await at.told()).toEqual(['ana: is cancelled', 'ben: is cancelled', 'cam: is cancelled'])
      await at.cancel(false)
      await at.club.clock.advance(10 * minute)
      expect(await toldOf(at, 'you have a place')).toEqual(['cam: Archery Club: you have a place at Thursday practice'])
    },
  )

  test('a reminder that a cancellation overtook comes when it is taken back in time', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('4xx')
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(2 * minute)
    await hasFailed(at, 1)
    await at.cancel()
    await at.sink.fail()
    await at.club.clock.advance(10 * minute)
    expect(await toldOf(at, 'drive')).toEqual([])
    await at.cancel(false)
    await at.club.clock.advance(10 * minute)
    expect(await toldOf(at, 'drive')).toEqual(['ben: Archery Club: you drive to Thursday practice'])
  })

  test.each([
    ['drop', ['ana: takes place after all', 'ben: takes place after all', 'cam: takes place after all']],
    ['4xx', []],
  ] as const)(
    'a cancellation that was taken back is told where the mail before may have arrived (%s)',
    async (fault, told) => {
      await using at = await answeredPractice(engine)
      await at.cancel()
      await at.sink.fail(fault)
      await at.club.clock.advance(3 * minute + second)
      await hasFailed(at, 3)
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
    await hasFailed(at, 3)
    await at.change({ startTime: '19:00', endTime: '21:00', location: 'Co-Rec' })
    await at.sink.fail()
    await at.club.clock.advance(2 * minute)
    expect(await at.told()).toEqual([])
    await at.change({ location: 'Co-Rec' })
    await at.club.clock.advance(10 * minute)
    expect(await at.told()).toEqual(['ana: has a new place', 'ben: has a new place', 'cam: has a new place'])
  }, 60_000)

  test('goes to nobody whose address is not verified', async () => {
    await using at = await answeredPractice(engine)
    await at.club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', at.ben.id).execute()
    await at.cancel()
    await at.club.clock.advance(5 * minute)
    expect(await at.told()).toEqual(['ana: is cancelled', 'cam: is cancelled'])
  })

  test('reaches who was removed meanwhile, and is back', async () => {
    await using at = await answeredPractice(engine)
    await at.kai.api.members.remove({ memberId: at.ana.id })
    await at.cancel()
    await at.club.clock.advance(hour)
    expect(await toldOf(at, 'ana')).toEqual([])
    await at.kai.api.members.restore({ memberId: at.ana.id })
    await at.club.clock.advance(10 * minute)
    expect(await toldOf(at, 'ana')).toEqual(['ana: is cancelled'])
  })

  test('of two places that became free for one person while the mail server was away is one mail', async () => {
    await using at = await answeredPractice(engine)
    const { practiceId } = at
    await at.sink.fail('4xx')
    await setLimit(at, 3, 2)
    await hasFailed(at, 1)
    await at.cam.api.practices.answer({ practiceId, answer: null })
    await at.dee.api.practices.answer({ practiceId, answer: 'archer' })
    await at.cam.api.practices.answer({ practiceId, answer: 'archer' })
    await setLimit(at, 4, 3)
    await at.sink.fail()
    await at.club.clock.advance(10 * minute)
    expect(await toldOf(at, 'you have a place')).toEqual(['cam: Archery Club: you have a place at Thursday practice'])
  })

  test('waits longer than a day for a mail server that is away', async () => {
    await using at = await answeredPractice(engine)
    await at.sink.fail('refuse')
    await at.cancel()
    await at.club.clock.advance(4 * minute)
    await hasFailed(at, 3)
    at.club.clock.set('2026-11-26T12:00:00.000Z')
    await at.club.clock.advance(minute)
    await vi.waitFor(async () => {
      const tried = await at.club.db.selectFrom('mailOutbox').select(['tries', 'nextTryAt']).execute()
      expect(Math.min(...tried.map(({ nextTryAt }) => Date.parse(nextTryAt)))).toBeGreaterThan(at.club.clock.now())
    })
    await at.sink.fail()
    await at.club.clock.advance(5 * minute)
    expect(await at.told()).toEqual(['ana: is cancelled', 'ben: is cancelled', 'cam: is cancelled'])
  }, 30_000)
})

describe.each(engines)('a reminder to drivers (%s)', (engine) => {
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
    await vi.waitFor(async () => expect(await at.told()).toEqual(['ben: Archery Club: you drive to Thursday practice']))
    expect(at.sink.mails[0]?.text).toContain('you drive to Thursday practice and offer 3 seats for others.')
    // Who drives from now on knows it.
    await at.ana.api.practices.answer({ practiceId: at.practiceId, answer: 'driver' })
    await at.club.clock.advance(hour)
    expect(await at.told()).toHaveLength(1)
  })

  test('that came late comes again where the practice then moves to the next morning, and not before', async () => {
    await using at = await answeredPractice(engine)
    const drives = async () => (await at.told()).filter((each) => each.includes('drive'))
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
    await vi.waitFor(async () => expect(await drives()).toEqual(['ben: Archery Club: you drive to Thursday practice']))
  })

  test('does not come where the practice is off, nor to who does not want it; and again where it moves to another day', async () => {
    await using at = await answeredPractice(engine)
    await at.cancel()
    at.club.clock.set('2026-11-26T18:59:00.000Z')
    await at.club.clock.advance(4 * minute)
    expect((await at.told()).filter((each) => each.includes('drive'))).toEqual([])
    await at.ben.api.profile.setNews({ news: 'drive', way: 'mail', wanted: false })
    await at.cancel(false)
    await at.club.clock.advance(4 * minute)
    expect((await at.told()).filter((each) => each.includes('drive'))).toEqual([])
    await at.ben.api.profile.setNews({ news: 'drive', way: 'mail', wanted: true })
    await at.change({ startsOn: '2026-11-27' })
    at.club.clock.set('2026-11-27T19:00:00.000Z')
    await at.club.clock.advance(2 * minute)
    expect((await at.told()).filter((each) => each.includes('drive'))).toEqual([
      'ben: Archery Club: you drive to Thursday practice',
    ])
  })
})
