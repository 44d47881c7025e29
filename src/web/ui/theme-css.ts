/** Writes the colors of tokens.ts as CSS variables, at build time. */
import { type ColorToken, face, palettes, type Scheme } from './tokens.ts'

export function themeCss() {
  const screens = `@media not print{${tokenCss('dark')}}`
  return [tokenCss('light'), screens, tokenCss('outdoor'), paperCss, forcedCss, faceCss()].join('\n')
}

/** What is printed is black on white, whichever colours the screen has. */
const paperCss = '@media print{:root{--paper:#fff;--surface:#fff;--ink:#000;color-scheme:light}}'

/** Where somebody's system has a few colours of its own, drawings and what keeps its fill are drawn with those. */
const forced = {
  Canvas: ['paper', 'surface', 'sunken', 'panel', 'on-blue'],
  CanvasText: ['ink', 'muted', 'line-strong', 'on-panel', 'panel-muted', 'blue', 'blue-hover'],
  GrayText: ['line'],
  Highlight: ['focus', 'here', 'panel-focus'],
} satisfies Record<string, ColorToken[]>

const forcedCss = `@media (forced-colors:active){:root:root{${Object.entries(forced)
  .flatMap(([color, tokens]) => tokens.map((token) => `--${token}:${color};`))
  .join('')}}}`

/** Without an attribute (scripts blocked or late) the light colours stand. */
const selectors: Record<Scheme, string> = {
  light: ':root',
  dark: ":root[data-color-scheme='dark']",
  outdoor: ':root[data-outdoor]',
}

function tokenCss(scheme: Scheme) {
  const lines = Object.entries(palettes[scheme])
    .filter(([name, value]) => scheme === 'light' || value !== palettes.light[name as ColorToken])
    .map(([name, value]) => `--${name}:${value};`)
  return `${selectors[scheme]}{${lines.join('')}}`
}

function faceCss() {
  const lines = Object.entries(face).map(([name, value]) => `--face-${name}:${value};`)
  return `:root{${lines.join('')}}`
}
