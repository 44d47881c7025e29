import { expect, test } from 'vitest'
import { mailFace, mailPalette } from '#server/email/layout.ts'
import { face, palettes } from '#web/ui/tokens.ts'

test.each(['light', 'dark'] as const)('the colors of emails are the app’s (%s)', (scheme) => {
  expect(palettes[scheme]).toMatchObject(mailPalette[scheme])
})

test('the mark has the rings of the app’s', () => {
  expect(face).toMatchObject(mailFace)
})
