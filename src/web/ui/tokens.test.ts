import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { avatarColors, avatarInk, type ColorToken, palettes, schemes } from './tokens.ts'

const grounds = ['paper', 'surface', 'sunken'] as const satisfies ColorToken[]
const tones = ['gold', 'red', 'blue', 'green'] as const

/** Read as text: WCAG 1.4.3 asks for 4.5. */
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
]

/** Recognised as a shape: WCAG 1.4.11 asks for 3. */
const shapePairs: [ColorToken, ColorToken][] = [
  ...grounds.flatMap((ground): [ColorToken, ColorToken][] => [
    ['line-strong', ground],
    ['focus', ground],
  ]),
  ['panel-focus', 'panel'],
  ['blue', 'surface'],
  ['red', 'surface'],
]

describe.each(schemes)('%s', (scheme) => {
  const palette = palettes[scheme]
  test.each(textPairs)('%s reads on %s', (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })
  test.each(shapePairs)('%s stands out from %s', (shape, ground) => {
    expect(contrast(palette[shape], palette[ground])).toBeGreaterThanOrEqual(3)
  })
})

test.each([...avatarColors])('initials read on %s', (color) => {
  expect(contrast(avatarInk, color)).toBeGreaterThanOrEqual(4.5)
})

test('the formula gives the known extremes', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#777777')).toBe(1)
})
