import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeIcons } from '../tools/icons.ts'

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
})
