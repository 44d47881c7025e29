import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#domain/messages.ts'
import { createTestClub } from '#test/support/club.ts'

/** Keeps everybody waiting, again and again, as more requests than can be answered do. */
async function keepBusy(untilOver: () => Promise<boolean>) {
  while (!(await untilOver())) {
    const begunAt = performance.now()
    while (performance.now() - begunAt < 100);
    await nextTurn()
  }
}

test('while the event loop is late, requests are turned away and told when to come back, and health is not; then all is well (T77)', async () => {
  await using club = await createTestClub('sqlite', {
    overload: { lateMs: 40, lookEveryMs: 100, waitMs: 10_000 },
  })
  const ana = await club.member()
  const info = () => ana.send({ method: 'GET', path: '/rpc/info/get' })
  expect((await info()).statusCode).toBe(200)
  await keepBusy(async () => (await info()).statusCode === 503)
  const replies = await Promise.all(
    [
      ['GET', '/rpc/info/get'],
      ['POST', '/rpc/passes/use'],
      ['POST', '/api/v1/session/touch'],
      ['GET', '/live'],
      ['GET', '/healthz'],
      ['GET', '/readyz'],
    ].map(([method = '', path = '']) =>
      ana.send({ method, path, ...(method === 'POST' ? { body: { json: {} } } : {}) }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 200, 200])
  const [reply] = replies
  expect(reply?.json()).toMatchObject({ code: 'UNAVAILABLE', message: messages.serverTrouble })
  expect(reply?.headers['retry-after']).toBe('2')
  expect(reply?.headers['cache-control']).toBe('no-store')
  await expect.poll(async () => (await info()).statusCode, { timeout: 10_000 }).toBe(200)
})

test('a crowd of reads leaves the event loop its turns, writes pass it, and who waits too long is turned away', async () => {
  await using club = await createTestClub('sqlite', { overload: { lateMs: 60_000, waitMs: 60_000 } })
  const ana = await club.member()
  const read = () => ana.send({ method: 'GET', path: '/rpc/info/get' })
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const ended: string[] = []
  const reads = Array.from({ length: 200 }, () => read().then(({ statusCode }) => void ended.push(`${statusCode}`)))
  const write = ana.send({ method: 'POST', path: '/rpc/session/touch', body: { json: {} } })
  await write.then(({ statusCode }) => ended.push(`write ${statusCode}`))
  expect(ended.length).toBeLessThan(100)
  await Promise.all(reads)
  isOver = true
  expect(ended.filter((status) => status === '200')).toHaveLength(200)
  expect(turns).toBeGreaterThan(10)
})
