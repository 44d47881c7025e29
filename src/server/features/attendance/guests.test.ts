import { expect } from 'vitest'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, engines, goodPassword, test, usualEngines } from '#test/support/club-test.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { findInTables } from '#test/support/full-member.ts'
import { held, unstarted } from '#test/support/held-practice.ts'
import { livePractice } from '#test/support/live-practice.ts'
import { exportOwnData } from '#test/support/own-data.ts'
import { finishedWizard } from '#test/support/races.ts'

const gus = { name: 'Gus Keller', email: 'gus@purdue.edu' }

const fieldOf = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error) => error.data?.fields ?? error.data?.reason ?? error.code,
  )

describe.each(engines)('a guest (%s)', () => {
  test('counts wherever attendance is counted, by name for officers only', async ({ club }) => {
    const { officer, ana, practiceId } = await livePractice(club)
    await ana.api.practices.checkIn({ practiceId })
    await club.clock.advance(1000)
    const add = { practiceId, ...gus, hostId: ana.id, waiverSigned: true }
    expect(await officer.api.guests.add(add)).toEqual({ added: 'added' })
    expect(await officer.api.guests.add(add)).toEqual({ added: 'there' })
    expect(club.announced).toContain('live')
    const seen = await ana.send({ method: 'GET', path: '/rpc/home/get' })
    expect(seen.payload).not.toMatch(/Keller|gus@/)
    expect((await ana.api.home.get()).live?.attendees.map(({ name }) => name)).toEqual(['Ana Bowman', 'Guest'])
    const record = await officer.api.practiceRecord.get({ practiceId })
    expect(record.practice.attended).toBe(2)
    const visit = { ...gus, host: 'Ana Bowman', waiverSigned: true, hasSignedUp: false }
    expect(record.guests).toMatchObject([visit])
    expect((await officer.api.managePractices.get()).live?.attended).toBe(2)
    await officer.api.practices.endEarly({ practiceId })
    expect((await officer.api.home.get()).endedEarly).toMatchObject([{ came: 2, noShows: 0 }])
    expect((await officer.api.turnout.get({})).practices).toMatchObject([{ attended: 2 }])
    await club.enterPasswords()
    const { payload } = await officer.send(exportRequest('attendance'))
    expect(payload).toMatch(/"?Gus Keller"?,gus@purdue\.edu,.*,yes,Ana Bowman,yes\r\n/)
    expect(await brokenRules(club.ctx)).toEqual([])
    // A correction afterward.
    await officer.api.guests.remove({ practiceId, visitId: record.guests[0]?.id ?? '' })
    expect((await officer.api.practiceRecord.get({ practiceId })).practice.attended).toBe(1)
    expect(await club.db.selectFrom('guest').selectAll().execute()).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('comes at most three times a term: the same email, or the same name without one', async ({ club, kai }) => {
    const days = ['2026-09-01', '2026-09-08', '2026-09-15', '2026-09-22', '2026-03-03'] as const
    const [one, two, three, four, inSpring] = days
    for (const day of days) await held(club, day, unstarted)
    const come = (practiceId: string, who: object) => fieldOf(kai.api.guests.add({ practiceId, ...gus, ...who }))
    for (const practiceId of [one, two, three]) {
      expect(await come(practiceId, { name: `Gus ${practiceId}` })).toBeNull()
      expect(await come(practiceId, { name: 'José Diaz', email: '' })).toBeNull()
    }
    expect(await come(four, {})).toBe('too-many-visits')
    expect(await come(four, { name: ' jose DIAZ ', email: '' })).toBe('too-many-visits')
    expect(await come(four, { email: '' })).toBeNull()
    expect(await come(inSpring, {})).toBeNull()
    // A deleted practice doesn't count.
    await kai.api.managePractices.delete({ practiceId: one })
    expect(await come(four, {})).toBeNull()
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})

describe.each(usualEngines)('a guest (%s)', () => {
  test('is refused with what to do', async ({ club, kai }) => {
    const ana = await club.member({ nameFirst: 'Ana', email: 'ana@purdue.edu' })
    const practiceId = await held(club, '2026-09-01', unstarted)
    const add = (who: object) => fieldOf(kai.api.guests.add({ practiceId, ...gus, ...who }))
    expect(await add({ email: 'ANA@purdue.edu ' })).toEqual({
      email: 'This is Ana Bowman’s email. Check them in as a member instead.',
    })
    expect(await add({ name: ' ' })).toEqual({ name: 'Enter a name.' })
    expect(await add({ email: 'gus@' })).toEqual({ email: 'Enter a complete email, or leave it out.' })
    await kai.api.members.remove({ memberId: ana.id })
    expect(await add({ hostId: ana.id })).toHaveProperty('hostId')
    expect(await add({ practiceId: await club.practice() })).toBe('not-begun')
    await kai.api.clubSettings.set({ name: 'waiver', value: 'I know the risks.\n\nI follow the rules.', seen: 0 })
    expect(await add({})).toEqual({ waiverSigned: 'Guests sign the waiver before they shoot.' })
    expect((await kai.api.practiceRecord.get({ practiceId })).guestRules).toEqual({
      allowed: true,
      mostPerTerm: 3,
      waiver: 'I know the risks.\n\nI follow the rules.',
    })
    const { revision: seen } = await kai.api.clubSettings.set({ name: 'guests.allowed', value: false, seen: 0 })
    expect(await add({ waiverSigned: true })).toBe('no-guests')
    await kai.api.clubSettings.set({ name: 'guests.allowed', value: true, seen })
    expect(await add({ waiverSigned: true })).toBeNull()
  })

  test('who signs up has the visits in their history, and not in their balance', async ({ club }) => {
    const { officer, practiceId } = await livePractice(club)
    const before = await held(club, '2026-09-01', unstarted)
    for (const each of [before, practiceId]) await officer.api.guests.add({ practiceId: each, ...gus })
    const member = await club.member({ hasLoggedIn: 0, email: gus.email, keep: true })
    // They may finish the wizard at any moment, so they are still a guest.
    expect(await officer.api.guests.add({ practiceId, ...gus })).toEqual({ added: 'there' })
    await member.api.welcome.finish(finishedWizard)
    const mine = await member.api.myPractices.get()
    expect(mine).toMatchObject({ attended: 0, balance: 0 })
    const [fall] = mine.semesters
    expect(fall).toMatchObject({ key: 'fall-2026', attended: 0 })
    expect(fall?.practices).toMatchObject([
      { id: practiceId, checkedInBy: 'guest' },
      { id: before, checkedInBy: 'guest' },
    ])
    const { practices } = await officer.api.memberRecord.get({ memberId: member.id })
    expect(practices.map(({ checkedInBy }) => checkedInBy)).toEqual(['guest', 'guest'])
    expect((await officer.api.practiceRecord.get({ practiceId })).guests).toMatchObject([{ hasSignedUp: true }])
    expect((await exportOwnData(member, { password: goodPassword })).guestVisits).toHaveLength(2)
    // Checked in as a member after all, they count once.
    await member.api.practices.checkIn({ practiceId, usePass: true })
    expect((await member.api.home.get()).live?.attendees).toMatchObject([{ memberId: member.id }])
    expect((await member.api.myPractices.get()).semesters[0]).toMatchObject({ attended: 1, practices: { length: 2 } })
    expect(await brokenRules(club.ctx)).toEqual([])
    await member.api.account.delete({ password: goodPassword })
    expect(await findInTables(club, ['Keller', gus.email])).toEqual([])
    expect((await officer.api.practiceRecord.get({ practiceId: before })).practice.attended).toBe(1)
  })

  test('is erased a year after the last visit, or by an officer with the password', async ({ club, kai, ana }) => {
    const lee = await club.officer()
    const [first, last] = [await held(club, '2025-11-23', unstarted), await held(club, '2026-11-23', unstarted)]
    for (const practiceId of [first, last]) await kai.api.guests.add({ practiceId, ...gus, hostId: ana.id })
    await kai.api.guests.add({ practiceId: first, name: 'Mia Stone' })
    const enter = { practiceId: first, attended: true }
    await kai.api.managePractices.setAttendance({ ...enter, memberId: ana.id, reason: 'Came with Mia Stone' })
    await kai.api.managePractices.setAttendance({ ...enter, memberId: lee.id, reason: 'Came with Gus Keller' })
    await deleteExpired(club.ctx)
    const left = ['attendance.reason: Keller', 'audit.reason: Keller']
    expect(await findInTables(club, ['Stone', 'Keller'])).toEqual([...left, 'guest.name: Keller'])
    const guest = await club.db.selectFrom('guest').select('id').where('erasedAt', 'is', null).executeTakeFirstOrThrow()
    for (let times = 0; times < 2; times++) await kai.api.guests.erase({ guestId: guest.id })
    expect(await findInTables(club, ['Keller', gus.email])).toEqual([])
    const { practice, guests } = await kai.api.practiceRecord.get({ practiceId: first })
    expect(practice.attended).toBe(4)
    expect(guests).toMatchObject([{ name: '', email: '', host: null }, { name: '' }])
    const told = await club.db.selectFrom('mailOutbox').select(['kind', 'userId']).execute()
    expect(told).toEqual([{ kind: 'guest-erased', userId: lee.id }])
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})
