import { expect } from 'vitest'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { exportRequest } from '#test/support/export-request.ts'

const hour = 3_600_000

const refusalsIn = (club: TestClub) =>
  club.db
    .selectFrom('audit')
    .select(['actor', 'target', 'after'])
    .where('action', '=', 'refused')
    .orderBy('at')
    .execute()

describe.each(usualEngines)('a member’s try of an officer-only action (%s)', () => {
  // Shows: T22, B6
  test('leaves one row for the first try, and one for all others within the hour', async ({ club, ana, ben }) => {
    const members = { method: 'GET', path: '/api/v1/members' }
    const tries = await Promise.all(Array.from({ length: 300 }, () => ana.send(members)))
    for (const { statusCode } of [...tries, await ben.send(members)]) expect(statusCode).toBe(403)
    expect((await ana.send(exportRequest('members'))).statusCode).toBe(403)
    const first = [
      { actor: ana.id, target: 'members.get', after: null },
      { actor: ben.id, target: 'members.get', after: null },
      { actor: ana.id, target: '/exports/members.csv', after: null },
    ]
    expect(await refusalsIn(club)).toEqual(expect.arrayContaining(first))
    expect(await refusalsIn(club)).toHaveLength(3)

    club.clock.set(new Date(club.clock.now() + hour).toISOString())
    await deleteExpired(club.ctx)
    const counted = { actor: ana.id, target: 'members.get', after: '{"times":299}' }
    expect(await refusalsIn(club)).toEqual(expect.arrayContaining([...first, counted]))
    expect(await refusalsIn(club)).toHaveLength(4)
  })

  // Shows: T15, T22
  test('leaves no row if another site sent the browser there; officers get nothing either', async ({ club }) => {
    const [ana, kai] = [await club.member(), await club.officer()]
    const before = await club.db.selectFrom('audit').select('id').execute()
    for (const who of [ana, kai])
      for (const path of ['/api/v1/members', '/rpc/members/get', '/exports/members.csv']) {
        const method = path.startsWith('/exports') ? 'POST' : 'GET'
        const reply = await who.send({ method, path, headers: { 'sec-fetch-site': 'cross-site' } })
        expect([path, reply.statusCode, reply.json().code]).toEqual([path, 403, 'WRONG_ORIGIN'])
      }
    expect(await club.db.selectFrom('audit').select('id').execute()).toEqual(before)
    // From our own pages, or without a named site, it works as usual (positive control).
    for (const site of ['same-origin', 'none'])
      expect((await kai.send(exportRequest('members', { 'sec-fetch-site': site }))).statusCode).toBe(200)
  })
})
