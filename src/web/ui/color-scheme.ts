import type { MantineColorSchemeManager } from '@mantine/core'
import { palettes } from './tokens.ts'

/** The same key as in public/early.js, which sets the colours before the first paint. */
const key = 'quiver-scheme'

/** Keeps Light or Dark on this device; System is kept by keeping nothing. */
export const colorSchemeManager: MantineColorSchemeManager = createManager()

function createManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined
  return {
    get: (fallback) => {
      const chosen = typeof window === 'undefined' ? null : read()
      return chosen === 'light' || chosen === 'dark' ? chosen : fallback
    },
    set: (scheme) => {
      write(scheme === 'auto' ? null : scheme)
      paintBrowser(scheme)
    },
    clear: () => write(null),
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key !== key) return
        onUpdate(event.newValue === 'light' || event.newValue === 'dark' ? event.newValue : 'auto')
      }
      window.addEventListener('storage', listener)
    },
    unsubscribe: () => {
      if (listener) window.removeEventListener('storage', listener)
    },
  }
}

/** The browser's own bar: the chosen colour in both metas, or each its own when the system decides. */
function paintBrowser(scheme: 'light' | 'dark' | 'auto') {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = palettes[scheme === 'auto' ? own : scheme].paper
  }
}

function read() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
}
