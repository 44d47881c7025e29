import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailFace, mailPalette } from '#server/email/layout.ts'
import { type ColorToken, face, palettes } from '#web/ui/tokens.ts'

describe.each(['light', 'dark'] as const)('the %s colors of the app', (scheme) => {
  test('are those of emails', () => {
    expect(palettes[scheme]).toMatchObject(mailPalette[scheme])
    expect(face).toMatchObject(mailFace)
  })

  test('are those of the page of the API', () => {
    const sheet = readFileSync(join(import.meta.dirname, '../public/api-reference.css'), 'utf8')
    const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)')
    const colors = [...(scheme === 'light' ? light : dark).matchAll(/--([\w-]+): (#\w+);/g)]
    expect(colors.length).toBeGreaterThan(10)
    for (const [, name, worn] of colors)
      expect([name, worn]).toEqual([name, palettes[scheme][name as ColorToken]?.toLowerCase()])
  })
})
