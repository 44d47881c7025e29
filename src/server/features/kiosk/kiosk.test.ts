import { expect } from 'vitest'
import { hashToken } from '#server/crypto/secrets.ts'
import { kioskCookieIn } from '#test/support/access-matrix.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import {
  createTestClub,
  describe,
  engines,
  outcomeOf,
  type TestClub,
  type TestMember,
  test,
} from '#test/support/club-test.ts'
import { raceCheckInsAtKiosk, racePins, raceStarts } from '#test/support/kiosk-races.ts'
import { livePractice } from '#test/support/live-practice.ts'
import { jpeg, sendPicture } from '#test/support/pictures.ts'
import { waysIn } from '#test/support/transports.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

const pin = '482913'

/** A kiosk on the device of another officer. */
async function atTheKiosk(club: TestClub, checkInMode: 'tap' | 'code' | 'officer' = 'officer') {
  const { officer, ana, practiceId } = await livePractice(club)
  await club.db.updateTable('practice').set({ checkInMode }).where('id', '=', practiceId).execute()
  const door = await club.officer({ nameFirst: 'Dana', keep: true })
  return { officer, ana, door, practiceId, kiosk: await makeKiosk(club, door, practiceId) }
}

async function makeKiosk(club: TestClub, door: TestMember, practiceId: string) {
  const reply = await door.send(waysIn['/rpc'].ask('kiosks.start', { practiceId, pin }))
  const cookie = kioskCookieIn(reply)
  return { ...club.caller(cookie), cookie, reply }
}

const audited = async ({ db }: TestClub) =>
  (
    await db.selectFrom('audit').select(['action', 'actor']).where('action', 'like', 'kiosk.%').orderBy('at').execute()
  ).map(({ action, actor }) => `${action} ${actor}`)

