import type { CompiledQuery, QueryResult } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createTestClub, engines, type TestClub, type TestMember } from '#test/support/club.ts'

const path = '/rpc/home/get'

/** What the database is asked while somebody asks for their home page. */
async function readsOf(club: TestClub, member: TestMember) {
  const read: string[] = []
  const { db } = club.parts.database
  const executor = db.getExecutor()
  const { executeQuery } = executor
  executor.executeQuery = <Row>(query: CompiledQuery<Row>) => {
    read.push(query.sql)
    return executeQuery.call(executor, query) as Promise<QueryResult<Row>>
  }
  try {
    const answer = await member.send({ method: 'GET', path })
    return { read, answer }
  } finally {
    executor.executeQuery = executeQuery
  }
}

describe.each(engines)('what somebody was answered (%s)', (engine) => {
  test('is answered again to the byte, without another look at more than their session', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    await club.practice()
    const first = await readsOf(club, ana)
    expect(first.read.length).toBeGreaterThan(5)
    const again = await readsOf(club, ana)
    expect(again.read).toHaveLength(engine === 'sqlite' ? 0 : 1)
    expect(again.answer.payload).toBe(first.answer.payload)
    const said = ({ headers: { 'x-request-id': _, date: __, ...rest } }: typeof first.answer) => rest
    expect(said(again.answer)).toEqual(said(first.answer))
  })

  test('is no answer to anybody else, and none after anything was written', async () => {
    await using club = await createTestClub(engine)
    const [ana, ben] = [await club.member({ dayPasses: 1 }), await club.member({ dayPasses: 2 })]
    const passesOf = async (member: TestMember) => (await member.api.home.get()).pass.dayPasses
    expect([await passesOf(ana), await passesOf(ben), await passesOf(ana)]).toEqual([1, 2, 1])
    await club.db.updateTable('member').set({ dayPasses: 5 }).where('id', '=', ben.id).execute()
    expect([await passesOf(ana), await passesOf(ben)]).toEqual([1, 5])
  })

  test('is none once the session has ended, by whatever end', async () => {
    await using club = await createTestClub(engine)
    const [ana, ben] = [await club.member(), await club.member()]
    const ask = async (member: TestMember) => (await member.send({ method: 'GET', path })).statusCode
    expect([await ask(ana), await ask(ana), await ask(ben), await ask(ben)]).toEqual([200, 200, 200, 200])
    await ana.send({ method: 'POST', path: '/api/auth/sign-out', body: {} })
    expect(await ask(ana)).toBe(401)
    await club.clock.set('2026-11-24T23:49:59.999Z')
    expect(await ask(ben)).toBe(200)
    await club.clock.set('2026-11-24T23:50:00.000Z')
    expect(await ask(ben)).toBe(401)
  })

  test('is none once another process or a command has written', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const passes = async () => (await ana.api.home.get()).pass.dayPasses
    expect([await passes(), await passes()]).toEqual([0, 0])
    const beside = openDatabase(
      club.databaseUrl === null ? { file: `${club.dataDir}/quiver.db` } : { url: club.databaseUrl },
    )
    await beside.db.updateTable('member').set({ dayPasses: 7 }).where('id', '=', ana.id).execute()
    await beside.close()
    await expect.poll(passes, { timeout: 1000, interval: 5 }).toBe(7)
  })

  test('is no error that has passed: what officers have to do is found out again', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const executor = club.db.getExecutor()
    const { executeQuery } = executor
    executor.executeQuery = <Row>(query: CompiledQuery<Row>) => {
      if (query.sql.includes('"outstanding"')) throw new Error('the database is away')
      return executeQuery.call(executor, query) as Promise<QueryResult<Row>>
    }
    expect((await kai.send({ method: 'GET', path })).statusCode).toBe(500)
    executor.executeQuery = executeQuery
    expect((await kai.send({ method: 'GET', path })).statusCode).toBe(200)
  })
})
