import { useSyncExternalStore } from 'react'
import { type Kept, type Way, wayToInstall } from './install-rule.ts'

/** Of Chromium alone (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface). */
type DeferredInstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Window {
    /** Put there by public/early.js. */
    installPrompt?: DeferredInstallPrompt
  }
  interface Navigator {
    /** Of Safari on iPhones and iPads alone. */
    standalone?: boolean
  }
}

/** The same key as in public/early.js. Of the device and not of a person: it stays after a sign-out. */
const key = 'quiver-install'

export function installWay(): Way | null {
  return wayToInstall({
    installed: navigator.standalone === true || !matchMedia('(display-mode: browser)').matches,
    canAsk: window.installPrompt !== undefined,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })
}

/** The way, which the browser may open or close at any time. */
export function useInstallWay() {
  return useSyncExternalStore(followBrowser, installWay)
}

const asked = 'quiver-install-asked'
const changes = ['beforeinstallprompt', 'appinstalled', asked]

function followBrowser(listener: () => void) {
  for (const change of changes) window.addEventListener(change, listener)
  return () => {
    for (const change of changes) window.removeEventListener(change, listener)
  }
}

/** The browser's own question; it can be asked once. Only on somebody's press. */
export async function askBrowser() {
  const { installPrompt } = window
  window.installPrompt = undefined
  window.dispatchEvent(new Event(asked))
  await installPrompt?.prompt()
}

export function readKept(): Kept {
  try {
    const kept = localStorage.getItem(key)
    if (kept === 'installed') return { offeredAt: null, installed: true }
    return { offeredAt: kept === null ? null : Number(kept), installed: false }
  } catch {
    return null
  }
}

/** @returns whether it will be remembered */
export function keepOffered(now: number) {
  try {
    localStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}
