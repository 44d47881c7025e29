import { expect } from 'vitest'
import { logIn } from '#test/support/account-requests.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, outcomeOf, type TestClub, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { addCopies } from '#test/support/member-copies.ts'

const rowOf = async (kai: TestMember, id: string) =>
  (await kai.api.members.get()).members.find((each) => each.id === id)

const auditOf = (club: TestClub) =>
  club.db.selectFrom('audit').select('action').where('action', 'like', 'member.%').orderBy('at').execute()

describe.each(usualEngines)('the members, as officers see them (%s)', () => {
  test('are listed a thousand at a time, each once', async ({ club, kai }) => {
    const ana = await club.member({ email: 'ana@purdue.edu' })
    await club.member({ email: 'gone@purdue.edu', removedAt: '2026-11-24T00:00:00.000Z' })
    // Two thousand together with the two who exist already.
    await addCopies(club, ana, 1998)
    const first = await kai.api.members.get()
    expect([first.members.length, first.removed.length]).toEqual([1000, 1])
    const second = await kai.api.members.get({ cursor: first.next ?? '' })
    expect([second.members.length, second.removed.length, second.next]).toEqual([1000, 0, null])
    const seen = new Set([...first.members, ...second.members].map(({ id }) => id))
    expect(seen.size).toBe(2000)
  })

  test('each once, with what they have and owe, and never a birthday', async ({ club }) => {
    const kai = await club.officer({ nameLast: 'Tanaka' })
    const has = { pass: 'Carpool Range Pass', dayPasses: 2, paidPractices: 3, carCapacity: 4 } as const
    // Turns eighteen tomorrow.
    const facts = { nameFirst: 'Ana', nameLast: 'Lopez', birthday: '2008-11-25', hasCar: 1, rm01Completed: 1 } as const
    const ana = await club.member({ ...has, ...facts })
    await club.member({ verified: false })
    const practiceId = await club.practice()
    await kai.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    const { members } = await kai.api.members.get()
    expect(members.map(({ name }) => name).toSorted()).toEqual(['Ana Lopez', 'Kai Tanaka'])
    const row = members.find(({ id }) => id === ana.id)
    expect(row).toMatchObject({ ...has, name: 'Ana Lopez', email: ana.email, role: 'Member', attended: 1 })
    expect(row).toMatchObject({ hasCar: true, rm01Declared: true, rm01Until: null, rm01: 'declared', adult: false })
    expect(JSON.stringify(members)).not.toContain('2008')
    await club.db.updateTable('practice').set({ deletedAt: '2026-11-24T23:30:00.000Z' }).execute()
    expect(await rowOf(kai, ana.id)).toMatchObject({ attended: 0 })
  })

  test('have a record with a statement whose last balance is what they have', async ({ club }) => {
    const kai = await club.officer({ nameFirst: 'Kai', nameLast: 'Tanaka' })
    const ana = await club.member({ dayPasses: 2 })
    await club.clock.advance(1000)
    await ana.api.passes.use({})
    await club.clock.advance(1000)
    const set = { memberId: ana.id, expected: 1, value: 4, reason: 'Paid in cash' }
    await kai.api.members.setDayPasses(set)
    await club.clock.advance(1000)
    await kai.api.members.setPaidPractices({ memberId: ana.id, expected: 0, value: 7, reason: '' })
    const { ledger, member } = await kai.api.memberRecord.get({ memberId: ana.id })
    const told = ledger.map(({ currency, amount, balance, why, by }) => [currency, amount, balance, why, by])
    expect(told).toEqual([
      ['paid-practices', 7, 7, 'Set by an officer', 'Kai Tanaka'],
      ['day-passes', 3, 4, 'Paid in cash', 'Kai Tanaka'],
      ['day-passes', -1, 1, 'Used a day pass', 'Avery Bowman'],
      ['day-passes', 2, 2, 'Given by the test', 'The club'],
    ])
    expect(member).toMatchObject({ dayPasses: 4, paidPractices: 7 })
    expect(await outcomeOf(kai.api.memberRecord.get({ memberId: 'nobody' }))).toBe('NOT_FOUND')
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})

describe.each(usualEngines)('a count set by hand (%s)', () => {
  test('is refused to an officer who saw another one, unless they set the same', async ({ club, ana }) => {
    const [kai, lea] = [await club.officer(), await club.officer()]
    const set = (who: TestMember, value: number) =>
      who.api.members.setPaidPractices({ memberId: ana.id, expected: 0, value, reason: '' })
    club.announced.length = 0
    await set(kai, 5)
    expect(club.announced.sort()).toEqual([`member:${ana.id}`, 'members'].sort())
    expect(await outcomeOf(set(lea, 6))).toBe('changed-meanwhile')
    await set(lea, 5)
    expect(await rowOf(kai, ana.id)).toMatchObject({ paidPractices: 5 })
    expect(await auditOf(club)).toHaveLength(1)
  })

  // Shows: T43, ASVS 1.4.2, ASVS 15.3.5
  test('is never stored if it is out of range or of another type (T43)', async ({ kai, ana }) => {
    const values = [-1, 0, 1, 999, 1000, 9999, 10_000, 1e9, 1.5, -0.1, 2 ** 53, '5', '', null, true, [], [5], {}]
    for (const [operation, total, most] of [
      ['setDayPasses', 'dayPasses', 999],
      ['setPaidPractices', 'paidPractices', 9999],
    ] as const)
      for (const wanted of values) {
        const before = await ana.row()
        const change = { memberId: ana.id, expected: before[total], value: wanted as number, reason: '' }
        const [answer] = await Promise.allSettled([kai.api.members[operation](change)])
        const isCount = typeof wanted === 'number' && Number.isInteger(wanted) && wanted >= 0 && wanted <= most
        expect([wanted, answer?.status]).toEqual([wanted, isCount ? 'fulfilled' : 'rejected'])
        expect((await ana.row())[total]).toBe(isCount ? wanted : before[total])
      }
  })
})

describe.each(usualEngines)('the RM01 (%s)', () => {
  test('is approved until a day, besides the member’s own tick, and the approval ends', async ({ club }) => {
    const kai = await club.member({ role: 'Officer', keep: true })
    const ana = await club.member({ hasCar: 1, carCapacity: 4, rm01Completed: 1 })
    const set = (expected: string | null, until: string | null) =>
      kai.api.members.setRm01({ memberId: ana.id, expected, until })
    await set(null, '2027-05-01')
    expect(await rowOf(kai, ana.id)).toMatchObject({ rm01Declared: true, rm01Until: '2027-05-01', rm01: 'approved' })
    // Another officer loaded it before that change.
    expect(await outcomeOf(set(null, '2026-12-01'))).toBe('changed-meanwhile')
    await set('2027-05-01', '2026-12-01')
    expect(await rowOf(kai, ana.id)).toMatchObject({ rm01: 'ending' })
    await expect(set('2026-12-01', '2026-11-23')).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      data: { fields: { until: expect.stringContaining('has passed') } },
    })
    expect(await outcomeOf(set('2026-12-01', '2027-02-29'))).toBe('BAD_REQUEST')
    club.clock.set('2026-12-02T05:00:00.000Z')
    expect(await rowOf(kai, ana.id)).toMatchObject({ rm01: 'ended', rm01Until: '2026-12-01' })
  })
})

