import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** The key of commands: on Apple's keyboards Ctrl+K cuts a line in a text. */
export const command = /^(Mac|iP)/.test(navigator.platform)
  ? { key: 'Meta', name: '⌘' }
  : { key: 'Control', name: 'Ctrl' }

export type Overlay = 'palette' | 'shortcuts'

/**
 * The keys that work on every page behind the sign-in: Ctrl+K (⌘K) for the palette, `/` for the page's own search, `?` for the list
 * of them all.
 */
export function usePageKeys(show: (what: Overlay) => void) {
  const singleKeys = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.defaultPrevented) return
    const act = isPaletteKey(event)
      ? // A question wants its answer first.
        () => document.querySelector('dialog[role="alertdialog"]') ?? show('palette')
      : singleKeys && isFree(event)
        ? { '/': () => goToSearch() || show('palette'), '?': () => show('shortcuts') }[event.key]
        : undefined
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  const [wanted, other] = command.key === 'Meta' ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return wanted && !other && !altKey && !shiftKey && key.toLowerCase() === 'k'
}

/** Nobody is typing, nothing stands open, and what has the focus has no keys of its own, as the scorecard's target has. */
function isFree({ target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  return !(target as Element).closest?.('input, textarea, select, [contenteditable], [data-own-keys]')
}

/** @returns whether the page has one */
function goToSearch() {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

/** How the menu opens the palette, which is the bar's; asked for before it has come, it opens then. */
let openNow: (() => void) | null = null
let askedEarly = false

export function openPalette() {
  askedEarly = openNow === null
  openNow?.()
}

/** @returns takes it away */
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

/** Whether keys of one letter do something; kept on this device, for whoever speaks to it types them unawares (WCAG 2.1.4). */
export function useSingleKeys() {
  return useSyncExternalStore(subscribe, () => singleKeysOn)
}

export function setSingleKeys(next: boolean) {
  try {
    if (next) localStorage.removeItem(singleKeysKey)
    else localStorage.setItem(singleKeysKey, 'off')
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
  change(next)
}

function read() {
  try {
    return localStorage.getItem(singleKeysKey) !== 'off'
  } catch {
    return true
  }
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
