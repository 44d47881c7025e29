/**
 * Emails and push notifications about practices, and when they are sent. Members choose each kind and channel
 * separately; emails about the account are always sent.
 */

export const notificationChannels = ['mail', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/**
 * The channels of each kind: the week's practices (weekly-email.ts); a practice that one hasn't replied to is near
 * (reminders.ts); a practice that one has an RSVP for moved, was canceled, or is back on; a spot opened up for someone on the waitlist; a driver is expected soon; a
 * practice that one has a spot at has started; practices are to be paid for, which is off unless the member or the club turns it on.
 */
const channelsByKind = {
  week: ['mail'],
  remind: ['mail', 'push'],
  changed: ['mail', 'push'],
  place: ['mail', 'push'],
  drive: ['mail', 'push'],
  live: ['push'],
  balance: ['push'],
} as const satisfies Record<string, readonly NotificationChannel[]>
export type NotificationKind = keyof typeof channelsByKind
export const notificationKinds = Object.keys(channelsByKind) as [NotificationKind, ...NotificationKind[]]

export function isNotification(kind: string): kind is NotificationKind {
  return Object.hasOwn(channelsByKind, kind)
}

export type MailKind = {
  [K in NotificationKind]: 'mail' extends (typeof channelsByKind)[K][number] ? K : never
}[NotificationKind]
export const mailKinds = notificationKinds.filter((kind): kind is MailKind => channelsOf(kind).includes('mail')) as [
  MailKind,
  ...MailKind[],
]
export type PushOnlyKind = Exclude<NotificationKind, MailKind>

export function channelsOf(kind: NotificationKind): readonly NotificationChannel[] {
  return channelsByKind[kind]
}

/** The kinds that a club from before they existed turns on after having seen how one looks. */
export const previewedKinds = ['week', 'remind'] as const satisfies NotificationKind[]
export type PreviewedKind = (typeof previewedKinds)[number]
/** Those that go out at a set time, to everyone or to all who haven't replied. */
export const scheduledKinds = [...previewedKinds, 'balance'] as const satisfies NotificationKind[]
export type ScheduledKind = (typeof scheduledKinds)[number]

/** What someone coming to a practice needs to know. */
export type PracticeFacts = {
  title: string
  startsAt: string
  endsAt: string
  allDay: boolean
  location: string
  /** Canceled, or deleted by an officer. */
  off: boolean
}

type Change = 'off' | 'on-again' | 'moved'

/**
 * What changed for someone who knows the practice as it was; null for nothing. A new title or description isn't worth a
 * notification.
 */
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

/** Whether a change is still relevant: not once the practice has started, or its old and new end have both passed. */
export function isChangeRelevant(facts: {
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
 * When to send a change notification. Debounced by a few minutes, so that a quick correction doesn't send a second
 * email; sooner if the practice starts within the hour.
 */
export function notifyChangeAt({ before, after }: { before: PracticeFacts; after: PracticeFacts }, now: string) {
  const nowMs = Date.parse(now)
  const begins = [before, after].map(({ startsAt }) => Date.parse(startsAt) - nowMs)
  const soon = begins.some((inMs) => inMs < shortlyMs)
  return new Date(nowMs + (soon ? quietShortlyBeforeMs : quietMs)).toISOString()
}

/**
 * Allowlist of push services. The browser chooses the endpoint URL, so without it anyone logged in could make the
 * server send requests to any host (server-side request forgery, as in T59).
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

/** @param besides origin of a fake push service on the same machine, for tests; otherwise null */
export function isPushEndpoint(endpoint: string, besides: string | null = null) {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (besides !== null && origin === besides) return true
  return protocol === 'https:' && port === '' && hosts.some((host) => host.test(hostname))
}

/** The browser's encryption keys (RFC 8291), both base64url: an uncompressed P-256 point and a 16-byte secret. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }) {
  return /^B[\w-]{86}$/.test(p256dh) && /^[\w-]{22}$/.test(auth)
}