describe.each(usualEngines)('a pass set by hand (%s)', () => {
  test('is valid today, spends nothing, and can be changed by officers who see it', async ({ club, kai }) => {
    const ana = await club.member({ dayPasses: 2 })
    await kai.api.members.setPass({ memberId: ana.id, expected: 'none', pass: 'Day Pass' })
    expect(await ana.api.passes.get()).toMatchObject({ current: 'Day Pass', dayPasses: 2 })
    await kai.api.members.setPass({ memberId: ana.id, expected: 'Day Pass', pass: 'Carpool Range Pass' })
    expect(await rowOf(kai, ana.id)).toMatchObject({ pass: 'Carpool Range Pass', dayPasses: 2 })
    expect(await outcomeOf(kai.api.members.setPass({ memberId: ana.id, expected: 'none', pass: 'Day Pass' }))).toBe(
      'changed-meanwhile',
    )
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})

describe.each(usualEngines)('a member who is removed (%s)', () => {
  test('is locked out and hidden, and has everything again when restored', async ({ club, kai, practiceId }) => {
    const ana = await club.member({ email: 'ana@purdue.edu', dayPasses: 2, pass: 'Carpool Range Pass' })
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    club.announced.length = 0
    const { erasedFrom } = await kai.api.members.remove({ memberId: ana.id })
    expect(erasedFrom).toBe('2026-12-24T22:50:00.000Z')
    expect(club.announced.sort()).toEqual([`member:${ana.id}`, 'live', 'members', 'practices'].sort())
    expect(await outcomeOf(ana.api.home.get())).toBe('UNAUTHORIZED')
    expect((await logIn(club, 'ana@purdue.edu')).json()).toMatchObject({ message: 'Invalid email or password.' })
    const { members, removed } = await kai.api.members.get()
    expect(members.map(({ id }) => id)).toEqual([kai.id])
    expect(removed).toMatchObject([{ id: ana.id, email: 'ana@purdue.edu', erasedFrom }])
    expect((await kai.api.home.get()).next[0]).toMatchObject({ archers: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])

    await club.clock.advance(1000)
    await kai.api.members.restore({ memberId: ana.id })
    expect((await logIn(club, 'ana@purdue.edu')).statusCode).toBe(200)
    expect(await rowOf(kai, ana.id)).toMatchObject({ dayPasses: 2, pass: 'Carpool Range Pass' })
    expect((await kai.api.home.get()).next[0]).toMatchObject({ archers: 1 })
    expect((await auditOf(club)).map(({ action }) => action)).toEqual(['member.remove', 'member.restore'])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  // Shows: T26
  test('can’t be edited, made an officer, or removed again; and is never the last officer', async ({
    club,
    kai,
    ana,
  }) => {
    expect(await outcomeOf(kai.api.members.remove({ memberId: kai.id }))).toBe('last-officer')
    const first = await kai.api.members.remove({ memberId: ana.id })
    await club.clock.advance(60_000)
    expect(await kai.api.members.remove({ memberId: ana.id })).toEqual(first)
    const memberId = ana.id
    for (const act of [
      () => kai.api.members.setRole({ memberId, expected: 'Member', role: 'Officer' }),
      () => kai.api.members.setDayPasses({ memberId, expected: 0, value: 1, reason: '' }),
      () => kai.api.members.setPass({ memberId, expected: 'none', pass: 'Day Pass' }),
    ])
      expect(await outcomeOf(act())).toBe('NOT_FOUND')
  })

  test('can’t be restored after their address signed up again, or after an erasure', async ({ club, kai }) => {
    const ana = await club.member({ email: 'ana@purdue.edu' })
    await kai.api.members.remove({ memberId: ana.id })
    const again = await club.member({ email: 'ana@purdue.edu' })
    expect(await outcomeOf(kai.api.members.restore({ memberId: ana.id }))).toBe('address-taken')
    expect((await kai.api.members.get()).members.map(({ id }) => id)).toContain(again.id)
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ana.id })
    expect(await outcomeOf(kai.api.members.restore({ memberId: ana.id }))).toBe('erased')
    expect(await ana.row()).toMatchObject({ nameFirst: '', removedEmail: null, erasedAt: expect.any(String) })
    expect((await kai.api.members.get()).removed).toEqual([])
    expect((await again.api.home.get()).attended).toBe(0)
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})
