// Shows: B14

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { pictureFile } from '#domain/photos.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { leap } from '#test/support/account-requests.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { colorAt, jpeg, sendPicture } from '#test/support/pictures.ts'

const day = 24 * 3_600_000
const picture = await jpeg()
const seen = (who: Pick<ReturnType<TestClub['visitor']>, 'send'>, path: string) => who.send({ method: 'GET', path })

/** The stored files and picture rows. */
async function storedPhotos(club: TestClub) {
  const rows = await club.db.selectFrom('picture').selectAll().orderBy('createdAt').execute()
  return { files: await club.ctx.files.list(), rows }
}

describe.each(usualEngines)('a photo (%s)', () => {
  // Shows: 7.7, 7.35, T28, T65, ASVS 3.2.1, ASVS 5.3.1
  test('becomes two squares without metadata at one address, for logged-in people only', async ({ club, ana, ben }) => {
    const reply = await sendPicture(ana, picture)
    expect(reply.statusCode).toBe(200)
    const { pictureUrl } = reply.json()
    expect(pictureUrl).toMatch(/^\/files\/pictures\/[\w-]{24}\/512\.webp$/)
    expect((await ana.row()).pictureUrl).toBe(pictureUrl)
    expect((await ana.api.session.get()).person?.pictureUrl).toBe(pictureUrl)
    expect(club.announced).toEqual(expect.arrayContaining([`member:${ana.id}`, 'members', 'live']))
    for (const size of [512, 96]) {
      const answer = await seen(ben, pictureUrl.replace('512', String(size)))
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-length': String(answer.rawPayload.length),
      })
      const facts = await sharp(answer.rawPayload).metadata()
      const { format, width, height, exif, icc, xmp } = facts
      expect([format, width, height, exif, icc, xmp]).toEqual(['webp', size, size, ...Array(3)])
      expect([await colorAt(answer.rawPayload, 0.2), await colorAt(answer.rawPayload, 0.8)]).toEqual(['red', 'blue'])
    }
    const stranger = await seen(club.visitor(), pictureUrl)
    expect([stranger.statusCode, stranger.headers['cache-control']]).toEqual([401, 'no-store'])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  // Shows: 3.51, 7.34
  test('is in its member’s folder; the previous one is deleted a day later', async ({ club }) => {
    const ana = await club.member({ keep: true })
    const first = (await sendPicture(ana, picture)).json().pictureUrl
    const second = (await sendPicture(ana, picture)).json().pictureUrl
    expect([(await seen(ana, first)).statusCode, (await seen(ana, second)).statusCode]).toEqual([404, 200])
    const both = await storedPhotos(club)
    expect(both.files).toHaveLength(4)
    for (const path of both.files) expect(path.startsWith(`pictures/${ana.id}/`)).toBe(true)
    leap(club, day - 1000)
    await deleteExpired(club.ctx)
    expect((await storedPhotos(club)).files).toEqual(both.files)
    leap(club, 2000)
    await deleteExpired(club.ctx)
    const id = second.split('/')[3]
    expect((await storedPhotos(club)).rows.map((row) => row.id)).toEqual([id])
    expect((await storedPhotos(club)).files).toEqual(
      [512, 96].map((size) => pictureFile({ memberId: ana.id, id }, size as 96)).sort(),
    )
    expect((await seen(ana, second)).statusCode).toBe(200)
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('sent again under its key is one photo, and another one under that key is refused', async ({ club, ana }) => {
    const first = await sendPicture(ana, picture, { key: 'one-act-of-ana' })
    const again = await sendPicture(ana, picture, { key: 'one-act-of-ana' })
    expect(again.json()).toEqual(first.json())
    expect((await ana.row()).pictureUrl).toBe(first.json().pictureUrl)
    const other = await sendPicture(ana, await jpeg({ width: 300 }), { key: 'one-act-of-ana' })
    expect([other.statusCode, other.json().code]).toEqual([422, 'KEY_REUSED'])
    leap(club, day + 1000)
    await deleteExpired(club.ctx)
    expect((await storedPhotos(club)).files).toHaveLength(2)
  })

  test('is one of several that a member sends together, and the others are deleted', async ({ club, ana }) => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => sendPicture(ana, picture)))
    expect(replies.map((reply) => reply.statusCode)).toEqual(Array(6).fill(200))
    const { rows } = await storedPhotos(club)
    expect(rows.filter((row) => row.unusedSince === null)).toHaveLength(1)
    expect(await brokenRules(club.ctx)).toEqual([])
    leap(club, day + 1000)
    await deleteExpired(club.ctx)
    expect((await storedPhotos(club)).files).toHaveLength(2)
  })

  // Shows: T66, T70
  test('whose files can’t be stored changes nothing, and no row names a missing file', async ({ club, ana }) => {
    const before = (await sendPicture(ana, picture)).json().pictureUrl
    const { files } = club.ctx
    for (const failing of [1, 2]) {
      let writes = 0
      club.ctx.files = {
        ...files,
        async write(path, content) {
          writes += 1
          if (writes === failing) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
          await files.write(path, content)
        },
      }
      const reply = await sendPicture(ana, picture)
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
      expect((await ana.row()).pictureUrl).toBe(before)
      club.ctx.files = files
      expect(await brokenRules(club.ctx)).toEqual([])
    }
    expect((await seen(ana, before)).statusCode).toBe(200)
    expect((await storedPhotos(club)).files).toHaveLength(3)
    leap(club, day + 1000)
    await deleteExpired(club.ctx)
    expect((await storedPhotos(club)).files).toHaveLength(2)
  })
})

