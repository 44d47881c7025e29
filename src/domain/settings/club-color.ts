import { channels, contrast } from '#domain/contrast.ts'

/** The color of the club's main buttons, in light and in dark mode, as `#RRGGBB`. In outdoor mode it is made stronger. */
export type ClubColor = { light: string; dark: string }

/** What the colors are seen on. They equal the app's own colors (see the test of web/ui/tokens.ts). */
export const grounds = {
  light: { paper: '#FAF8F3', surface: '#FFFFFF' },
  dark: { paper: '#101216', surface: '#1A1D23' },
  outdoor: { paper: '#FFFFFF', surface: '#FFFFFF' },
} as const

/** A button has to stand out from its ground, as the app's own yellow does (1.37:1). Its label says what it is. */
export const leastOfButton = 1.3
/** WCAG 1.4.3; in the sun, 1.4.6. */
const leastOfLabel = { light: 4.5, dark: 4.5, outdoor: 7 }

export function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[0-9A-F]{6}$/i.test(value)
}

/** The color's lowest contrast with any ground. */
export function contrastWithGround(color: string, scheme: keyof typeof grounds) {
  const { paper, surface } = grounds[scheme]
  return Math.min(contrast(color, paper), contrast(color, surface))
}

/** A version of the color for dark mode: of the same hue, and brighter until it's seen as well as the app's own colors. */
export function darkVersion(color: string) {
  const isSeen = (each: string) => contrastWithGround(each, 'dark') >= 4.5
  const brightest = brightestOf(color)
  const brighter = untilTrue(color, brightest, isSeen)
  return isSeen(brighter) ? brighter : untilTrue(brightest, white, isSeen)
}

function brightestOf(color: string) {
  const parts = channels(color)
  const highest = Math.max(...parts)
  return highest === 0 ? color : colorOf(parts.map((channel) => (channel / highest) * 255))
}

/** The app's colors that the club's color takes the place of. */
type ButtonColors = { gold: string; 'gold-hover': string; 'on-gold': string; here: string }

/** The colors of buttons with a readable label, in each mode. */
export function clubColors({ light, dark }: ClubColor): Record<keyof typeof grounds, ButtonColors> {
  const outdoor = untilTrue(
    light,
    labelOn(light) === white ? '#000000' : white,
    (each) => contrast(each, labelOn(each)) >= leastOfLabel.outdoor,
  )
  return {
    light: { ...buttonColors(light), here: light },
    dark: { ...buttonColors(dark), here: dark },
    outdoor: { ...buttonColors(outdoor), here: '#000000' },
  }
}

const white = '#FFFFFF'
const ink = '#15171C'

function buttonColors(fill: string) {
  const label = labelOn(fill)
  // Away from the label, so that it stays as readable.
  return { gold: fill, 'gold-hover': mixed(fill, label === white ? '#000000' : white, 0.12), 'on-gold': label }
}

/** The app's ink or white, or black if neither can be read well enough; one of white and black always can. */
function labelOn(fill: string) {
  return [ink, white, '#000000'].find((label) => contrast(label, fill) >= leastOfLabel.light) ?? white
}

/** Mixes in another color step by step, until the condition holds. */
function untilTrue(color: string, other: string, holds: (color: string) => boolean) {
  const steps = Array.from({ length: 21 }, (_, step) => mixed(color, other, step / 20))
  return steps.find(holds) ?? other
}

/** @param share of the other color, 0 to 1 */
function mixed(color: string, other: string, share: number) {
  const others = channels(other)
  return colorOf(channels(color).map((channel, at) => channel + ((others[at] ?? 0) - channel) * share))
}

function colorOf(parts: number[]) {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** The colors as a style sheet, for the same selectors as the app's own (web/ui/theme-css.ts). */
export function clubColorCss(color: ClubColor) {
  const { light, dark, outdoor } = clubColors(color)
  const screens = `:root[data-color-scheme='dark']{${variables(dark)}}:root[data-outdoor]{${variables(outdoor)}}`
  return `@media not print{:root{${variables(light)}}${screens}}`
}

function variables(colors: ButtonColors) {
  return Object.entries(colors)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')
}
