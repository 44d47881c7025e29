import { expect } from 'vitest'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { raceTwoRemovals } from '#test/support/races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { listOfficers, setRole } from './roles.ts'

const asOfficer = (club: TestClub, email: string) => setRole(club.ctx, { email, role: 'Officer' })
const asMember = (club: TestClub, email: string) => setRole(club.ctx, { email, role: 'Member' })
const auditOf = (club: TestClub) =>
  club.db.selectFrom('audit').select(['actor', 'action', 'target', 'before', 'after', 'reason']).execute()

describe.each(usualEngines)('making an officer (%s)', () => {
  // Shows: 7.13, T27, ASVS 6.3.2
  test('is the only way to have a first one in a new club', async ({ club, practiceId }) => {
    const ana = await club.member({ email: 'ana@purdue.edu' })
    expect(await listOfficers(club.db)).toEqual([])
    await expect(ana.api.practices.start({ practiceId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await asOfficer(club, 'ana@purdue.edu')).toEqual({ outcome: 'changed', hasLoggedIn: true })
    await ana.api.practices.start({ practiceId })
    expect(await listOfficers(club.db)).toMatchObject([{ id: ana.id, email: 'ana@purdue.edu', nameFirst: 'Avery' }])
    const unverified = await club.member({ verified: false })
    expect(await asOfficer(club, unverified.email)).toEqual({ outcome: 'refused', reason: 'unverified' })
  })

  test('leaves one audit row with ids only, and needs no finished wizard', async ({ club }) => {
    const ana = await club.member({ hasLoggedIn: 0, nameFirst: '', nameLast: '' })
    club.announced.length = 0
    expect(await asOfficer(club, ana.email)).toEqual({ outcome: 'changed', hasLoggedIn: false })
    expect(club.announced.sort()).toEqual([`member:${ana.id}`, 'members', 'practices'].sort())
    // A second time changes nothing.
    club.announced.length = 0
    expect(await asOfficer(club, ana.email)).toEqual({ outcome: 'unchanged', hasLoggedIn: false })
    expect(club.announced).toEqual([])
    expect(await auditOf(club)).toEqual([
      {
        actor: 'command',
        action: 'member.role',
        target: ana.id,
        before: '{"role":"Member"}',
        after: '{"role":"Officer"}',
        reason: '',
      },
    ])
  })
})

describe.each(usualEngines)('making an officer a member again (%s)', () => {
  test('is refused for the last one; removed and unverified officers don’t count', async ({ club, kai }) => {
    const removed = await club.officer({ removedAt: '2026-11-24T00:00:00.000Z' })
    await club.officer({ verified: false })
    expect(await asMember(club, kai.email)).toEqual({ outcome: 'refused', reason: 'last-officer' })
    expect(await auditOf(club)).toEqual([])
    expect(await asMember(club, removed.email)).toEqual({ outcome: 'changed', hasLoggedIn: true })
  })

  // Shows: T26
  test('leaves one of two officers demoted together, a hundred times, but not without the guard', async ({ club }) => {
    expect(await raceTwoRemovals(club, 100)).toEqual([])
    // Negative control. Those of before don't count.
    await club.db.updateTable('member').set({ role: 'Member' }).execute()
    removeGuard(club)
    expect(await raceTwoRemovals(club, 3)).toHaveLength(3)
  })
})
