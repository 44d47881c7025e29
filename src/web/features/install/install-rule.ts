/** How the app can be installed here: the browser asks by itself, or the person does it by hand, in Safari on an iPhone or iPad. */
export type Way = 'browser' | 'by-hand'

export type Device = {
  /** It runs as an installed app already. */
  installed: boolean
  /** The browser has offered to ask. */
  canAsk: boolean
  userAgent: string
  touchPoints: number
}

/** What this device remembers of offers: when the last one was made, in ms since 1970. Null: it can't remember anything. */
export type Kept = { offeredAt: number | null; installed: boolean } | null

const offerAgainMs = 60 * 86_400_000

/** @returns null where there is nothing to be done */
export function wayToInstall({ installed, canAsk, userAgent, touchPoints }: Device): Way | null {
  if (installed) return null
  if (canAsk) return 'browser'
  return isSafariOnApplePhone(userAgent, touchPoints) ? 'by-hand' : null
}

/** Unasked, it is offered once in 60 days, and never again once it was installed; nor where each offer would be the first. */
export function isOfferDue(kept: Kept, now: number) {
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
