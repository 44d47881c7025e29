/** Writes the colors of tokens.ts as CSS variables, at build time. */
import { type ColorToken, face, palettes, type Scheme } from './tokens.ts'

export function themeCss() {
  const screens = `@media not print{${tokenCss('dark')}}`
  return [tokenCss('light'), screens, tokenCss('outdoor'), paperCss, forcedCss, faceCss()].join('\n')
}

/** Print is black on white, regardless of the screen's colors. */
const paperCss = '@media print{:root{--paper:#fff;--surface:#fff;--ink:#000;color-scheme:light}}'

/** With forced colors, drawings and elements that keep their fill use the system's colors. */
const forced = {
  Canvas: ['paper', 'surface', 'sunken', 'panel', 'on-blue'],
  CanvasText: ['ink', 'muted', 'line-strong', 'on-panel', 'panel-muted', 'blue', 'blue-hover'],
  GrayText: ['line'],
  Highlight: ['focus', 'here', 'panel-focus'],
} satisfies Record<string, ColorToken[]>

const forcedCss = `@media (forced-colors:active){:root:root{${Object.entries(forced)
  .flatMap(([color, tokens]) => tokens.map((token) => `--${token}:${color};`))
  .join('')}}}`

/** Without an attribute (scripts blocked or late) the light colors apply. */
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
