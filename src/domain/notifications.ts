/**
 * What members are told by mail and by notification about practices that they answered, and when. What they want of it they
 * choose themselves, each kind and each way by itself; mails about the account always come.
 */

/** A practice has moved, or is off, or on again; a place has become free for who waited; a driver is expected soon. */
export const newsKinds = ['changed', 'place', 'drive'] as const
export type NewsKind = (typeof newsKinds)[number]
export const newsWays = ['mail', 'push'] as const
export type NewsWay = (typeof newsWays)[number]

/** What of a practice somebody who is coming has to know. */
export type PracticeFacts = {
  title: string
  startsAt: string
  endsAt: string
  allDay: boolean
  location: string
  /** Cancelled, or deleted by an officer. */
  off: boolean
}

type Change = 'off' | 'on-again' | 'moved'

/** What is news to who knows it as it was; null where nothing of it is. A new title or description moves nobody. */
export function whatChanged(before: PracticeFacts, after: PracticeFacts): Change | null {
  if (after.off) return before.off ? null : 'off'
  if (before.off) return 'on-again'
  return hasMovedInTime(before, after) || hasMovedInSpace(before, after) ? 'moved' : null
}

export function hasMovedInTime(before: PracticeFacts, after: PracticeFacts) {
  return before.startsAt !== after.startsAt || before.endsAt !== after.endsAt || before.allDay !== after.allDay
}

export function hasMovedInSpace(before: PracticeFacts, after: PracticeFacts) {
  return inOneLine(before.location) !== inOneLine(after.location)
}

function inOneLine(text: string) {
  return text.trim().replace(/\s+/g, ' ')
}

/**
 * Whether a change still matters: not of a practice that has begun, and not once it is past both as it was known and as it is.
 */
export function isChangeNews(facts: {
  before: PracticeFacts
  after: PracticeFacts
  startedAt: string | null
  now: string
}) {
  const { before, after, startedAt, now } = facts
  if (startedAt !== null || (before.endsAt <= now && after.endsAt <= now)) return false
  return whatChanged(before, after) !== null
}

const minuteMs = 60_000
const quietMs = 3 * minuteMs
const quietShortlyBeforeMs = minuteMs
const shortlyMs = 60 * minuteMs

/**
 * When a change is told: after some minutes in which nothing else has changed, so that who corrects a correction sends one mail;
 * sooner where the practice begins within the hour.
 */
export function tellChangeAt({ before, after }: { before: PracticeFacts; after: PracticeFacts }, now: string) {
  const nowMs = Date.parse(now)
  const begins = [before, after].map(({ startsAt }) => Date.parse(startsAt) - nowMs)
  const soon = begins.some((inMs) => inMs < shortlyMs)
  return new Date(nowMs + (soon ? quietShortlyBeforeMs : quietMs)).toISOString()
}

/**
 * Where browsers let notifications be sent to. A browser names the address itself, so whoever is signed in could name any: the
 * server sends to these alone (threat T59 of another shape).
 */
const hosts = [
  // Chrome, Edge on Android, Opera, Samsung Internet, Brave and most others
  /^fcm\.googleapis\.com$/,
  // Firefox
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  // Safari
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  // Edge on Windows
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
]

export const longestEndpoint = 1000

/**
 * @param besides the origin of a stand-in on the same machine, for tests; null anywhere else
 */
export function isPushEndpoint(endpoint: string, besides: string | null = null) {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (besides !== null && origin === besides) return true
  return protocol === 'https:' && port === '' && hosts.some((host) => host.test(hostname))
}

/** A point on P-256, and 16 bytes: what a browser encrypts its messages with (RFC 8291), both as base64url. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }) {
  return /^B[\w-]{86}$/.test(p256dh) && /^[\w-]{22}$/.test(auth)
}
