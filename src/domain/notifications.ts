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

export type Change = 'off' | 'on-again' | 'moved'

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
