/**
 * Writes the theme as one style sheet, at build time. Mantine would put its variables into a <style> element, which our
 * content security policy refuses; tokens become variables in the same breath, so that both come from tokens.ts.
 */
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { cssVariablesResolver, theme } from './theme.ts'
import { face, palettes, type Scheme } from './tokens.ts'

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
  return [tokenCss('light'), `@media not print{${tokenCss('dark')}}`, paperCss, faceCss(), mantine].join('\n')
}

/** What is printed is black on white, whichever colours the screen has. */
const paperCss = '@media print{:root{--paper:#fff;--surface:#fff;--ink:#000;color-scheme:light}}'

function tokenCss(scheme: Scheme) {
  // Without the attribute (scripts blocked or late) the light colours stand.
  const selector = scheme === 'light' ? ':root' : ":root[data-mantine-color-scheme='dark']"
  const lines = Object.entries(palettes[scheme]).map(([name, value]) => `--${name}:${value};`)
  return `${selector}{${lines.join('')}}`
}

function faceCss() {
  const lines = Object.entries(face).map(([name, value]) => `--face-${name}:${value};`)
  return `:root{${lines.join('')}}`
}
