import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeIcons, safeRadius } from '../tools/icons.ts'

const folder = join(import.meta.dirname, '../public')
const made = await makeIcons()
const pictures = Object.keys(made).filter((name) => name.endsWith('.png'))

async function pixelsOf(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

describe('the icons in public/', () => {
  test.each(pictures)('%s is what tools/icons.ts draws', async (name) => {
    const [kept, fresh] = await Promise.all([
      pixelsOf(readFileSync(join(folder, name))),
      pixelsOf(made[name] ?? Buffer.alloc(0)),
    ])
    expect([kept.width, kept.height]).toEqual([fresh.width, fresh.height])
    // Another version of the library may antialias edges slightly differently.
    const apart = kept.data.reduce((sum, value, at) => sum + Math.abs(value - (fresh.data[at] ?? 0)), 0)
    expect(apart / kept.data.length).toBeLessThan(0.5)
  })

  test('favicon.svg is the one of the app’s colours, and knows dark screens', () => {
    const kept = readFileSync(join(folder, 'favicon.svg'), 'utf8')
    expect(kept).toBe(made['favicon.svg']?.toString())
    expect(kept).toContain('prefers-color-scheme:dark')
  })

  test('favicon.ico holds one image of 32 px', async () => {
    const ico = readFileSync(join(folder, 'favicon.ico'))
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico[6], ico[7]]).toEqual([1, 1, 32, 32])
    const { width, height } = await pixelsOf(ico.subarray(ico.readUInt32LE(18)))
    expect([width, height, ico.readUInt32LE(14)]).toEqual([32, 32, ico.length - 22])
  })
})

/** How far the mark extends: its pixels are those that differ from the corner's. */
async function reachOf(name: string) {
  const { data, width } = await pixelsOf(readFileSync(join(folder, name)))
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
  const ground = at(0, 0)
  let reach = 0
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const isGround = at(x, y).every((value, channel) => Math.abs(value - (ground[channel] ?? 0)) < 16)
      if (!isGround) reach = Math.max(reach, Math.hypot(x + 0.5 - width / 2, y + 0.5 - width / 2) / width)
    }
  return { reach, ground }
}

test.each(['icons/maskable-192.png', 'icons/maskable-512.png'])(
  '%s fills its square, with the mark where no phone cuts it off',
  async (name) => {
    const { reach, ground } = await reachOf(name)
    expect(ground[3]).toBe(255)
    expect(reach).toBeGreaterThan(0.35)
    expect(reach).toBeLessThanOrEqual(safeRadius)
  },
)

test('the monochrome icon is a shape in one colour, within what no phone cuts off', async () => {
  const { reach, ground } = await reachOf('icons/monochrome-512.png')
  expect(ground[3]).toBe(0)
  expect(reach).toBeLessThanOrEqual(safeRadius)
  const { data } = await pixelsOf(readFileSync(join(folder, 'icons/monochrome-512.png')))
  for (let at = 0; at < data.length; at += 4)
    if ((data[at + 3] ?? 0) > 128 && (data[at] ?? 0) < 240) throw new Error(`pixel ${at / 4} is not white`)
})
