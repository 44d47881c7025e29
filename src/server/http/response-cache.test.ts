import { expect } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { parseClubConfig } from '#server/ops/config/club-config.ts'
import { beforeQueries } from '#test/support/before-queries.ts'
import { describe, type TestClub, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { conditionalPaths, createResponseCache } from './response-cache.ts'

const path = '/rpc/home/get'

/** The queries that a request for the home page runs, and its response. */
async function readsOf(club: TestClub, member: TestMember) {
  const read: string[] = []
  using _ = beforeQueries(club, (sql) => read.push(sql))
  const answer = await member.send({ method: 'GET', path })
  return { read, answer }
}

describe.each(usualEngines)('a cached response (%s)', (engine) => {
  test('is sent again byte for byte, after reading at most the session', async ({ club, ana }) => {
    await club.practice()
    const first = await readsOf(club, ana)
    expect(first.read.length).toBeGreaterThan(5)
    // Not cached after the first request.
    expect((await readsOf(club, ana)).read.length).toBeGreaterThan(1)
    // On PostgreSQL a write to any database of the same server invalidates it, so this may take several tries.
    let again = await readsOf(club, ana)
    for (let tries = 0; engine === 'postgres' && again.read.length > 1 && tries < 50; tries++)
      again = await readsOf(club, ana)
    expect(again.read).toHaveLength(engine === 'sqlite' ? 0 : 1)
    expect(again.answer.payload).toBe(first.answer.payload)
    const said = ({ headers: { 'x-request-id': _, date: __, ...rest } }: typeof first.answer) => rest
    expect(said(again.answer)).toEqual(said(first.answer))
  })

  test('isn’t sent to anyone else, nor after a write', async ({ club }) => {
    const [ana, ben] = [await club.member({ dayPasses: 1 }), await club.member({ dayPasses: 2 })]
    const passesOf = async (member: TestMember) => (await member.api.home.get()).pass.dayPasses
    expect([await passesOf(ana), await passesOf(ben), await passesOf(ana)]).toEqual([1, 2, 1])
    await club.db.updateTable('member').set({ dayPasses: 5 }).where('id', '=', ben.id).execute()
    expect([await passesOf(ana), await passesOf(ben)]).toEqual([1, 5])
  })

  test('isn’t sent after the session has ended', async ({ club, ana, ben }) => {
    const ask = async (member: TestMember) => (await member.send({ method: 'GET', path })).statusCode
    for (const member of [ana, ana, ben, ben]) expect(await ask(member)).toBe(200)
    await ana.send({ method: 'POST', path: '/api/auth/sign-out', body: {} })
    expect(await ask(ana)).toBe(401)
    await club.clock.set('2026-11-24T23:49:59.999Z')
    expect(await ask(ben)).toBe(200)
    await club.clock.set('2026-11-24T23:50:00.000Z')
    expect(await ask(ben)).toBe(401)
  })

  test('isn’t sent after another process has written', async ({ club, ana }) => {
    const passes = async () => (await ana.api.home.get()).pass.dayPasses
    expect([await passes(), await passes()]).toEqual([0, 0])
    const { databaseUrl: url } = club
    const beside = openDatabase(url === null ? { file: `${club.dataDir}/quiver.db` } : { url })
    await beside.db.updateTable('member').set({ dayPasses: 7 }).where('id', '=', ana.id).execute()
    await beside.close()
    await expect.poll(passes, { timeout: 1000, interval: 5 }).toBe(7)
  })

  test('is never an error', async ({ club, kai }) => {
    const fail = (sql: string) => {
      if (sql.includes('rm01_until')) throw new Error('the database is away')
    }
    {
      using _ = beforeQueries(club, fail)
      expect((await kai.send({ method: 'GET', path })).statusCode).toBe(500)
    }
    expect((await kai.send({ method: 'GET', path })).statusCode).toBe(200)
  })
})

// Shows: B12
test('all cached responses take 16 MB at most', () => {
  const cache = createResponseCache()
  const body = 'x'.repeat(100_000)
  const club = parseClubConfig({})
  const settings = { club, shown: club, revision: 0 }
  const times = { dataVersion: '', settings, stepMs: 0, fromMs: 0, untilMs: 1 }
  for (let n = 0; n < 1000; n++) cache.set(`session-${n} /`, { ...times, type: '', etag: '', body })
  expect(cache.size).toBeGreaterThan(100)
  expect(cache.calculatedSize).toBeLessThanOrEqual(16 * 1024 * 1024)
})

test('each read that the contract marks is 304 while it is unchanged, in both APIs', async ({ kai }) => {
  const some = ['/rpc/home/get', '/api/v1/home', '/rpc/members/get', '/api/v1/manage-practices']
  expect(conditionalPaths()).toEqual(expect.arrayContaining(some))
  for (const path of conditionalPaths()) {
    const first = await kai.send({ method: 'GET', path })
    expect([path, first.statusCode, first.headers['cache-control']]).toEqual([path, 200, 'no-store'])
    const again = await kai.send({ method: 'GET', path, headers: { 'if-none-match': String(first.headers.etag) } })
    expect([path, again.statusCode, again.payload]).toEqual([path, 304, ''])
  }
})
