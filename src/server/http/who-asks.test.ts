import type { CompiledQuery, QueryResult } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openSqlite } from '#server/db/node-sqlite-dialect.ts'
import { createTestClub } from '#test/support/club.ts'

test('a role that a command takes away while its person is looked up is gone at the next question (T11)', async () => {
  await using club = await createTestClub('sqlite')
  const kai = await club.officer()
  const role = async () =>
    (await kai.send({ method: 'GET', path: '/rpc/members/get' })).statusCode === 200 ? 'Officer' : 'Member'
  const beside = openSqlite(`${club.dataDir}/quiver.db`)
  const beganAt = performance.now()
  const time = vi.spyOn(performance, 'now').mockImplementation(() => beganAt)
  club.parts.database.state()
  const executor = club.db.getExecutor()
  const { executeQuery } = executor
  executor.executeQuery = async <Row>(query: CompiledQuery<Row>) => {
    const result = (await executeQuery.call(executor, query)) as QueryResult<Row>
    if (query.sql.includes('"session"')) {
      beside.exec(`update member set role = 'Member' where id = '${kai.id}'`)
      executor.executeQuery = executeQuery
      // The moment after which others are asked about again passes between any two looks at the time.
      let looks = 0
      time.mockImplementation(() => beganAt + (looks++ === 0 ? 9.999 : 10.001))
    }
    return result
  }
  try {
    expect(await role()).toBe('Officer')
  } finally {
    time.mockRestore()
  }
  await expect.poll(role, { timeout: 500, interval: 20 }).toBe('Member')
  beside.close()
})
