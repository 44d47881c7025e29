import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { messages } from '#domain/text/public-messages.ts'
import { beforeQueries } from '#test/support/before-queries.ts'
import { createTestClub } from '#test/support/club.ts'
import { openLine } from '#test/support/raw-requests.ts'

/** Blocks the event loop repeatedly, as an overload of requests does. */
async function keepBusy(untilOver: () => Promise<boolean>) {
  while (!(await untilOver())) {
    const begunAt = performance.now()
    while (performance.now() - begunAt < 100);
    await nextTurn()
  }
}

// Shows: T77
test('while the event loop is late, requests are refused with a time to come back, except health checks (T77)', async () => {
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
      ['GET', '/reply/x/archer', 'text/html,*/*'],
    ].map(([method = '', path = '', accept = '*/*']) =>
      ana.send({ method, path, headers: { accept }, ...(method === 'POST' ? { body: { json: {} } } : {}) }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 200, 200, 503])
  // A page tries again.
  expect(replies.at(-1)?.body).toContain('<meta http-equiv="refresh" content="2">')
  const [reply] = replies
  expect(reply?.json()).toMatchObject({ code: 'UNAVAILABLE', message: messages.serverTrouble })
  expect(reply?.headers['retry-after']).toBe('2')
  expect(reply?.headers['cache-control']).toBe('no-store')
  await expect.poll(async () => (await info()).statusCode, { timeout: 10_000 }).toBe(200)
})

describe('requests that would hold a slot', () => {
  const requests = [
    [
      'a body that does not come',
      'OPTIONS /nowhere HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
    ],
    ['streams that stay', 'GET /live HTTP/1.1\r\nHost: localhost:3000\r\nCOOKIE\r\n\r\n'],
  ] as const

  // Shows: T77
  test.each(requests)('don’t keep reads waiting: %s', async (_, text) => {
    await using club = await createTestClub('sqlite', { overload: { lateMs: 60_000, waitMs: 1500 } })
    const [ana, ben] = [await club.member(), await club.member()]
    const bytes = text.replace('COOKIE', `Cookie: ${ben.cookie}`)
    const held = await Promise.all(Array.from({ length: 40 }, () => openLine(club, bytes)))
    await pause(100)
    const begunAt = performance.now()
    expect((await ana.send({ method: 'GET', path: '/rpc/home/get' })).statusCode).toBe(200)
    expect(performance.now() - begunAt).toBeLessThan(1000)
    for (const { socket } of held) socket.destroy()
  })

  // Shows: T77
  test('let others in after a second while they hang, and those that wait too long get 503', async () => {
    await using club = await createTestClub('sqlite', { overload: { lateMs: 60_000, waitMs: 500 } })
    const ana = await club.member()
    const away = Promise.withResolvers<void>()
    using _ = beforeQueries(club, () => away.promise)
    const read = () => ana.send({ method: 'GET', path: '/rpc/home/get' })
    const hanging = Array.from({ length: 16 }, read)
    await pause(50)
    const begunAt = performance.now()
    expect((await read()).statusCode).toBe(503)
    expect(performance.now() - begunAt).toBeLessThan(900)
    await pause(600)
    const later = read()
    away.resolve()
    expect((await later).statusCode).toBe(200)
    for (const { statusCode } of await Promise.all(hanging)) expect(statusCode).toBe(200)
  })
})
