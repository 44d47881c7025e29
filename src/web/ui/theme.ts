/**
 * Mantine, mended: its palette fails AA, its controls are below 44 px and its automatic contrast is off by default.
 * This file is also read at build time to write the CSS variables (theme-css.ts), so it must not import CSS.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import { tuples } from './tokens.ts'

const tones = ['gold', 'red', 'blue', 'green'] as const

/** Fills, tints and texts come from our own variables, which know both schemes; Mantine would pick one for both. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const tone = tones.find((each) => each === (input.color ?? input.theme.primaryColor))
  const line = '1px solid transparent'
  const edge = '1px solid var(--edge)'
  if (tone === undefined) return defaultVariantColorsResolver(input)
  if (input.variant === 'filled')
    return { background: `var(--${tone})`, hover: `var(--${tone}-hover)`, color: `var(--on-${tone})`, border: edge }
  if (input.variant === 'light')
    return {
      background: `var(--${tone}-tint)`,
      hover: `var(--${tone}-tint)`,
      color: `var(--${tone}-text)`,
      border: edge,
    }
  if (input.variant === 'outline')
    return {
      background: 'transparent',
      hover: `var(--${tone}-tint)`,
      color: `var(--${tone}-text)`,
      border: `1px solid var(--${tone}-text)`,
    }
  if (input.variant === 'subtle' || input.variant === 'transparent')
    return { background: 'transparent', hover: 'var(--sunken)', color: `var(--${tone}-text)`, border: line }
  return defaultVariantColorsResolver(input)
}

const family = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
const heading = (size: number, line: number, weight: string) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line / size}`,
  fontWeight: weight,
})

export const theme = createTheme({
  colors: Object.fromEntries(
    Object.entries(tuples).map(([name, shades]): [string, MantineColorsTuple] => [name, shades]),
  ),
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 4 },
  black: '#15171C',
  autoContrast: true,
  luminanceThreshold: 0.179,
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver,
  fontFamily: family,
  headings: {
    fontFamily: family,
    sizes: {
      h1: heading(30, 36, '800'),
      h2: heading(24, 32, '700'),
      h3: heading(20, 28, '600'),
      h4: heading(18, 26, '600'),
      h5: heading(16, 24, '600'),
      h6: heading(16, 24, '600'),
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.45', xl: '1.4' },
  radius: { xs: '4px', sm: '6px', md: '12px', lg: '20px', xl: '999px' },
  defaultRadius: 'sm',
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  breakpoints: { xs: '30em', sm: '48em', md: '65.625em', lg: '80em', xl: '90em' },
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-1)', lg: 'var(--shadow-2)', xl: 'var(--shadow-2)' },
  // Plain objects: `Button.extend(…)` would bring every component named here into the first load.
  components: {
    Button: { defaultProps: { size: 'md', radius: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
})

/** Mantine's own variables, pointed at the tokens: they are the same in both schemes because the tokens are not. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--paper)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-error': 'var(--red-text)',
    '--mantine-color-success': 'var(--green-text)',
    '--mantine-color-anchor': 'var(--blue-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--line-strong)',
    '--mantine-primary-color-contrast': 'var(--on-blue)',
  }
  return { variables: {}, light: both, dark: both }
}
