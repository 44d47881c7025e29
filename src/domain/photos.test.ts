import { describe, expect, test } from 'vitest'
import {
  isPicture,
  nextUploadInMs,
  pictureFile,
  pictureOfFile,
  pictureUrl,
  smallPictureUrl,
  storageOperationMs,
  storageUploadMs,
  zoom,
} from './photos.ts'

// Shows: 5.17, 5.18, 9.15, 9.16, 9.46, 9.47
test('the bounds are those of the specification', () => {
  expect(zoom).toEqual({ least: 1, most: 3, step: 0.1 })
  expect([storageOperationMs, storageUploadMs]).toEqual([120_000, 600_000])
})

const bytesOf = (text: string) => [...text].map((c) => c.charCodeAt(0))
test.each<[file: string, bytes: number[], expected: boolean]>([
  ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], true],
  ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], true],
  ['a WebP', [...bytesOf('RIFF'), 1, 2, 3, 4, ...bytesOf('WEBP')], true],
  ['a sound', bytesOf('RIFF1234WAVE'), false],
  ['a GIF', bytesOf('GIF89a'), false],
  ['a page', bytesOf('<svg xmlns='), false],
  ['half a beginning', [0xff, 0xd8], false],
  ['nothing', [], false],
])('%s (%j) is a picture: %s', (_, bytes, expected) => expect(isPicture(Uint8Array.from(bytes))).toBe(expected))

test('a picture’s small one is beside it, and others have none', () => {
  expect(smallPictureUrl(pictureUrl('a-b_C'))).toBe(pictureUrl('a-b_C', 96))
  for (const url of ['/default-pfp.png', '/files/pictures/x/96.webp', '/files/other/x/512.webp'])
    expect(smallPictureUrl(url)).toBe(url)
})

test('its file lies below its member, and says whose it is', () => {
  const picture = { memberId: 'm-1', id: 'p_2' }
  expect(pictureFile(picture, 96)).toBe('pictures/m-1/p_2-96.webp')
  for (const size of [512, 96] as const) expect(pictureOfFile(pictureFile(picture, size))).toEqual(picture)
  for (const path of ['pictures/x', 'other/m/p-96.webp', 'pictures/../m/p-96.webp', 'pictures/m/p-96.webp/x'])
    expect(pictureOfFile(path)).toBeNull()
})

describe('an upload that fails', () => {
  test('is tried after twice as long each time, up to half a minute, a little sooner or later', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 20].map((failures) => nextUploadInMs({ failures, elapsedMs: 0, chance: 0.5 }))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(nextUploadInMs({ failures: 1, elapsedMs: 0, chance: 0 })).toBe(800)
    expect(nextUploadInMs({ failures: 1, elapsedMs: 0, chance: 1 })).toBe(1200)
  })

  test('waits as long as the server asks for', () => {
    expect(nextUploadInMs({ failures: 1, elapsedMs: 0, askedForMs: 20_000, chance: 0.5 })).toBe(20_000)
    expect(nextUploadInMs({ failures: 9, elapsedMs: 0, askedForMs: 20_000, chance: 0.5 })).toBe(30_000)
  })

  // Shows: 9.47
  test('is given up within ten minutes, and goes on until then', () => {
    let [elapsedMs, failures] = [0, 0]
    for (let next: number | null = 0; next !== null; next = nextUploadInMs({ failures, elapsedMs, chance: 0.5 })) {
      elapsedMs += next
      failures += 1
    }
    expect(elapsedMs).toBeLessThan(storageUploadMs)
    expect(elapsedMs).toBeGreaterThan(storageUploadMs - 31_000)
    expect(failures).toBeGreaterThan(20)
    expect(nextUploadInMs({ failures: 1, elapsedMs: 0, askedForMs: storageUploadMs, chance: 0 })).toBeNull()
  })
})
