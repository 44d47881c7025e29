import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestClub, type TestMember } from '#test/support/club.ts'
import { canary, hostilePictures } from '#test/support/hostile-pictures.ts'
import { colorAt, jpeg, sendPicture } from '#test/support/pictures.ts'
import { residentOf } from '#test/support/resident-memory.ts'

const megabyte = 1024 * 1024
/** Uploads in parallel, as attackers would. */
const atOnce = 4

/** Resident memory in bytes of this process (the server) and, where the system reports it, of the decoder: growth and peak. */
function watchMemory() {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(look, 20)
  function look() {
    most = Math.max(most, process.memoryUsage().rss + residentOf(process.pid).children)
  }
  return {
    stop() {
      clearInterval(timer)
      look()
      return { growth: process.memoryUsage().rss - before, most: most - before }
    },
  }
}

// Shows: T61, T62, T63, ASVS 1.3.4, ASVS 5.2.1, ASVS 5.2.2
test('hostile images leave nothing on the server except squares that it made itself', {
  timeout: 300_000,
}, async ({ annotate }) => {
  const files = await hostilePictures()
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  await using club = await createTestClub('sqlite')
  await sendPicture(await club.member(), await jpeg())
  const memory = watchMemory()
  type Result = { name: string; stored: boolean | 'either'; status: number; code: string; who: TestMember; ms: number }
  const results: Result[] = []
  const waiting = [...files]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const who = await club.member()
        const begunAt = performance.now()
        const reply = await sendPicture(who, next.bytes, {
          headers: { 'content-disposition': 'attachment; filename="../../../../etc/passwd\\0.svg"' },
        })
        const ms = performance.now() - begunAt
        results.push({ ...next, status: reply.statusCode, code: reply.json().code, who, ms })
      }
    }),
  )
  const { growth, most } = memory.stop()

  const judged = results.map(({ name, status, code }) => [name, status, code])
  expect(judged).toEqual(
    results.map(({ name, stored, status }) => {
      const isStored = stored === 'either' ? status === 200 : stored
      return [name, isStored ? 200 : 422, isStored ? undefined : 'INVALID_FIELD']
    }),
  )
  const taken = results.filter(({ status }) => status === 200)
  const paths = await club.ctx.files.list()
  expect(paths).toHaveLength(2 + 2 * taken.length)
  for (const path of paths) {
    const bytes = readFileSync(join(club.dataDir, 'files', path))
    const { format, width, height, exif, icc, xmp, iptc, pages } = await sharp(bytes).metadata()
    const size = Number(/-(\d+)\.webp$/.exec(path)?.[1])
    expect([format, width, height, exif, icc, xmp, iptc, pages ?? 1]).toEqual(['webp', size, size, ...Array(4), 1])
    expect(bytes.includes(canary)).toBe(false)
  }
  for (const { name, who } of taken.filter(({ name }) => /^turned|place on earth|gamut|^16 bits/.test(name))) {
    const { rawPayload } = await who.send({ method: 'GET', path: (await who.row()).pictureUrl })
    expect([name, await colorAt(rawPayload, 0.2), await colorAt(rawPayload, 0.8)]).toEqual([name, 'red', 'blue'])
  }

  const slowest = results.toSorted((a, b) => b.ms - a.ms)[0]
  const figures = `${files.length} files, ${files.length - taken.length} refused, ${taken.length} stored; memory after: ${(growth / megabyte).toFixed(0)} MB more, most at once: ${(most / megabyte).toFixed(0)} MB more, with the decoder; slowest: ${slowest?.name}, ${slowest?.ms.toFixed(0)} ms`
  await annotate(figures)
  expect(growth, figures).toBeLessThan(200 * megabyte)
  expect(most, figures).toBeLessThan(300 * megabyte)
  expect((await sendPicture(await club.member(), await jpeg())).statusCode).toBe(200)
})
