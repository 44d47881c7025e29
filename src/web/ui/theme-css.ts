/**
 * Writes the theme as one style sheet, at build time. Mantine would put its variables into a <style> element, which our
 * content security policy refuses; tokens become variables in the same breath, so that both come from tokens.ts.
 */
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { cssVariablesResolver, theme } from './theme.ts'
import { type ColorToken, face, palettes, type Scheme } from './tokens.ts'

/** Shades of Mantine colours that nothing here uses; leaving them out makes the sheet a third as long. */
const unusedColor = /^--mantine-color-(gray|pink|grape|violet|indigo|cyan|teal|lime|yellow|orange)-/

export function themeCss() {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const own = cssVariablesResolver(merged)
  const defaults = defaultCssVariablesResolver(merged)
  const used = (variables: Record<string, string>) =>
    Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedColor.test(name)))
  const mantine = convertCssVariables(
    {
      variables: used({ ...defaults.variables, ...own.variables }),
      light: used({ ...defaults.light, ...own.light }),
      dark: used({ ...defaults.dark, ...own.dark }),
    },
    ':root',
  )
  const screens = `@media not print{${tokenCss('dark')}}`
  return [tokenCss('light'), screens, tokenCss('outdoor'), paperCss, forcedCss, faceCss(), mantine].join('\n')
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
  dark: ":root[data-mantine-color-scheme='dark']",
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
