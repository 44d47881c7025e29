import { describe, expect, test } from 'vitest'
import { mailFace, mailPalette } from '#server/email/layout.ts'
import { face, palettes } from '#web/ui/tokens.ts'

describe.each(['light', 'dark'] as const)('the colors of emails (%s)', (scheme) => {
  const colors = mailPalette[scheme]

  test('are the app’s', () => {
    expect(palettes[scheme]).toMatchObject(colors)
  })
})

test('the mark has the rings of the app’s', () => {
  expect(face).toMatchObject(mailFace)
})
