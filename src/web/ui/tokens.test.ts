import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from '#domain/contrast.ts'
import { grounds as clubGrounds } from '#domain/settings/club-color.ts'
import { avatarColors, avatarInk, type ColorToken, face, palettes, papers, schemes } from './tokens.ts'

const grounds = ['paper', 'surface', 'sunken'] as const satisfies ColorToken[]
const tones = ['gold', 'red', 'blue', 'green'] as const

/** Pairs read as text: WCAG 1.4.3 requires 4.5. Outdoor mode requires 7, as in 1.4.6. */
const textPairs: [ColorToken, ColorToken][] = [
  ...grounds.flatMap((ground): [ColorToken, ColorToken][] => [
    ['ink', ground],
    ['muted', ground],
  ]),
  ...tones.flatMap((tone): [ColorToken, ColorToken][] => [
    [`on-${tone}`, tone],
    [`on-${tone}`, `${tone}-hover`],
    [`${tone}-text`, 'paper'],
    [`${tone}-text`, 'surface'],
    [`${tone}-text`, `${tone}-tint`],
    ['ink', `${tone}-tint`],
  ]),
  ['on-panel', 'panel'],
  ['panel-muted', 'panel'],
  ['on-panel', 'panel-sunken'],
]

/** Pairs recognized as a shape: WCAG 1.4.11 requires 3. Outdoor mode requires 4.5. */
const shapePairs: [ColorToken, ColorToken][] = [
  ...grounds.flatMap((ground): [ColorToken, ColorToken][] => [
    ['line-strong', ground],
    ['focus', ground],
  ]),
  ['panel-focus', 'panel'],
  ['panel-line', 'panel'],
  ['blue', 'surface'],
  ['red', 'surface'],
]

describe.each(schemes)('%s', (scheme) => {
  const palette = palettes[scheme]
  const [least, leastOfShapes] = scheme === 'outdoor' ? [7, 4.5] : [4.5, 3]
  test.each(textPairs)('%s reads on %s', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(least)
  })
  test.each(shapePairs)('%s stands out from %s', (shape, ground) => {
    expect(contrast(palette[shape], palette[ground])).toBeGreaterThanOrEqual(leastOfShapes)
  })
  test('a club’s own color is checked on the same grounds', () => {
    expect(clubGrounds[scheme]).toEqual({ paper: palette.paper, surface: palette.surface })
  })
  test('scores read on their ring’s colour', () => {
    expect(contrast('#FFFFFF', palette['score-red'])).toBeGreaterThanOrEqual(least)
    for (const ring of [face.gold, face.blue]) expect(contrast('#15171C', ring)).toBeGreaterThanOrEqual(least)
  })
})

test('what is set before the app is there has the same colours', () => {
  const early = readFileSync(join(import.meta.dirname, '../../../public/early.js'), 'utf8')
  for (const scheme of schemes) expect(early).toContain(`${scheme}: '${papers[scheme]}'`)
})

test.each([...avatarColors])('initials read on %s', (color) => {
  expect(contrast(avatarInk, color)).toBeGreaterThanOrEqual(7)
})
