import { describe, expect, test } from 'vitest'
import { mailFace, mailPalette } from '#server/email/layout.ts'
import { contrast, face, palettes } from '#web/ui/tokens.ts'

describe.each(['light', 'dark'] as const)('the colors of emails (%s)', (scheme) => {
  const colors = mailPalette[scheme]

  test('are the app’s', () => {
    expect(palettes[scheme]).toMatchObject(colors)
  })

  test.each([
    ['ink', 'paper'],
    ['ink', 'surface'],
    ['muted', 'paper'],
    ['muted', 'surface'],
    ['blue-text', 'surface'],
    ['on-gold', 'gold'],
  ] as const)('%s on %s is easy to read', (text, ground) => {
    expect(contrast(colors[text], colors[ground])).toBeGreaterThanOrEqual(4.5)
  })
})

test('the mark has the rings of the app’s', () => {
  expect(face).toMatchObject(mailFace)
})
