import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { logoContrast, modesTooFaint } from './settings/logo-contrast.ts'

test.each([
  ['#000000', 21],
  ['#FFFFFF', 1],
  // Below and above the point at which sRGB is no longer linear.
  ['#0A0A0A', 19.798],
  ['#777777', 4.478],
  ['#FF0000', 3.998],
  ['#00FF00', 1.372],
  ['#0000FF', 8.592],
])('%s has a contrast of %d with white, in either order', (color, ratio) => {
  expect(contrast(color, '#FFFFFF')).toBeCloseTo(ratio, 3)
  expect(contrast('#FFFFFF', color)).toBeCloseTo(ratio, 3)
})

const pixels = (count: number, ...pixel: number[]) => Array.from({ length: count }, () => pixel).flat()
test.each<[logo: string, bytes: number[], faint: string[]]>([
  ['black', pixels(100, 0, 0, 0, 255), ['dark']],
  ['yellow', pixels(100, 255, 210, 31, 255), ['light', 'outdoor']],
  ['hardly seen', pixels(100, 0, 0, 0, 64), ['light', 'dark', 'outdoor']],
  ['of black and white', [...pixels(90, 255, 255, 255, 255), ...pixels(10, 0, 0, 0, 255)], []],
  [
    'white with a black hairline',
    [...pixels(95, 255, 255, 255, 255), ...pixels(5, 0, 0, 0, 255)],
    ['light', 'outdoor'],
  ],
  ['empty', [], ['light', 'dark', 'outdoor']],
])('a logo that is %s', (_, bytes, faint) => {
  expect(modesTooFaint(logoContrast(Uint8Array.from(bytes)))).toEqual(faint)
})
