import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ColorToken, palettes } from '#web/ui/tokens.ts'

test('the page of the API wears the colours of the app', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../public/api-reference.css'), 'utf8')
  const colors = [...sheet.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)]
  expect(colors.length).toBeGreaterThan(10)
  for (const [, name, ...worn] of colors) {
    const own = (['light', 'dark'] as const).map((scheme) => palettes[scheme][name as ColorToken]?.toLowerCase())
    expect([name, ...worn]).toEqual([name, ...own])
  }
})
