import { useSyncExternalStore } from 'react'
import { papers, type Scheme } from './tokens.ts'

/** Auto: as the system says. */
export type ThemeChoice = Scheme | 'auto'

/** The same key, values and query as in public/early.js, which sets the colours before the first paint. */
const key = 'quiver-scheme'
/** Who has colours of their own has the contrast that they want. */
const moreContrast = '(prefers-contrast: more) and (forced-colors: none)'
const darkScheme = '(prefers-color-scheme: dark)'

let chosen = typeof window === 'undefined' ? 'auto' : read()
const listeners = new Set<() => void>()

/** Kept on this device, without storage until the page is left. System is kept by keeping nothing. */
export function chooseTheme(choice: ThemeChoice) {
  try {
    if (choice === 'auto') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // Storage is switched off.
  }
  follow(choice)
}

export function useThemeChoice() {
  return useSyncExternalStore(
    listen,
    () => chosen,
    () => 'auto' as const,
  )
}

/** Black on white, for direct sun: chosen, or wanted by a system that asks for more contrast. */
export function useOutdoor() {
  return useSyncExternalStore(listen, isOutdoor, () => false)
}

/** Follows the system, and what is chosen in another tab. */
export function watchColorScheme() {
  const systemChanged = () => follow(chosen)
  for (const query of [moreContrast, darkScheme]) matchMedia(query).addEventListener('change', systemChanged)
  window.addEventListener('storage', (event) => event.key === key && follow(known(event.newValue)))
}

function follow(choice: ThemeChoice) {
  chosen = choice
  const outdoor = isOutdoor()
  // Outdoor is light with an attribute beside it (theme-css.ts).
  document.documentElement.dataset.colorScheme = isDark(outdoor) ? 'dark' : 'light'
  document.documentElement.toggleAttribute('data-outdoor', outdoor)
  // The browser's own bar: one colour in both metas, or each its own when the system decides.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = papers[outdoor ? 'outdoor' : chosen === 'auto' ? own : chosen]
  }
  for (const listener of listeners) listener()
}

function isOutdoor() {
  return chosen === 'outdoor' || (chosen === 'auto' && matchMedia(moreContrast).matches)
}

function isDark(outdoor: boolean) {
  return chosen === 'dark' || (chosen === 'auto' && !outdoor && matchMedia(darkScheme).matches)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read() {
  try {
    return known(localStorage.getItem(key))
  } catch {
    return 'auto'
  }
}

function known(value: string | null): ThemeChoice {
  return value === 'light' || value === 'dark' || value === 'outdoor' ? value : 'auto'
}
