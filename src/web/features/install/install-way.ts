import { useSyncExternalStore } from 'react'

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
const storageKey = 'quiver-install'

export function installWay(): InstallWay | null {
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

export function readKept(): KeptOffer {
  try {
    const kept = localStorage.getItem(storageKey)
    if (kept === 'installed') return { offeredAt: null, installed: true }
    return { offeredAt: kept === null ? null : Number(kept), installed: false }
  } catch {
    return null
  }
}

/** @returns whether it will be remembered */
export function keepOffered(now: number) {
  try {
    localStorage.setItem(storageKey, String(now))
    return true
  } catch {
    return false
  }
}

/** How the app can be installed here: the browser asks by itself, or the person does it by hand, in Safari on an iPhone or iPad. */
type InstallWay = 'browser' | 'by-hand'

type InstallDevice = {
  /** It runs as an installed app already. */
  installed: boolean
  /** The browser has offered to ask. */
  canAsk: boolean
  userAgent: string
  touchPoints: number
}

/** What this device remembers of offers: when the last one was made, in ms since 1970. Null: it can't remember anything. */
type KeptOffer = { offeredAt: number | null; installed: boolean } | null

const offerAgainMs = 60 * 86_400_000

/** @returns null where there is nothing to be done */
export function wayToInstall({ installed, canAsk, userAgent, touchPoints }: InstallDevice): InstallWay | null {
  if (installed) return null
  if (canAsk) return 'browser'
  return isSafariOnApplePhone(userAgent, touchPoints) ? 'by-hand' : null
}

/** Unasked, it is offered once in 60 days, and never again once it was installed; nor where each offer would be the first. */
export function isOfferDue(kept: KeptOffer, now: number) {
  if (kept === null || kept.installed) return false
  // Both ways, for a clock may have been set right meanwhile.
  return kept.offeredAt === null || Math.abs(now - kept.offeredAt) >= offerAgainMs
}

/** An iPad calls itself a Mac, but no Mac has a screen to touch. Other browsers there name themselves, and have other menus. */
function isSafariOnApplePhone(userAgent: string, touchPoints: number) {
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  const isSafari =
    /Version\/[\d.]+.* Safari\//.test(userAgent) &&
    !/CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|Ddg\/|GSA\//.test(userAgent)
  return isApple && isSafari
}
