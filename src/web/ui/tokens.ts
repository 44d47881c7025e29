/**
 * The app's colors, in one place: CSS variables are generated from here at build time (theme-css.ts), and the test next
 * to this file checks the contrast of every pair that is read as text or recognized as a shape.
 *
 * The idea: calm paper and ink. Gold is only for the main action; red means owed or destructive; blue means link,
 * selected or focus.
 */
export const schemes = ['light', 'dark', 'outdoor'] as const
export type Scheme = (typeof schemes)[number]

/**
 * The page's background, which the browser's toolbar continues. Separate from the rest, so that a page can load only
 * these.
 */
export const papers: Record<Scheme, string> = { light: '#FAF8F3', dark: '#101216', outdoor: '#FFFFFF' }

type Palette = Record<keyof typeof light, string>

const light = {
  /** The page's background. */
  paper: papers.light,
  /** Cards, inputs, sheets. */
  surface: '#FFFFFF',
  /** Quiet fills on a surface: chips, table heads, skeletons. */
  sunken: '#F1EDE3',
  ink: '#15171C',
  muted: '#4B505A',
  /** Hairlines that only separate; nothing depends on seeing them. */
  line: '#DDD8CB',
  /** Borders of inputs and other controls. */
  'line-strong': '#777C86',

  gold: '#FFD21F',
  'gold-hover': '#F2BE00',
  'on-gold': '#15171C',
  'gold-text': '#7A5600',
  'gold-tint': '#FFF4C7',

  red: '#C8192F',
  'red-hover': '#A60F24',
  'on-red': '#FFFFFF',
  'red-text': '#B8132B',
  'red-tint': '#FDE7E9',

  blue: '#0067B5',
  'blue-hover': '#005291',
  'on-blue': '#FFFFFF',
  'blue-text': '#005EA8',
  'blue-tint': '#E3F4FC',

  green: '#1B7A3E',
  'green-hover': '#146032',
  'on-green': '#FFFFFF',
  'green-text': '#176B36',
  'green-tint': '#E2F5E8',

  focus: '#0067B5',
  /** Marks the current page, next to its name. */
  here: '#FFD21F',
  /** For an arrow in the red, which is paler as a fill than as a ring. */
  'score-red': '#C8192F',
  /** The panel of the live practice: dark in light and dark mode, paper in the sun. */
  panel: '#15171C',
  'on-panel': '#FAF8F3',
  'panel-muted': '#B3B8C2',
  'panel-focus': '#FFD95A',
  'panel-line': '#767C88',
  'panel-sunken': '#23272F',
} as const

const dark: Palette = {
  paper: papers.dark,
  surface: '#1A1D23',
  sunken: '#23272F',
  ink: '#F5F3EE',
  muted: '#B3B8C2',
  line: '#343943',
  'line-strong': '#767C88',

  gold: '#FFD95A',
  'gold-hover': '#FFE48A',
  'on-gold': '#15171C',
  'gold-text': '#FFD95A',
  'gold-tint': '#3A3010',

  red: '#FF8A93',
  'red-hover': '#FFA2A8',
  'on-red': '#15171C',
  'red-text': '#FF8A93',
  'red-tint': '#3B1519',

  blue: '#66C7F4',
  'blue-hover': '#89D3F6',
  'on-blue': '#15171C',
  'blue-text': '#66C7F4',
  'blue-tint': '#0E2F42',

  green: '#63D18C',
  'green-hover': '#87DAA3',
  'on-green': '#15171C',
  'green-text': '#63D18C',
  'green-tint': '#10301D',

  focus: '#FFD95A',
  here: '#FFD95A',
  'score-red': '#C8192F',
  panel: '#15171C',
  'on-panel': '#F5F3EE',
  'panel-muted': '#B3B8C2',
  'panel-focus': '#FFD95A',
  'panel-line': '#767C88',
  'panel-sunken': '#23272F',
}

/**
 * For direct sun, which washes out grays and tints: black on white, with every text at 7:1 or more. Edges replace tints
 * (`--edge` in base.css); the fill of quiet boxes stays, because nothing depends on it.
 */
const outdoor: Palette = {
  paper: papers.outdoor,
  surface: '#FFFFFF',
  sunken: '#F0F0F0',
  ink: '#000000',
  muted: '#333333',
  line: '#6B6B6B',
  'line-strong': '#000000',

  gold: '#FFD21F',
  'gold-hover': '#F2BE00',
  'on-gold': '#000000',
  'gold-text': '#5C4000',
  'gold-tint': '#FFFFFF',

  red: '#9E0A1F',
  'red-hover': '#7A0616',
  'on-red': '#FFFFFF',
  'red-text': '#9E0A1F',
  'red-tint': '#FFFFFF',

  blue: '#00407F',
  'blue-hover': '#002E5C',
  'on-blue': '#FFFFFF',
  'blue-text': '#00407F',
  'blue-tint': '#FFFFFF',

  green: '#00532A',
  'green-hover': '#003D1F',
  'on-green': '#FFFFFF',
  'green-text': '#00532A',
  'green-tint': '#FFFFFF',

  focus: '#00407F',
  here: '#000000',
  'score-red': '#9E0A1F',
  panel: '#FFFFFF',
  'on-panel': '#000000',
  'panel-muted': '#333333',
  'panel-focus': '#000000',
  'panel-line': '#000000',
  'panel-sunken': '#F0F0F0',
}

export const palettes: Record<Scheme, Palette> = { light, dark, outdoor }
export type ColorToken = keyof Palette

/** The rings of a target face, at full saturation only on the target, score chips and the pass. */
export const face = { gold: '#FFE14D', red: '#E8303F', blue: '#3FB4E5', black: '#15171C', white: '#FFFFFF' } as const

/** Circles behind initials; ink is readable on each of them (see the test). */
export const avatarColors = [
  '#A9DEF9',
  '#A7E4BA',
  '#FFE07A',
  '#FFBABD',
  '#E3DBCA',
  '#C6E9FB',
  '#FFD0D3',
  '#87DAA3',
  '#89D3F6',
  '#FFE796',
  '#FFA2A8',
  '#D9CCF2',
] as const
export const avatarInk = '#15171C'
