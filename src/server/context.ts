import type { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { HomeChange, TopicChange } from '#domain/live-topics.ts'
import type { PictureRefusal, PictureSize } from '#domain/photos.ts'
import type { LogoContrast } from '#domain/settings/logo-contrast.ts'
import type { CalendarSourceName } from '#domain/stored-practice.ts'
import type { PasswordHashing, Semaphore } from '#server/crypto/passwords.ts'
import type { Secrets } from '#server/crypto/secrets.ts'
import type { Database, Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'
import type { ClubFiles } from '#server/ops/files/club-files.ts'
import type { Clock } from './clock.ts'
import type { NewEmail } from './email/add-email.ts'
import type { ClubDays } from './ops/config/club-days.ts'

/** The dependencies of the app. There are no globals, so that a test can pass in its own clock or email transport. */
export type AppContext = {
  database: Database
  write: Write
  hub: LiveHub
  clock: Clock
  settings: ClubSettings
  /** The settings in use. A request keeps those it began with (http/request-context.ts). */
  readonly club: ClubConfig
  /** The same, with samples in place of what isn't set, until an officer of a new local club removes those. */
  readonly shownClub: ClubConfig
  days: ClubDays
  /** The kind of calendar that practices are read from. */
  calendarSource: CalendarSourceName
  baseUrl: string
  /** Whether emails are stored on this machine instead of sent. */
  devMailbox: boolean
  authSecret: string
  secrets: Secrets
  hashing: PasswordHashing
  tries: Semaphore
  spareTries: ReserveAttempts
  refusedOperations: RefusedOperations
  checkIn: CheckInWithOthers
  outbox: Outbox
  /** The origin of a stand-in for the browsers' push services, in tests; null anywhere else. */
  pushService: string | null
  files: ClubFiles
  pictures: PictureEncoder
  responseCache: LRUCache<string, CachedResponse>
  clubHome: DashboardData
  log: Logger
}

/** What the club is set to (features/settings/club-settings.ts). Replaced as a whole by every change. */
export type SettingsInUse = {
  club: ClubConfig
  shown: ClubConfig
  /** Of the last change in the app; 0 if there was none. */
  revision: number
}
export type ClubSettings = {
  /** What `club.config.ts` says. */
  file: ClubConfig
  readonly inUse: SettingsInUse
  reload: () => Promise<void>
  /** Reloads if another process has saved a later revision, or a command has removed the samples. */
  catchUp: (revision?: number) => Promise<void>
}

/** Passes changes to all listeners in this process: each version of a topic once, older ones never (live/change-feed.ts). */
export type LiveHub = {
  publish: (changes: TopicChange[]) => void
  subscribe: (listener: (change: TopicChange) => void) => () => void
  /**
   * For the streams: a change comes a moment later, with what it did to the home page, and several of one topic may come as one.
   * @returns a function that ends it, when it is ready: what changes from then on is described
   */
  follow: (listener: (change: DescribedChange) => void) => Promise<() => void>
}
export type DescribedChange = TopicChange & {
  /** Null if it can't be told in a few words: the screen has to ask. */
  home: HomeChange | null
  /** The event, written once for all streams that get it. */
  text?: string
}
/** What has happened to the home page (features/home/dashboard-changes.ts). */
export type HomeChanges = {
  /** Reads it, for the next change to be compared with. */
  begin: () => Promise<void>
  /** Since it was called last; null if too much has changed. */
  next: () => Promise<HomeChange | null>
}

/** Identifies a request for deduplication. Without a key it is simply executed. */
export type RequestIdentity = { actor: string; key: string | null; operation: string; input: unknown }

export type CheckInRequest = {
  identity: RequestIdentity
  requestId: string
  memberId: string
  practiceId: string
  /** Use a day pass if no pass is active. */
  usePass: boolean
  /** The code that the member has typed or scanned, with the step that a scanned one names. */
  code: string | null
  codeStep: number | null
}
export type CheckedIn = { checkedInAt: string; dayPassesLeft?: number; lateCode?: true }
/** Checks a member in, in one transaction with others who do at the same moment (features/practices/check-in.ts). */
export type CheckInWithOthers = (request: CheckInRequest) => Promise<CheckedIn>

/**
 * Transactional outbox of emails and push notifications: their rows are written in the transaction that causes them, and sent after
 * its commit (features/notifications/outbox.ts).
 */
export type Outbox = {
  /** Adds an email about the account in the caller's transaction. */
  add: (tx: Tx, email: NewEmail) => Promise<void>
  /** Looks for rows to send now; called after the commit. */
  wake: () => void
  stop: () => Promise<void>
}

/** Allows a login attempt after others have used up the wrong passwords of the network (auth/login-attempts.ts). */
export type ReserveAttempts = { take: (network: string, accountKey: string, nowMs: number) => boolean }

/** Records in the audit log that a member tried an officer-only operation (features/audit/save-audit.ts). */
export type RefusedOperations = {
  note: (refused: { actor: string; target: string; requestId: string }) => Promise<void>
  /** Writes the counts of hours that are over; with `all`, of every hour. */
  saveCounts: (options?: { all?: boolean }) => Promise<void>
}

/** Crops a photo to squares of both sizes, without metadata, in a separate process (features/photos/encoder.ts). */
export type PictureEncoder = {
  /** @throws an error with the code `busy` when too many photos wait */
  encode: (bytes: Uint8Array) => Promise<Encoded>
  /** Scales a club's logo to the size in the header, and measures how well it stands out there. Throws as `encode`. */
  encodeLogo: (bytes: Uint8Array) => Promise<EncodedLogo>
  stop: () => Promise<void>
}
export type Encoded =
  | { outcome: 'encoded'; files: Record<PictureSize, Uint8Array> }
  | { outcome: 'refused'; reason: PictureRefusal }
export type EncodedLogo =
  | { outcome: 'encoded'; file: Uint8Array; contrast: LogoContrast }
  | { outcome: 'refused'; reason: PictureRefusal }

/** A response to a read, by session cookie and URL (http/response-cache.ts). */
export type CachedResponse = {
  dataVersion: string
  settings: SettingsInUse
  /** `clockStepMs` when the response was made; if it differs now, the clock has been set since. */
  stepMs: number
  fromMs: number
  untilMs: number
  type: string
  etag: string
  /** Null until it is requested a second time. */
  body: string | null
}

/** What the dashboard shows every member, read once per database version and settings (features/home/dashboard-data.ts). */
export type DashboardData = {
  cached: { dataVersion: string; club: ClubConfig; fromMs: number; facts: Promise<unknown> } | null
  /** The last that was read, of any data version. */
  last: unknown
  /** The highest revision so far, on SQLite. */
  revision: number
  /** Once the club has an officer, it always has one. */
  hasOfficer: boolean
}

/** The current time as an ISO string in UTC, for rows and rules. */
export function nowAsText(ctx: { clock: Clock }) {
  return new Date(ctx.clock.now()).toISOString()
}
