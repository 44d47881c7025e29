import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createTestClub, type TestClub, type TestMember } from '#test/support/club.ts'
import { jpeg } from '#test/support/pictures.ts'
import { type BodyTimeouts, usualBodyTimeouts } from './body-timeouts.ts'

/** About a fifteenth of the defaults, so that the tests take seconds. */
const lines: BodyTimeouts = {
  headWithinMs: 700,
  bodyWithinMs: 1500,
  pictureWithinMs: 8000,
  picturePace: { bytes: 600, inMs: 1000 },
  lookEveryMs: 100,
}
const limit = { timeout: 20_000 }

async function listen(club: TestClub) {
  await club.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = club.app.server.address() as AddressInfo
  /** @returns a connection's socket, and a promise of what it received and how many ms it was open */
  return async () => {
    const begunAt = performance.now()
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk)).on('error', () => {})
    const end = new Promise<{ said: string; ms: number }>((resolve) =>
      socket.on('close', () => resolve({ said, ms: performance.now() - begunAt })),
    )
    return { socket, end }
  }
}

const head = (club: TestClub, path: string, headers: Record<string, string | number>) =>
  [
    `${path} HTTP/1.1`,
    'Host: localhost',
    `Origin: ${club.baseUrl}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

const pictureHead = (club: TestClub, { cookie }: Pick<TestMember, 'cookie'>, length: number) =>
  head(club, 'PUT /api/v1/profile/picture', {
    cookie,
    'Content-Type': 'image/jpeg',
    'Content-Length': length,
  })

/** Sends `size` bytes every `everyMs` until everything is sent or the connection ends. */
async function drip(socket: Socket, bytes: Buffer, { size, everyMs }: { size: number; everyMs: number }) {
  for (let sent = 0; sent < bytes.length && !socket.destroyed; sent += size) {
    socket.write(bytes.subarray(sent, sent + size))
    await pause(everyMs)
  }
}

describe('a connection', () => {
  test('of 20 kbit/s delivers a whole photo, which may take longer than other requests', limit, async () => {
    await using club = await createTestClub('sqlite', { lines })
    const open = await listen(club)
    const ana = await club.member()
    const picture = await jpeg()
    const photo = Buffer.concat([picture, Buffer.alloc(10_000 - picture.length)])
    const { socket, end } = await open()
    socket.write(pictureHead(club, ana, photo.length))
    // 2,500 bytes a second, in bursts.
    await drip(socket, photo, { size: 1250, everyMs: 500 })
    const { said, ms } = await end
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(ms).toBeGreaterThan(2 * lines.bodyWithinMs)
    expect((await ana.row()).pictureUrl).toMatch(/^\/files\/pictures\//)
  })

  test('of 20 kbit/s is cut off if photos get no more time than other requests (negative control)', limit, async () => {
    await using club = await createTestClub('sqlite', { lines: { ...lines, pictureWithinMs: lines.bodyWithinMs } })
    const open = await listen(club)
    const { socket, end } = await open()
    socket.write(pictureHead(club, await club.member(), 10_000))
    await drip(socket, Buffer.alloc(10_000), { size: 1250, everyMs: 500 })
    expect((await end).said).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  const silent: [string, number, (club: TestClub, socket: Socket) => unknown][] = [
    ['says nothing', lines.headWithinMs, () => {}],
    [
      'begins a head',
      lines.headWithinMs,
      (_, socket) =>
        drip(socket, Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n'.padEnd(400, 'x')), { size: 5, everyMs: 50 }),
    ],
    [
      'announces a body',
      lines.bodyWithinMs,
      (club, socket) =>
        socket.write(
          head(club, 'POST /rpc/account/signUp', { 'Content-Type': 'application/json', 'Content-Length': 100 }),
        ),
    ],
    [
      'lets a body drip',
      lines.bodyWithinMs,
      async (club, socket) => {
        socket.write(
          head(club, 'POST /rpc/account/signUp', { 'Content-Type': 'application/json', 'Content-Length': 1000 }),
        )
        await drip(socket, Buffer.alloc(1000, ' '), { size: 10, everyMs: 100 })
      },
    ],
    [
      'sends no picture after it was refused one',
      lines.bodyWithinMs,
      (club, socket) =>
        socket.write(pictureHead(club, { cookie: '' }, 100_000).replace('Connection: close', 'Connection: keep-alive')),
    ],
    [
      'announces a picture',
      lines.picturePace.inMs,
      async (club, socket) => socket.write(pictureHead(club, await club.member(), 100_000)),
    ],
    [
      'lets a picture drip',
      lines.picturePace.inMs,
      async (club, socket) => {
        socket.write(pictureHead(club, await club.member(), 100_000))
        await drip(socket, Buffer.alloc(100_000), { size: 20, everyMs: 50 })
      },
    ],
    [
      'sends half a picture and no more',
      2 * lines.picturePace.inMs,
      async (club, socket) => {
        socket.write(pictureHead(club, await club.member(), 100_000))
        await pause(lines.picturePace.inMs / 2)
        socket.write(Buffer.alloc(50_000))
      },
    ],
  ]
  // Shows: T98
  test.each(silent)('that %s is dropped after %i ms', limit, async (_, afterMs, act) => {
    await using club = await createTestClub('sqlite', { lines })
    const open = await listen(club)
    const { socket, end } = await open()
    await act(club, socket)
    const { said, ms } = await end
    expect(said).toMatch(/^(HTTP\/1\.1 (408|401) |$)/)
    expect(ms).toBeGreaterThan(afterMs - 50)
    expect(ms).toBeLessThan(afterMs + 2500)
  })

  test('that sends a photo forever is dropped in the end', limit, async () => {
    await using club = await createTestClub('sqlite', { lines: { ...lines, pictureWithinMs: 3000 } })
    const open = await listen(club)
    const { socket, end } = await open()
    socket.write(pictureHead(club, await club.member(), 1_000_000))
    void drip(socket, Buffer.alloc(1_000_000), { size: 1000, everyMs: 500 })
    const { said, ms } = await end
    expect(said).toMatch(/^(HTTP\/1\.1 408 |$)/)
    expect(ms).toBeGreaterThan(2950)
    expect(ms).toBeLessThan(6000)
  })

  test('has these times by default', () => {
    expect(usualBodyTimeouts).toEqual({
      headWithinMs: 10_000,
      bodyWithinMs: 30_000,
      pictureWithinMs: 600_000,
      picturePace: { bytes: 10_000, inMs: 20_000 },
      lookEveryMs: 5_000,
    })
  })
})

test('one member who sends slowly doesn’t keep the others out', limit, async () => {
  await using club = await createTestClub('sqlite', { lines: { ...lines, picturePace: { bytes: 0, inMs: 1000 } } })
  const open = await listen(club)
  const [ana, ben] = [await club.member(), await club.member()]
  const five = 5 * 1024 * 1024
  const held = await Promise.all(Array.from({ length: 10 }, open))
  for (const { socket } of held) socket.write(pictureHead(club, ana, five))
  const turnedAway = await Promise.all(held.slice(3).map(({ end }) => end))
  expect(turnedAway.map(({ said }) => said.slice(0, 12))).toEqual(Array(7).fill('HTTP/1.1 503'))
  const picture = await jpeg()
  const { socket, end } = await open()
  socket.write(pictureHead(club, ben, picture.length))
  socket.write(picture)
  expect((await end).said).toMatch(/^HTTP\/1\.1 200 /)
  for (const each of held) each.socket.destroy()
})
