import { describe, expect, test } from 'vitest'
import { mailFace, mailPalette } from '#server/email/layout.ts'
import { face, palettes } from '#web/ui/tokens.ts'

describe.each(['light', 'dark'] as const)('the %s colors of the app', (scheme) => {
  test('are those of emails', () => {
    expect(palettes[scheme]).toMatchObject(mailPalette[scheme])
    expect(face).toMatchObject(mailFace)
  })
})
