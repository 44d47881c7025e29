import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atHttps, createTestClub, type TestClub } from '#test/support/club.ts'
import { openLine } from '#test/support/raw-requests.ts'

/** Sends these lines unchanged over a socket. @returns the status and the whole response */
async function ask(club: TestClub, lines: string[]) {
  const { end } = await openLine(club, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  const { said } = await end
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1] ?? 0), answer: said }
}

const places = [
  { where: 'a club on this machine', own: 'localhost:3000', env: {} as Record<string, string> },
  { where: 'a club with a name', own: 'quiver.example.edu', env: atHttps },
]

describe.each(places)('the target of a request to $where', ({ own, env }) => {
  let club: TestClub

  beforeAll(async () => {
    club = await createTestClub('sqlite', { env })
  })
  afterAll(() => club[Symbol.asyncDispose]())

  const foreign = [
    ['another host', 'GET http://evil.example/rpc/session/get HTTP/1.1', ['Host: evil.example']],
    ['another host, with ours as Host', 'GET http://evil.example/rpc/session/get HTTP/1.1', [`Host: ${own}`]],
    ['our host, with another one as Host', `GET http://${own}/rpc/session/get HTTP/1.1`, ['Host: evil.example']],
    ['our host, with a name before it', `GET http://${own}@evil.example/rpc/session/get HTTP/1.1`, [`Host: ${own}`]],
    ['our name at another port', `GET http://${own.split(':')[0]}:81/rpc/session/get HTTP/1.1`, []],
    ['no host', 'GET http:///rpc/session/get HTTP/1.1', [`Host: ${own}`]],
    ['another host, in HTTP/1.0', 'GET http://evil.example/rpc/session/get HTTP/1.0', []],
    ['our path, with two Hosts', 'GET /rpc/session/get HTTP/1.1', [`Host: ${own}`, 'Host: evil.example']],
  ] as const

  // Shows: T15
  test.each(foreign)('that is %s gets 400', async (_, line, headers) => {
    const given =
      headers.length > 0 || line.endsWith('1.0') ? headers : [`Host: ${new URL(line.split(' ')[1] ?? '').host}`]
    const { status, answer } = await ask(club, [line, ...given])
    expect(status).toBe(400)
    // Whether Node's parser or our check refused it, the response contains nothing from the target.
    expect(answer).not.toMatch(/evil|"json"/)
  })

  test('that is absolute and ours is read as its path', async () => {
    for (const scheme of ['http', 'HTTPS']) {
      const { status, answer } = await ask(club, [`GET ${scheme}://${own}/rpc/session/get HTTP/1.1`, `Host: ${own}`])
      expect([scheme, status]).toEqual([scheme, 200])
      expect(answer).toContain('"json"')
    }
    expect((await ask(club, [`GET http://${own.toUpperCase()}/healthz HTTP/1.1`, `Host: ${own}`])).status).toBe(200)
    expect((await ask(club, [`GET http://${own}/healthz HTTP/1.0`])).status).toBe(200)
    // A health check without a Host.
    expect((await ask(club, ['GET /healthz HTTP/1.0'])).status).toBe(200)
  })
})