describe.each(engines)('a kiosk (%s)', (engine) => {
  test('ends the session of its officer on that device, and stores neither its token nor its PIN', async ({ club }) => {
    const { door, kiosk } = await atTheKiosk(club)
    const cookies = [kiosk.reply.headers['set-cookie']].flat().join('\n')
    expect(cookies).toMatch(/quiver-kiosk=\S+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookies).toContain('quiver=; Max-Age=0')
    expect(kiosk.reply.headers['clear-site-data']).toBe('"cache"')
    expect(await outcomeOf(door.api.home.get())).toBe('UNAUTHORIZED')
    const row = await club.db.selectFrom('kiosk').selectAll().executeTakeFirstOrThrow()
    const token = kiosk.cookie.split('=')[1]?.split('.')[0] ?? ''
    expect(row.tokenHash).toBe(hashToken(token))
    expect(JSON.stringify(row)).not.toContain(pin)
    expect(await audited(club)).toEqual([`kiosk.start ${door.id}`])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('checks in by name in every mode, without a code, and marks it for officers', async ({ club }) => {
    for (const mode of ['tap', 'code', 'officer'] as const) {
      const { officer, ana, practiceId, kiosk } = await atTheKiosk(club, mode)
      const { people } = await kiosk.api.kioskNames.get({ typed: 'ana bow' })
      expect(people).toContainEqual({ memberId: ana.id, name: 'Ana Bowman' })
      expect(JSON.stringify(people)).not.toContain('@')
      expect(await kiosk.api.kiosk.checkIn({ memberId: ana.id })).toEqual({ outcome: 'checked-in' })
      expect(await kiosk.api.kiosk.checkIn({ memberId: ana.id })).toEqual({ outcome: 'already-in' })
      const { attendees } = await officer.api.practiceRecord.get({ practiceId })
      expect(attendees).toMatchObject([{ memberId: ana.id, checkedInBy: 'self', reason: 'Kiosk' }])
      expect(await brokenRules(club.ctx)).toEqual([])
      // The mark goes with their name, and the check-in stays.
      await officer.api.practices.endEarly({ practiceId })
      await officer.api.members.remove({ memberId: ana.id })
      await Promise.all([club.letADayPass(), club.enterPasswords()])
      await officer.api.members.erase({ memberId: ana.id })
      expect(await brokenRules(club.ctx)).toEqual([])
    }
  })

  test('shows the photo itself, of a name or a pass that is scanned, and of no one who left', async ({ club }) => {
    const { ana, kiosk, officer } = await atTheKiosk(club)
    await sendPicture(ana, await jpeg())
    await ana.api.passCode.create({})
    const passCodeHash = hashToken((await ana.api.passCode.get()).code ?? '')
    const { person } = await kiosk.api.kioskPerson.get({ passCodeHash })
    expect(person).toMatchObject({ memberId: ana.id, picture: expect.stringMatching(/^data:image\/webp;base64,UklGR/) })
    expect(await kiosk.api.kioskPerson.get({ memberId: ana.id })).toEqual({ person })
    await officer.api.members.remove({ memberId: ana.id })
    for (const query of [{ memberId: ana.id }, { passCodeHash }])
      expect(await kiosk.api.kioskPerson.get(query)).toEqual({ person: null })
    expect(await kiosk.api.kiosk.checkIn({ memberId: ana.id })).toEqual({ outcome: 'see-officer' })
  })

  test('sends who has no valid pass to an officer, and uses no day pass', async ({ club }) => {
    const { kiosk } = await atTheKiosk(club)
    const ben = await club.member({ dayPasses: 1 })
    expect(await kiosk.api.kiosk.checkIn({ memberId: ben.id })).toEqual({ outcome: 'see-officer' })
    expect((await ben.row()).dayPasses).toBe(1)
  })

  test('outlasts the idle limit, stops with its practice, and goes on when that is reopened', async () => {
    await using club = await createTestClub(engine)
    const { officer, practiceId, kiosk } = await atTheKiosk(club)
    club.clock.set('2026-11-25T00:40:00.000Z')
    expect(await kiosk.api.kiosk.get()).toMatchObject({ title: 'Tuesday practice' })
    await officer.api.practices.endEarly({ practiceId })
    expect(await outcomeOf(kiosk.api.kiosk.get())).toBe('UNAUTHORIZED')
    expect(await officer.api.kiosks.get({ practiceId })).toEqual({ kiosks: [] })
    await officer.api.practices.takeBackEnd({ practiceId })
    expect(await outcomeOf(kiosk.api.kiosk.get())).toBe('went through')
    club.clock.set('2026-11-25T01:00:00.000Z')
    expect(await outcomeOf(kiosk.api.kiosk.get())).toBe('UNAUTHORIZED')
  })

  test.each(['role', 'removal', 'log out everywhere'])('ends with its officer’s %s, for good', async (what) => {
    await using club = await createTestClub(engine)
    const { officer, door, kiosk } = await atTheKiosk(club)
    const memberId = door.id
    await club.enterPasswords()
    if (what === 'role') {
      await officer.api.members.setRole({ memberId, expected: 'Officer', role: 'Member' })
      expect(await outcomeOf(kiosk.api.kiosk.get())).toBe('UNAUTHORIZED')
      await officer.api.members.setRole({ memberId, expected: 'Member', role: 'Officer' })
    } else if (what === 'removal') {
      await officer.api.members.remove({ memberId })
      await officer.api.members.restore({ memberId })
    } else await (await club.loggedIn(door.email)).api.sessions.endAll({})
    expect(await outcomeOf(kiosk.api.kiosk.get())).toBe('UNAUTHORIZED')
  })

  test('is ended by any officer, twice like once, or left with the PIN', async ({ club }) => {
    const { officer, ana, door, practiceId, kiosk } = await atTheKiosk(club)
    club.clock.set('2026-11-24T22:51:00.000Z')
    const eve = await club.officer()
    const second = await makeKiosk(club, eve, practiceId)
    const { kiosks } = await officer.api.kiosks.get({ practiceId })
    expect(kiosks.map(({ startedBy }) => startedBy)).toEqual(['Dana Bowman', 'Kai Bowman'])
    const end = { practiceId, kioskId: kiosks[0]?.id ?? '' }
    for (const _ of [1, 2]) await officer.api.kiosks.end(end)
    expect(await outcomeOf(kiosk.api.kiosk.checkIn({ memberId: ana.id }))).toBe('UNAUTHORIZED')
    expect(await second.api.kiosk.leave({ pin: '000000' })).toEqual({ outcome: 'wrong', waitSeconds: null })
    const left = await second.send(waysIn['/rpc'].ask('kiosk.leave', { pin }))
    expect(String(left.headers['set-cookie'])).toContain('quiver-kiosk=; Max-Age=0')
    expect(await outcomeOf(second.api.kiosk.leave({ pin }))).toBe('UNAUTHORIZED')
    const by = [`kiosk.start ${door.id}`, `kiosk.start ${eve.id}`, `kiosk.end ${officer.id}`, 'kiosk.end system']
    expect((await audited(club)).toSorted()).toEqual([...by, 'kiosk.wrong-pin system'].toSorted())
  })

  test('locks the PIN for a minute after five wrong ones', async ({ club }) => {
    const { kiosk } = await atTheKiosk(club)
    for (const waitSeconds of [null, null, null, null, 60])
      expect(await kiosk.api.kiosk.leave({ pin: '000000' })).toEqual({ outcome: 'wrong', waitSeconds })
    expect(await kiosk.api.kiosk.leave({ pin })).toEqual({ outcome: 'locked', waitSeconds: 60 })
    await club.clock.advance(60_000)
    expect(await kiosk.api.kiosk.leave({ pin })).toEqual({ outcome: 'left', waitSeconds: null })
  })

  test('is only for the live practice', async ({ club }) => {
    const officer = await club.officer()
    const startsAt = '2026-12-24T23:00:00.000Z'
    const practiceId = await club.practice({ startsAt, endsAt: '2026-12-25T01:00:00.000Z' })
    expect(await outcomeOf(officer.api.kiosks.start({ practiceId, pin }))).toBe('not-live')
    expect(await outcomeOf(officer.api.home.get())).toBe('went through')
  })

  test('wins over a session on the same device, also one that the response cache knows', async ({ club }) => {
    const { officer, kiosk } = await atTheKiosk(club)
    for (const _ of [1, 2, 3]) await officer.api.home.get()
    const both = club.caller(`${officer.cookie}; ${kiosk.cookie}`)
    expect(await outcomeOf(both.api.home.get())).toBe('FORBIDDEN')
    expect(await both.api.session.get()).toMatchObject({ person: null, kiosk: true })
    const body = { email: officer.email, password: 'never looked at' }
    const reply = await kiosk.send({ method: 'POST', path: '/api/auth/sign-in/email', body })
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([403, undefined])
  })

  // Shows: T30
  test('counts presses, taps and wrong PINs one by one, and not without the guard (the control)', async () => {
    for (const race of [raceStarts, raceCheckInsAtKiosk, racePins]) {
      await using club = await createTestClub(engine)
      const make = async () => (await atTheKiosk(club)).kiosk
      expect(await race(club, await make())).toEqual([])
      await club.db.updateTable('practice').set({ endedAt: '2026-11-24T22:50:00.000Z', endedEarly: 1 }).execute()
      const kiosk = await make()
      removeGuard(club)
      expect(await race(club, kiosk)).not.toEqual([])
    }
  })
})
