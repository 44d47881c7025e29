import { useSyncExternalStore } from 'react'

const key = 'quiver-single-keys'
const listeners = new Set<() => void>()
let on = read()

/** Whether keys of one letter do something; kept on this device, for whoever speaks to it types them unawares (WCAG 2.1.4). */
export function useSingleKeys() {
  return useSyncExternalStore(subscribe, () => on)
}

export function setSingleKeys(next: boolean) {
  try {
    if (next) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // Storage is switched off: the choice lasts until the page is left.
  }
  change(next)
}

function read() {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

function change(next: boolean) {
  on = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  const follow = (event: StorageEvent) => event.key === key && change(event.newValue !== 'off')
  listeners.add(listener)
  window.addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', follow)
  }
}
