import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createTestClub, type TestClub, type TestMember } from '#test/support/club.ts'
import { jpeg } from '#test/support/pictures.ts'
import { openLine } from '#test/support/raw-requests.ts'
import type { BodyTimeouts } from './body-timeouts.ts'

/** About a fifteenth of the defaults, so that the tests take seconds. */
const lines: BodyTimeouts = {
  headWithinMs: 700,
  bodyWithinMs: 1500,
  pictureWithinMs: 8000,
  picturePace: { bytes: 600, inMs: 1000 },
  lookEveryMs: 100,
}
const limit = { timeout: 20_000 }

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
    const ana = await club.member()
    const picture = await jpeg()
    const photo = Buffer.concat([picture, Buffer.alloc(10_000 - picture.length)])
    const { socket, end } = await openLine(club)
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
    const { socket, end } = await openLine(club)
    socket.write(pictureHead(club, await club.member(), 10_000))
    await drip(socket, Buffer.alloc(10_000), { size: 1250, everyMs: 500 })
    expect((await end).said).toMatch(/^(HTTP\/1\.1 408 |$)/)
  })

  const dripping = (size: number, everyMs: number) => (socket: Socket) =>
    drip(socket, Buffer.alloc(100_000, ' '), { size, everyMs })
  const signUpHead = (club: TestClub) =>
    head(club, 'POST /rpc/account/signUp', { 'Content-Type': 'application/json', 'Content-Length': 1000 })
  const pictureOfMember = async (club: TestClub) => pictureHead(club, await club.member(), 100_000)
  const refusedPicture = (club: TestClub) =>
    pictureHead(club, { cookie: '' }, 100_000).replace('Connection: close', 'Connection: keep-alive')
  type Begin = (club: TestClub) => string | Promise<string>
  const silent: [string, number, Begin, ((socket: Socket) => Promise<void>)?][] = [
    ['says nothing', lines.headWithinMs, () => ''],
    ['begins a head', lines.headWithinMs, () => 'GET / HTTP/1.1\r\nHost: a\r\nX: ', dripping(5, 50)],
    ['announces a body', lines.bodyWithinMs, signUpHead],
    ['lets a body drip', lines.bodyWithinMs, signUpHead, dripping(10, 100)],
    ['sends no picture after it was refused one', lines.bodyWithinMs, refusedPicture],
    ['announces a picture', lines.picturePace.inMs, pictureOfMember],
    ['lets a picture drip', lines.picturePace.inMs, pictureOfMember, dripping(20, 50)],
    ['sends a photo forever', lines.pictureWithinMs, pictureOfMember, dripping(1000, 500)],
  ]
  // Shows: T98
  test.each(silent)('that %s is dropped after %i ms', limit, async (_, afterMs, begin, goOn) => {
    await using club = await createTestClub('sqlite', { lines })
    const { socket, end } = await openLine(club)
    socket.write(await begin(club))
    const [{ said, ms }] = await Promise.all([end, goOn?.(socket)])
    expect(said).toMatch(/^(HTTP\/1\.1 (408|401) |$)/)
    expect(ms).toBeGreaterThan(afterMs - 50)
    expect(ms).toBeLessThan(afterMs + 2500)
  })
})

test('one member who sends slowly doesn’t keep the others out', limit, async () => {
  await using club = await createTestClub('sqlite', { lines: { ...lines, picturePace: { bytes: 0, inMs: 1000 } } })
  const [ana, ben] = [await club.member(), await club.member()]
  const five = 5 * 1024 * 1024
  const held = await Promise.all(Array.from({ length: 10 }, () => openLine(club)))
  for (const { socket } of held) socket.write(pictureHead(club, ana, five))
  const turnedAway = await Promise.all(held.slice(3).map(({ end }) => end))
  expect(turnedAway.map(({ said }) => said.slice(0, 12))).toEqual(Array(7).fill('HTTP/1.1 503'))
  const picture = await jpeg()
  const { socket, end } = await openLine(club)
  socket.write(pictureHead(club, ben, picture.length))
  socket.write(picture)
  expect((await end).said).toMatch(/^HTTP\/1\.1 200 /)
  for (const each of held) each.socket.destroy()
})
