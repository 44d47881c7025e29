import { expect } from 'vitest'
import type { ProfileDraft } from '#domain/profile.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, outcomeOf, type TestClub, type TestMember, test, usualEngines } from '#test/support/club-test.ts'

/** A practice yesterday that Ana attended and Ben drove to. */
async function pastPractice(club: TestClub) {
  const kai = await club.officer()
  const ana = await club.member({ nameFirst: 'Ana', email: 'ana@purdue.edu', pass: 'Carpool Range Pass' })
  const ben = await club.member({ nameFirst: 'Ben', email: 'ben@purdue.edu', hasCar: 1, carCapacity: 4 })
  const practiceId = await club.practice()
  await ana.api.practices.answer({ practiceId, answer: 'archer' })
  await club.clock.advance(1000)
  await ben.api.practices.answer({ practiceId, answer: 'driver' })
  await kai.api.practices.start({ practiceId })
  await ana.api.practices.checkIn({ practiceId })
  await kai.api.practices.endEarly({ practiceId })
  return { kai, ana, ben, practiceId }
}

describe.each(usualEngines)('the practices, as officers see them (%s)', () => {
  test('come newest first with RSVPs and attendance, without the live and the deleted ones', async ({ club }) => {
    const { kai, practiceId } = await pastPractice(club)
    const times = { startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z' }
    const next = await club.practice({ title: 'Next', ...times })
    const { practices } = await kai.api.managePractices.get()
    expect(practices.map(({ id }) => id)).toEqual([next, practiceId])
    expect(practices[1]).toMatchObject({ attended: 1, archers: 1, drivers: 1, seats: 3, attendanceLimit: null })
    await kai.api.managePractices.delete({ practiceId: next })
    await kai.api.practices.takeBackEnd({ practiceId })
    const left = await kai.api.managePractices.get()
    expect(left.practices).toEqual([])
    expect(left.live).toMatchObject({ id: practiceId, attended: 1 })
    expect(left.deleted).toMatchObject([{ id: next, title: 'Next', startsOn: '2026-11-25' }])
    expect(Date.parse(left.deleted[0]?.goneFrom ?? '') - club.clock.now()).toBe(30 * 86_400_000)
  })

  test('have everyone in them, with addresses', async ({ club }) => {
    const { kai, ana, ben, practiceId } = await pastPractice(club)
    const record = await kai.api.practiceRecord.get({ practiceId })
    expect(record.attendees).toMatchObject([
      { memberId: ana.id, name: 'Ana Bowman', email: 'ana@purdue.edu', checkedInBy: 'self', reason: '' },
    ])
    expect(record.answers).toMatchObject([
      { memberId: ana.id, kind: 'archer', seats: 0, credited: false, balance: -1 },
      { memberId: ben.id, kind: 'driver', seats: 3, credited: false, balance: 0, rm01: 'missing' },
    ])
    await kai.api.members.setPaidPractices({ memberId: ana.id, expected: 0, value: 3 })
    expect((await kai.api.practiceRecord.get({ practiceId })).answers[0]).toMatchObject({ balance: 2 })
    expect(await outcomeOf(kai.api.practiceRecord.get({ practiceId: 'none' }))).toBe('NOT_FOUND')
  })
})

describe.each(usualEngines)('attendance entered by an officer (%s)', () => {
  test('counts once, says who entered it and why in the member’s history, and can be undone', async ({ club }) => {
    const { kai, ben, practiceId } = await pastPractice(club)
    const set = (attended: boolean, reason: string) =>
      kai.api.managePractices.setAttendance({ practiceId, memberId: ben.id, attended, reason })
    expect(await outcomeOf(set(true, ' '))).toBe('INVALID_FIELD')
    await set(true, 'Forgot to check in')
    await set(true, 'Forgot to check in')
    expect(await ben.api.myPractices.get()).toMatchObject({ attended: 1, balance: -1 })
    const { attendees, practice } = await kai.api.practiceRecord.get({ practiceId })
    expect(practice.state).toBe('over')
    expect(attendees.find(({ memberId }) => memberId === ben.id)).toMatchObject({ officer: 'Kai Bowman' })
    const [semester] = (await ben.api.myPractices.get()).semesters
    expect(semester?.practices[0]).toMatchObject({ checkedInBy: 'officer', reason: 'Forgot to check in' })
    await set(false, 'Was somebody else')
    expect(await ben.api.myPractices.get()).toMatchObject({ attended: 0, balance: 0 })
    const rows = await club.db.selectFrom('audit').select('action').where('action', 'like', 'attendance.%').execute()
    expect(rows).toHaveLength(2)
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})

describe.each(usualEngines)('a practice that is deleted (%s)', () => {
  // Shows: T44
  test('is not the live one, and is gone for good after 30 days', async ({ club }) => {
    const { kai, practiceId } = await pastPractice(club)
    await kai.api.practices.takeBackEnd({ practiceId })
    expect(await outcomeOf(kai.api.managePractices.delete({ practiceId }))).toBe('live')
    await kai.api.practices.endEarly({ practiceId })
    await kai.api.managePractices.delete({ practiceId })
    const deletedAt = new Date(club.clock.now() - 30 * 86_400_000).toISOString()
    await club.db.updateTable('practice').set({ deletedAt }).where('id', '=', practiceId).execute()
    expect(await outcomeOf(kai.api.managePractices.restore({ practiceId }))).toBe('too-late')
    expect((await kai.api.managePractices.get()).deleted).toEqual([])
  })
})

describe.each(usualEngines)('an address in a list of a practice (%s)', () => {
  const person = { nameFirst: 'Noor', nameLast: 'Haddad', birthday: '2004-05-06', pronouns: ['They/Them'] }
  const profile: ProfileDraft = { ...person, bowType: 'Recurve', personalEquipment: 'No', hasCar: false }
  /** Noor, who has signed up but not finished the wizard. */
  const newcomer = (club: TestClub) => club.member({ email: 'noor@purdue.edu', hasLoggedIn: 0 })
  const emailsOf = async (officer: TestMember, practiceId: string) =>
    (await officer.api.practiceRecord.get({ practiceId })).emails.map(({ email, kind }) => `${kind} ${email}`)

  test('waits for the person who signs up with it, and is theirs then, once', async ({ club }) => {
    const { kai, practiceId } = await pastPractice(club)
    const add = (kind: 'attendance' | 'carpool') =>
      kai.api.managePractices.addEmail({ practiceId, email: ' Noor@Purdue.edu', kind })
    for (const kind of ['attendance', 'carpool', 'carpool'] as const)
      expect(await add(kind)).toEqual({ added: 'listed' })
    const both = ['attendance noor@purdue.edu', 'carpool noor@purdue.edu']
    expect((await emailsOf(kai, practiceId)).toSorted()).toEqual(both)
    const noor = await newcomer(club)
    // Signed up but hasn't finished the wizard, so the pre-registration stays open.
    expect(await add('carpool')).toEqual({ added: 'listed' })
    expect(await noor.api.welcome.finish(profile)).toMatchObject({ claimed: { practices: 1, paidPractices: 1 } })
    expect(await emailsOf(kai, practiceId)).toEqual([])
    const { attendees } = await kai.api.practiceRecord.get({ practiceId })
    expect(attendees.find(({ memberId }) => memberId === noor.id)).toMatchObject({ checkedInBy: 'list' })
    expect((await noor.row()).paidPractices).toBe(1)
    const audit = await club.db.selectFrom('audit').selectAll().where('action', 'like', 'email.%').execute()
    expect(audit.map(({ action }) => action)).toEqual(['email.list', 'email.list'])
    expect(JSON.stringify(audit)).not.toContain('noor')
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('on the list of a deleted practice waits until it is restored', async ({ club }) => {
    const { kai, practiceId } = await pastPractice(club)
    await kai.api.managePractices.addEmail({ practiceId, email: 'noor@purdue.edu', kind: 'carpool' })
    await kai.api.managePractices.delete({ practiceId })
    const noor = await newcomer(club)
    expect(await noor.api.welcome.finish(profile)).toMatchObject({ claimed: { practices: 0, paidPractices: 0 } })
    expect((await kai.api.audit.get({ person: noor.id, act: 'pre-registration.claim' })).total).toBe(0)
    await kai.api.managePractices.restore({ practiceId })
    expect((await noor.row()).paidPractices).toBe(1)
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('that has an account counts for its owner right away, with a reason for attendance', async ({ club }) => {
    const { kai, ben, practiceId } = await pastPractice(club)
    const add = { practiceId, email: 'ben@purdue.edu', kind: 'carpool' } as const
    for (const _again of [1, 2]) expect(await kai.api.managePractices.addEmail(add)).toEqual({ added: 'member' })
    expect((await ben.row()).paidPractices).toBe(1)
    expect(await outcomeOf(kai.api.managePractices.addEmail({ ...add, kind: 'attendance' }))).toBe('INVALID_FIELD')
  })

  test('must be the club’s, and can’t be marked as attending ahead of time', async ({ kai, practiceId }) => {
    const add = (email: string, kind: 'attendance' | 'carpool') =>
      kai.api.managePractices.addEmail({ practiceId, email, kind })
    expect(await outcomeOf(add('noor@gmail.com', 'carpool'))).toBe('INVALID_FIELD')
    expect(await outcomeOf(add('noor@purdue.edu', 'attendance'))).toBe('not-begun')
    expect(await add('noor@purdue.edu', 'carpool')).toEqual({ added: 'listed' })
  })

  test('can be removed, unless its owner has claimed it', async ({ club }) => {
    const { kai, practiceId } = await pastPractice(club)
    const list = async (email: string) => {
      await kai.api.managePractices.addEmail({ practiceId, email, kind: 'attendance' })
      return (await kai.api.practiceRecord.get({ practiceId })).emails.find((each) => each.email === email)?.id ?? ''
    }
    const remove = (emailId: string) => kai.api.managePractices.removeEmail({ practiceId, emailId })
    await remove(await list('wrong@purdue.edu'))
    expect(await emailsOf(kai, practiceId)).toEqual([])
    const noor = await newcomer(club)
    const hers = await list('noor@purdue.edu')
    await noor.api.welcome.finish(profile)
    expect(await outcomeOf(remove(hers))).toBe('claimed')
    expect(await noor.api.myPractices.get()).toMatchObject({ attended: 1 })
  })

  test('whose owner was entered by name before is not counted twice', async ({ club }) => {
    const { kai, practiceId } = await pastPractice(club)
    const noor = await newcomer(club)
    await kai.api.managePractices.addEmail({ practiceId, email: 'noor@purdue.edu', kind: 'attendance' })
    const there = { practiceId, attended: true, reason: 'Was there' }
    await kai.api.managePractices.setAttendance({ ...there, memberId: noor.id })
    expect(await noor.api.welcome.finish(profile)).toMatchObject({ claimed: { practices: 0 } })
    expect(await noor.api.myPractices.get()).toMatchObject({ attended: 1, balance: -1 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})
