import { expect, vi } from 'vitest'
import { createClubWithMail } from '#test/support/account-requests.ts'
import { createTestClub, type EngineName, engines, outcomeOf, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { attend, held } from '#test/support/held-practice.ts'
import { insert } from '#test/support/insert.ts'
import { untilSent } from '#test/support/practice-with-rsvps.ts'
import { raceReminders } from '#test/support/reminder-races.ts'
import { removeGuard, removeLocks } from '#test/support/without-transactions.ts'

const minute = 60_000
/** For a busy machine. */
const patience = { timeout: 20_000 }
const hours = { practices: { remindHours: 24 } }
const thursday = { startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' }
const long = { createdAt: '2025-09-01T12:00:00.000Z', keep: true }

/** A practice on Thursday at six, which is due for a reminder on Wednesday at six, and four people who came last week. */
async function clubOf(engine: EngineName) {
  const club = await createClubWithMail(engine, { club: hours })
  const { sink } = club
  const named = (name: string, facts = {}) =>
    club.member({ ...long, nameFirst: name, email: `${name}@purdue.edu`, ...facts })
  const kai = await named('kai', { role: 'Officer' })
  const [ana, ben, cam] = [await named('ana', { hasCar: 1, carCapacity: 4 }), await named('ben'), await named('cam')]
  const came = await held(club, '2026-11-17')
  await attend(club, came, [ana.id, ben.id, cam.id])
  const practiceId = await club.practice({ title: 'Thursday practice', ...thursday })
  let told = 0
  /** Who was sent something since the last time, once it is this moment and this much later. */
  const at = async (moment: string, ms = 2 * minute) => {
    club.clock.set(moment)
    await club.clock.advance(ms)
    await club.jobsIdle()
    await untilSent(club)
    const sent = sink.mails.slice(told).map(({ to }) => to[0]?.split('@')[0])
    told += sent.length
    return sent.sort()
  }
  return Object.assign(club, { named, kai, ana, ben, cam, practiceId, at })
}

describe.each(usualEngines)('the reminder (%s)', (engine) => {
  test('goes a day before, once, to those who came lately or are new and haven’t replied, with links to reply', async () => {
    await using club = await clubOf(engine)
    await club.named('new', { createdAt: '2026-11-20T12:00:00.000Z' })
    await club.named('away')
    await club.ana.api.practices.answer({ practiceId: club.practiceId, answer: 'cant-come' })
    expect(await club.at('2026-11-25T22:55:00.000Z', 4 * minute)).toEqual([])
    club.clock.set('2026-11-25T22:59:30.000Z')
    await club.clock.advance(2 * minute)
    const mail = await club.sink.waitForMail({ to: 'ben@purdue.edu' })
    expect(mail.subject).toBe('Archery Club: are you coming to Thursday practice?')
    expect(mail.text).toMatch(/Archer:\nhttp:\/\/localhost:3000\/reply\/[\w-]+\/archer\n/)
    expect(await club.at('2026-11-25T23:05:00.000Z')).toEqual(['ben', 'cam', 'new'])
    expect(await club.at('2026-11-26T15:00:00.000Z', 60 * minute)).toEqual([])
  })

  test('says that it’s full, and isn’t sent to someone who has replied, turned it off, or been removed since it was queued', async () => {
    await using club = await clubOf(engine)
    const [dee, eve] = [await club.named('dee'), await club.named('eve')]
    await attend(club, '2026-11-17', [dee.id, eve.id])
    await club.kai.api.managePractices.setLimit({ practiceId: club.practiceId, expected: null, limit: 1 })
    await club.ana.api.practices.answer({ practiceId: club.practiceId, answer: 'archer' })
    await club.sink.fail('refuse')
    club.clock.set('2026-11-25T23:01:00.000Z')
    await club.clock.advance(minute)
    await vi.waitFor(async () => {
      const tried = club.db.selectFrom('mailOutbox').select('id').where('tries', '>', 0)
      expect(await tried.execute()).toHaveLength(4)
    }, patience)
    await club.ben.api.practices.answer({ practiceId: club.practiceId, answer: 'cant-come' })
    await club.cam.api.profile.setNews({ news: 'remind', way: 'mail', wanted: false })
    await club.enterPasswords()
    await club.kai.api.members.remove({ memberId: eve.id })
    await club.sink.fail()
    expect(await club.at('2026-11-25T23:10:00.000Z')).toEqual(['dee'])
  })

  test('is off in a club that updates until an officer turns it on, and then comes for what is still ahead', async () => {
    await using club = await clubOf(engine)
    const { api } = club.kai
    await club.db.insertInto('awaitingPreview').values({ kind: 'remind', turnedOnAt: null }).execute()
    expect(await club.at('2026-11-25T23:00:00.000Z')).toEqual([])
    expect(await outcomeOf(api.reminders.send({ practiceId: club.practiceId }))).toBe('awaiting-preview')
    expect((await api.home.get()).needs?.emailsOff).toEqual(['remind'])
    const preview = await api.emailPreviews.get({ kind: 'remind' })
    expect(preview).toMatchObject({ awaiting: true, people: 3, email: { asks: [{ title: 'Thursday practice' }] } })
    for (let i = 0; i < 2; i++) await api.emailPreviews.turnOn({ kind: 'remind' })
    expect(await club.db.selectFrom('audit').select(['action', 'target']).execute()).toEqual([
      { action: 'setting.turn-on', target: 'remind' },
    ])
    expect((await api.home.get()).needs?.emailsOff).toEqual([])
    expect(await club.at('2026-11-25T23:10:00.000Z')).toEqual([])
    const friday = { startsAt: '2026-11-27T23:00:00.000Z', endsAt: '2026-11-28T01:00:00.000Z' }
    await club.practice({ title: 'Friday practice', ...friday })
    expect(await club.at('2026-11-26T23:00:00.000Z')).toEqual(['ana', 'ben', 'cam'])
  })
})

describe.each(engines)('a member’s reminders (%s)', (engine) => {
  test('are two in seven days; a third comes as soon as they are over, if it still helps', async () => {
    await using club = await clubOf(engine)
    const sunday = { startsAt: '2026-11-29T20:00:00.000Z', endsAt: '2026-11-29T21:00:00.000Z' }
    const next = { startsAt: '2026-12-04T01:00:00.000Z', endsAt: '2026-12-04T02:00:00.000Z' }
    await club.practice({ title: 'Sunday', ...sunday })
    await club.practice({ title: 'Next Thursday', ...next })
    await club.ana.api.practices.answer({ practiceId: club.practiceId, answer: 'archer' })
    expect(await club.at('2026-11-25T23:00:00.000Z')).toEqual(['ben', 'cam'])
    expect(await club.at('2026-11-28T20:00:00.000Z')).toEqual(['ana', 'ben', 'cam'])
    // Due on Wednesday at eight, two hours after the first one is seven days old.
    const early = { startsAt: '2026-12-03T22:00:00.000Z', endsAt: '2026-12-03T23:00:00.000Z' }
    await club.practice({ title: 'Thursday, early', ...early })
    expect(await club.at('2026-12-02T22:00:00.000Z')).toEqual(['ana'])
    expect(await club.at('2026-12-02T22:50:00.000Z', 8 * minute)).toEqual([])
    expect(await club.at('2026-12-02T23:00:00.000Z', 10 * minute)).toEqual(['ben', 'cam'])
    expect(await club.at('2026-12-03T01:00:00.000Z', 5 * minute)).toEqual([])
  })

  test('come once from three processes', { timeout: 60_000 }, async () => {
    await using club = await clubOf(engine)
    const beside =
      engine === 'postgres' ? [1, 2].map(() => createTestClub('postgres', { beside: club, club: hours })) : []
    const processes = [club, ...(await Promise.all(beside))]
    try {
      for (const { clock } of processes) clock.set('2026-11-25T22:59:30.000Z')
      await Promise.all(processes.map(({ clock }) => clock.advance(2 * minute)))
      const rows = () => club.db.selectFrom('mailOutbox').select('userId').where('kind', '=', 'remind').execute()
      await vi.waitFor(async () => expect(await rows()).toHaveLength(3), patience)
      for (const { clock } of processes) await clock.advance(2 * minute)
      expect(await rows()).toHaveLength(3)
    } finally {
      for (const each of processes.slice(1)) await each[Symbol.asyncDispose]()
    }
  })

  // Shows: T31
  test('are never three, even if two practices’ reminders are queued at the same moment', async () => {
    await using club = await createTestClub(engine)
    expect(await raceReminders(club)).toEqual([])
  })

  test('would be three without the lock', async () => {
    const wrong: string[] = []
    // It takes the right moment.
    for (let round = 0; round < 10 && wrong.length === 0; round++) {
      await using club = await createTestClub(engine)
      wrong.push(...(await raceReminders(club, engine === 'postgres' ? removeLocks : removeGuard)))
    }
    expect(wrong).not.toEqual([])
  })
})

describe.each(usualEngines)('Remind now (%s)', (engine) => {
  test('says who gets it first, goes once a day, and leaves out who has turned it off or had two', async () => {
    await using club = await clubOf(engine)
    const { api } = club.kai
    await club.cam.api.profile.setNews({ news: 'remind', way: 'mail', wanted: false })
    const earlier = ['2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z']
    for (const remindedAt of earlier)
      await insert(club.db, 'reminder', { practiceId: '2026-11-17', memberId: club.ben.id, remindedAt })
    const { practiceId } = club
    expect(await api.reminders.get({ practiceId })).toEqual({
      refusal: null,
      lastAt: null,
      people: [{ memberId: club.ana.id, name: 'ana Bowman' }],
      leftOut: [
        { memberId: club.ben.id, name: 'ben Bowman', reason: 'two-this-week' },
        { memberId: club.cam.id, name: 'cam Bowman', reason: 'turned-off' },
      ],
    })
    expect(await api.reminders.send({ practiceId })).toEqual({ people: 1 })
    expect(await outcomeOf(api.reminders.send({ practiceId }))).toBe('reminded-today')
    expect((await club.sink.waitForMail({ to: 'ana@purdue.edu' })).subject).toContain('are you coming')
    expect(await api.reminders.get({ practiceId })).toMatchObject({ refusal: 'reminded-today', people: [] })
    const audit = club.db.selectFrom('audit').select(['action', 'target', 'after'])
    expect(await audit.execute()).toEqual([{ action: 'practice.remind', target: practiceId, after: '{"people":1}' }])
    club.clock.set('2026-11-25T04:00:00.000Z')
    expect(await outcomeOf(api.reminders.send({ practiceId }))).toBe('reminded-today')
    club.clock.set('2026-11-25T06:00:00.000Z')
    expect(await outcomeOf(api.reminders.send({ practiceId }))).toBe('quiet-hours')
    club.clock.set('2026-11-25T14:00:00.000Z')
    expect((await api.reminders.get({ practiceId })).people).toHaveLength(1)
  })
})
