import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/lib/browser-storage.ts'

/** Chromium only (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface). */
type DeferredInstallPrompt = Event & { prompt: () => Promise<unknown> }

declare global {
  interface Window {
    /** Set by public/early.js. */
    installPrompt?: DeferredInstallPrompt
  }
  interface Navigator {
    /** Safari on iPhone and iPad only. */
    standalone?: boolean
  }
}

/** Same key as in public/early.js. Belongs to the device, not the person: it stays after a sign-out. */
const storageKey = 'quiver-install'

export function installWay(): InstallWay | null {
  return wayToInstall({
    installed: navigator.standalone === true || !matchMedia('(display-mode: browser)').matches,
    canAsk: window.installPrompt !== undefined,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })
}

/** How the app can be installed; rerenders when the browser changes that. */
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

/** Shows the browser's install prompt, which works once and only on a user gesture. */
export async function showInstallPrompt() {
  const { installPrompt } = window
  window.installPrompt = undefined
  window.dispatchEvent(new Event(asked))
  await installPrompt?.prompt()
}

export function readOffer(): StoredOffer {
  const kept = deviceStorage.read(storageKey)
  if (kept === 'installed') return { offeredAt: null, installed: true }
  return { offeredAt: kept === null ? null : Number(kept), installed: false }
}

/** @returns whether it could be stored */
export function storeOffered(now: number) {
  return deviceStorage.write(storageKey, String(now))
}

/** How the app can be installed here: with the browser's prompt, or by hand in Safari on an iPhone or iPad. */
type InstallWay = 'browser' | 'by-hand'

type InstallDevice = {
  /** Already running as an installed app. */
  installed: boolean
  /** The browser has offered its install prompt. */
  canAsk: boolean
  userAgent: string
  touchPoints: number
}

/** This device's memory of offers; `offeredAt` in ms since 1970. Null if nothing can be stored. */
type StoredOffer = { offeredAt: number | null; installed: boolean } | null

const offerAgainMs = 60 * 86_400_000

/** @returns null if it can't be installed, or already is */
export function wayToInstall({ installed, canAsk, userAgent, touchPoints }: InstallDevice): InstallWay | null {
  if (installed) return null
  if (canAsk) return 'browser'
  return isSafariOnApplePhone(userAgent, touchPoints) ? 'by-hand' : null
}

/** Offered unasked once in 60 days, never again once installed, and not where the offer can't be remembered. */
export function isOfferDue(kept: StoredOffer, now: number) {
  if (kept === null || kept.installed) return false
  // In both directions, because the clock may have been corrected since.
  return kept.offeredAt === null || Math.abs(now - kept.offeredAt) >= offerAgainMs
}

/**
 * An iPad claims to be a Mac, but no Mac has a touch screen. Other browsers there name themselves, and have other
 * menus.
 */
function isSafariOnApplePhone(userAgent: string, touchPoints: number) {
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  const isSafari =
    /Version\/[\d.]+.* Safari\//.test(userAgent) &&
    !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|Ddg\/|GSA\//.test(userAgent)
  return isApple && isSafari
}