describe('sending a photo', () => {
  // Shows: T15
  test('is refused without a session, from another site, of another type or size', async ({ club, ana }) => {
    const tries: [number, string, Parameters<typeof sendPicture>][] = [
      [401, 'UNAUTHORIZED', [club.visitor(), picture]],
      [403, 'WRONG_ORIGIN', [ana, picture, { headers: { origin: 'https://evil.example' } }]],
      [415, 'PICTURES_ONLY', [ana, picture, { type: 'multipart/form-data; boundary=x' }]],
      [415, 'PICTURES_ONLY', [ana, picture, { type: 'image/svg+xml' }]],
      [400, 'BAD_KEY', [ana, picture, { key: 'short' }]],
      [413, 'CTP_BODY_TOO_LARGE', [ana, Buffer.alloc(5 * 1024 * 1024 + 1)]],
    ]
    for (const [status, code, sent] of tries) {
      const reply = await sendPicture(...sent)
      expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    }
    expect((await storedPhotos(club)).rows).toEqual([])
  })

  test('works at the limit of size, and is limited per member and day', async ({ club, ana }) => {
    const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024 - picture.length)])
    expect((await sendPicture(await club.member(), large)).statusCode).toBe(200)
    const none = Buffer.from('none')
    for (let tries = 0; tries < rateRules.pictures.most; tries++)
      expect((await sendPicture(ana, none)).statusCode).toBe(422)
    const reply = await sendPicture(ana, none)
    expect([reply.statusCode, reply.json().code]).toEqual([429, 'TOO_MANY_TRIES'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(60)
    expect((await sendPicture(await club.member(), picture)).statusCode).toBe(200)
  })
})

// Shows: T28, T64, ASVS 5.3.2
test('no made-up key or path leads to a file (T28, T64)', async ({ club, ana }) => {
  const { pictureUrl } = (await sendPicture(ana, picture)).json()
  const secret = '..%2f..%2fquiver.db ..%2fauth-secret %2e%2e%2f%2e%2e%2fquiver.db ../../quiver.db ....//quiver.db'
  const odd = '512.webp%00 512.webp%00.png 512.WEBP 513.webp 512 . .. 512.webp/'
  const others = ['/files/', '/files', '/files/pictures']
  const renamed = (name: string) => pictureUrl.replace(/[^/]+$/, name)
  const paths = [
    ...Array.from({ length: 100 }, () => `/files/pictures/${randomBytes(18).toString('base64url')}/512.webp`),
    ...secret.split(' ').flatMap((name) => ['', 'pictures/', 'pictures/x/'].map((folder) => `/files/${folder}${name}`)),
    ...[...secret.split(' '), ...odd.split(' '), '', 'x'.repeat(2000)].map(renamed),
    ...others,
    `/files/${pictureFile({ memberId: ana.id, id: pictureUrl.split('/')[3] }, 512)}`,
  ]
  const hits = []
  for (const path of paths) {
    const reply = await seen(ana, path)
    if (reply.statusCode < 400) hits.push(path)
    expect([path, reply.statusCode < 500]).toEqual([path, true])
  }
  expect(hits).toEqual([])
  expect((await seen(ana, pictureUrl)).statusCode).toBe(200)
  expect((await readdir(join(club.dataDir, 'files'))).sort()).toEqual(['pictures'])
})
