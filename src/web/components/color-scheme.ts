import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/lib/browser-storage.ts'
import { papers, type Scheme } from '#web/ui/tokens.ts'

/** Auto: follows the system. */
export type ThemeChoice = Scheme | 'auto'

/** The same key, values and media queries as in public/early.js, which sets the colors before the first paint. */
const key = 'quiver-scheme'
/** Forced colors already have the contrast that the person wants. */
const moreContrast = '(prefers-contrast: more) and (forced-colors: none)'
const darkScheme = '(prefers-color-scheme: dark)'

let chosen = known(deviceStorage.read(key))
const listeners = new Set<() => void>()

/** Stored on this device, or without storage in memory until the page is left. `auto` is stored as no value. */
export function chooseTheme(choice: ThemeChoice) {
  deviceStorage.write(key, choice === 'auto' ? null : choice)
  follow(choice)
}

export function useThemeChoice() {
  return useSyncExternalStore(
    listen,
    () => chosen,
    () => 'auto' as const,
  )
}

/** Black on white, for direct sun: chosen, or because the system asks for more contrast. */
export function useOutdoor() {
  return useSyncExternalStore(listen, isOutdoor, () => false)
}

/** Follows the system, and choices in other tabs. */
export function watchColorScheme() {
  const systemChanged = () => follow(chosen)
  for (const query of [moreContrast, darkScheme]) matchMedia(query).addEventListener('change', systemChanged)
  window.addEventListener('storage', (event) => event.key === key && follow(known(event.newValue)))
}

function follow(choice: ThemeChoice) {
  chosen = choice
  const outdoor = isOutdoor()
  // Outdoor is light mode with an additional attribute (theme-css.ts).
  document.documentElement.dataset.colorScheme = isDark(outdoor) ? 'dark' : 'light'
  document.documentElement.toggleAttribute('data-outdoor', outdoor)
  // The browser's toolbar: one color in both meta elements, or their own colors if the system decides.
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

function known(value: string | null): ThemeChoice {
  return value === 'light' || value === 'dark' || value === 'outdoor' ? value : 'auto'
}
