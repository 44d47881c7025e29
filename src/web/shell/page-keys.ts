import { useEffect, useEffectEvent } from 'react'
import { useSingleKeys } from './single-keys.ts'

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
