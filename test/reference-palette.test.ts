import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ColorToken, palettes } from '#web/ui/tokens.ts'

test.each(['light', 'dark'] as const)('the page of the API wears the %s colors of the app', (scheme) => {
  const sheet = readFileSync(join(import.meta.dirname, '../public/api-reference.css'), 'utf8')
  const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)')
  const colors = [...(scheme === 'light' ? light : dark).matchAll(/--([\w-]+): (#\w+);/g)]
  expect(colors.length).toBeGreaterThan(10)
  for (const [, name, worn] of colors)
    expect([name, worn]).toEqual([name, palettes[scheme][name as ColorToken]?.toLowerCase()])
})
