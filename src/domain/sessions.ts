/** When a session expires. The server decides; the browser only warns. */
export type SessionTimes = {
  /** The absolute limit: 60 minutes after logging in, or 30 days on a device that stays logged in. */
  expiresAt: string
  /** The user's last activity. */
  lastActiveAt: string
  /** "Keep me logged in on this device": no idle limit. */
  kept: boolean
  /** Until then neither limit ends the session, because its officer scans at a live practice; null otherwise. */
  heldUntil: string | null
}

/** Lifetime of a new session: the absolute limit, or weeks on a device that stays logged in. */
export function newSessionLife(keep: boolean, settings: { fixedMinutes: number; keepDays: number }) {
  const kept = keep && settings.keepDays > 0
  return { kept, lifeMs: kept ? settings.keepDays * 86_400_000 : settings.fixedMinutes * 60_000 }
}

/** When the session expires without further activity; null for one that stays logged in. */
export function idleExpiry(times: SessionTimes, idleMinutes: number) {
  if (times.kept) return null
  return laterOf(new Date(Date.parse(times.lastActiveAt) + idleMinutes * 60_000).toISOString(), times.heldUntil)
}

/** When the session expires even if it is in use. */
export function absoluteExpiry(times: SessionTimes) {
  return laterOf(times.expiresAt, times.heldUntil)
}

function laterOf(at: string, heldUntil: string | null) {
  return heldUntil !== null && heldUntil > at ? heldUntil : at
}

/** Active at 59:59 after the last activity, expired at 60:00 (T12). */
export function hasExpired(times: SessionTimes, facts: { now: string; idleMinutes: number }) {
  const idleAt = idleExpiry(times, facts.idleMinutes)
  return facts.now >= absoluteExpiry(times) || (idleAt !== null && facts.now >= idleAt)
}

/** How long after entering their password officers may change who has power or export everyone's data. */
export const passwordCountsForMinutes = 10

/** @param enteredAt when the password was last entered in this session; null if unknown */
export function isPasswordRecent(enteredAt: string | null, now: string) {
  return enteredAt !== null && Date.parse(now) - Date.parse(enteredAt) < passwordCountsForMinutes * 60_000
}

/**
 * Browser and system from the user agent, to tell devices apart. The first match wins, because most browsers also claim
 * to be others.
 */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** `Chrome on Android`, `Safari on iPhone`, or `A program` if nothing matches. */
export function deviceInWords(userAgent: string) {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'A program'
}
