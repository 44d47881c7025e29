/** When a session ends by itself (specification §9, D14). The server decides; the browser only warns. */
export type SessionTimes = {
  /** The fixed limit: 60 minutes after signing in, or 30 days on a phone that is kept signed in. */
  expiresAt: string
  /** When the person last did something. */
  lastActiveAt: string
  /** "Keep me logged in on this device": no idle limit. */
  kept: boolean
}

/** How long a new session lives: until the fixed limit, or for weeks on a phone that is kept signed in. */
export function newSessionLife(keep: boolean, settings: { fixedMinutes: number; keepDays: number }) {
  const kept = keep && settings.keepDays > 0
  return { kept, lifeMs: kept ? settings.keepDays * 86_400_000 : settings.fixedMinutes * 60_000 }
}

/** The moment at which the session ends if nothing is done from now on, or null for a kept one. */
export function idleExpiry(times: SessionTimes, idleMinutes: number) {
  return times.kept ? null : new Date(Date.parse(times.lastActiveAt) + idleMinutes * 60_000).toISOString()
}

/** 59:59 after the last act it lives, at 60:00 it is over (T12). */
export function hasExpired(times: SessionTimes, facts: { now: string; idleMinutes: number }) {
  const idleAt = idleExpiry(times, facts.idleMinutes)
  return facts.now >= times.expiresAt || (idleAt !== null && facts.now >= idleAt)
}

/** So long after entering their password officers may do what gives or takes power, or takes everyone's data along. */
export const passwordCountsForMinutes = 10

/** @param enteredAt when the password was last entered in this session; null where no one knows */
export function isPasswordRecent(enteredAt: string | null, now: string) {
  return enteredAt !== null && Date.parse(now) - Date.parse(enteredAt) < passwordCountsForMinutes * 60_000
}

/**
 * Browser and system in words, from what the browser says of itself: enough to tell one's own devices apart. The first that
 * fits counts, because most claim to be several.
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

/** `Chrome on Android`, `Safari on iPhone`, `A program` where it says nothing that is known. */
export function deviceInWords(userAgent: string) {
  const find = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'A program'
}
