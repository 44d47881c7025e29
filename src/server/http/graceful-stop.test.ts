import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { createTestClub, describe, type TestClub, test } from '#test/support/club-test.ts'
import { openLine } from '#test/support/raw-requests.ts'

const post = (club: TestClub, body: string) =>
  `POST /rpc/account/signUp HTTP/1.1\r\nHost: localhost\r\nOrigin: ${club.baseUrl}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`

describe('a stop', () => {
  const waiting: [string, (club: TestClub) => string | Promise<string>][] = [
    ['on which nothing has been asked yet', () => ''],
    ['with half a head', () => 'GET / HTTP/1.1\r\nHost: loc'],
    ['whose last answer is done', () => 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'that hears live updates',
      async (club) => `GET /live HTTP/1.1\r\nHost: localhost\r\nCookie: ${(await club.member()).cookie}\r\n\r\n`,
    ],
  ]
  // Shows: T74
  test.each(waiting)('doesn’t wait for a connection %s', async (_, said) => {
    await using club = await createTestClub('sqlite')
    const { end } = await openLine(club, await said(club))
    await pause(200)
    const begunAt = performance.now()
    await Promise.all([club.app.close(), end])
    expect(performance.now() - begunAt).toBeLessThan(1000)
  })

  // Shows: T74
  test('responds to a request in progress and then closes its connection', async ({ club }) => {
    const body = JSON.stringify({ json: { email: 'ana@purdue.edu', password: 'quiet gold at eighteen metres' } })
    const line = await openLine(club, post(club, body) + body.slice(0, 20))
    await pause(200)
    const stopped = club.app.close()
    await pause(200)
    line.socket.write(body.slice(20))
    const { said } = await line.end
    await stopped
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(await club.db.selectFrom('user').select('email').execute()).toEqual([{ email: 'ana@purdue.edu' }])
  })
})

describe('a stop behind a load balancer', () => {
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

  // Shows: T74
  test('says that it isn’t ready, and responds to everyone until that must have been noticed', async () => {
    const club = await createTestClub('sqlite', { env: { DRAIN_SECONDS: '1' } })
    const before = await openLine(club, ask('/readyz'))
    await expect.poll(before.said).toMatch(/^HTTP\/1\.1 200 /)
    const begunAt = performance.now()
    const stopped = club[Symbol.asyncDispose]()
    const asked = await openLine(club, ask('/readyz'))
    expect((await asked.end).said).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i)
    // A keep-alive connection serves one more request and closes with that response.
    before.socket.write(ask('/healthz'))
    expect((await before.end).said).toMatch(/HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i)
    const late = await openLine(club, ask('/api/v1/session'))
    expect((await late.end).said).toMatch(/^HTTP\/1\.1 200 /)
    expect(performance.now() - begunAt).toBeLessThan(900)
    await stopped
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(990)
  })
})
