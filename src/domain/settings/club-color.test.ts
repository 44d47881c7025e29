import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '#domain/contrast.ts'
import { checkSetting } from './check-setting.ts'
import { clubColorCss, clubColors, darkVersion } from './club-color.ts'

const facts = { mapHosts: [] }
const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((color) => `#${color.toString(16).padStart(6, '0')}`.toUpperCase())

test('with every color that is accepted, labels can be read on buttons in every mode, also under the pointer', () => {
  const check = (light: string, dark: string) => {
    const checked = checkSetting('color', { light, dark }, facts)
    if (checked.outcome === 'refused') return
    const modes = Object.entries(clubColors({ light, dark }))
    for (const [mode, colors] of modes)
      for (const fill of [colors.gold, colors['gold-hover']])
        expect([mode, fill, contrast(fill, colors['on-gold']) >= (mode === 'outdoor' ? 7 : 4.5)]).toEqual([
          mode,
          fill,
          true,
        ])
  }
  fc.assert(fc.property(anyColor, anyColor, check), { numRuns: 3000 })
})

test('a color that buttons would vanish in is refused where it was typed, with its contrast', () => {
  expect(checkSetting('color', { light: '#FFFFFF', dark: '#101216' }, facts)).toEqual({
    outcome: 'refused',
    problems: [
      { at: 'light', fault: { reason: 'faint', mode: 'light', contrast: 1 } },
      { at: 'dark', fault: { reason: 'faint', mode: 'dark', contrast: 1 } },
    ],
  })
  expect(checkSetting('color', { light: 'navy', dark: '' }, facts)).toMatchObject({
    problems: [
      { at: 'light', fault: { reason: 'color' } },
      { at: 'dark', fault: { reason: 'color' } },
    ],
  })
})

test('the version for dark mode is always accepted', () => {
  const check = (color: string) => {
    expect(checkSetting('color', { light: '#13294B', dark: darkVersion(color) }, facts).outcome).toBe('accepted')
  }
  fc.assert(fc.property(anyColor, check), { numRuns: 3000 })
})

const colorsOf = (gold: string, hover: string, label: string, here = gold) =>
  `{--gold:${gold};--gold-hover:${hover};--on-gold:${label};--here:${here};}`

test.each([
  ['#13294B', colorsOf('#13294B', '#112442', '#FFFFFF'), colorsOf('#13294B', '#112442', '#FFFFFF', '#000000')],
  // Neither the app's ink nor white can be read on it, and in the sun it is lighter.
  ['#777777', colorsOf('#777777', '#878787', '#000000'), colorsOf('#A7A7A7', '#B2B2B2', '#15171C', '#000000')],
])('buttons of %s, and what marks the current page', (light, onLight, outdoors) => {
  const dark = colorsOf('#8FB3E8', '#9CBCEB', '#15171C')
  expect(clubColorCss({ light, dark: '#8FB3E8' })).toBe(
    `@media not print{:root${onLight}:root[data-color-scheme='dark']${dark}:root[data-outdoor]${outdoors}}`,
  )
})

test.each([
  ['#4B5A13', '#7B941F'],
  ['#800000', '#FF3333'],
  ['#000000', '#8C8C8C'],
])('%s is %s in dark mode, of the same hue', (color, dark) => expect(darkVersion(color)).toBe(dark))
