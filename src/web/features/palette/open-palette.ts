import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/lib/browser-storage.ts'

/** Modifier key of shortcuts: on Apple keyboards Ctrl+K deletes to the end of a line. */
export const command = /^(Mac|iP)/.test(navigator.platform)
  ? { key: 'Meta', name: '⌘' }
  : { key: 'Control', name: 'Ctrl' }

export type Overlay = 'palette' | 'shortcuts'

/**
 * Global shortcuts behind the sign-in: Ctrl+K (⌘K) for the palette, `/` for the page's search, `?` for the list of
 * shortcuts.
 */
export function usePageKeys(show: (what: Overlay) => void) {
  const singleKeys = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.defaultPrevented) return
    const act = isPaletteKey(event)
      ? // A confirm dialog must be answered first.
        () => document.querySelector('dialog[role="alertdialog"]') ?? show('palette')
      : singleKeys && isFree(event)
        ? { '/': () => goToSearch() || show('palette'), '?': () => show('shortcuts') }[event.key]
        : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  // Before the button is painted that names the shortcut.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  const [wanted, other] = command.key === 'Meta' ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return wanted && !other && !altKey && !shiftKey && key.toLowerCase() === 'k'
}

/**
 * True if no one is typing, no dialog is open, and the focused element has no shortcuts, as the scorecard's target
 * does.
 */
function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  return !(target as Element).closest?.('input, textarea, select, [contenteditable], [data-own-keys]')
}

/** @returns whether the page has a search field */
function goToSearch() {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

/**
 * Set by the palette, which loads with the navigation bar. A request before that is remembered, and opens it once
 * loaded.
 */
let openNow: (() => void) | null = null
let askedEarly = false

export function openPalette() {
  askedEarly = openNow === null
  openNow?.()
}

/** @returns a function that unregisters it */
export function registerPalette(opens: () => void) {
  openNow = opens
  if (askedEarly) openPalette()
  return () => {
    openNow = null
  }
}

const singleKeysKey = 'quiver-single-keys'
const listeners = new Set<() => void>()
let singleKeysOn = read()

/**
 * Whether single-key shortcuts are on. Stored per device, because speech input can trigger them by accident (WCAG
 * 2.1.4).
 */
export function useSingleKeys() {
  return useSyncExternalStore(subscribe, () => singleKeysOn)
}

export function setSingleKeys(next: boolean) {
  deviceStorage.write(singleKeysKey, next ? null : 'off')
  change(next)
}

function read() {
  return deviceStorage.read(singleKeysKey) !== 'off'
}

function change(next: boolean) {
  singleKeysOn = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const follow = (event: StorageEvent) => event.key === singleKeysKey && change(event.newValue !== 'off')
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}
