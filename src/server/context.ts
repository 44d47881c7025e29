import type { Logger } from 'pino'
import type { CalendarSourceName } from '#domain/calendar-sync.ts'
import type { ReserveAttempts } from './auth/failed-attempts.ts'
import type { PasswordHashing, Semaphore } from './auth/password-hashing.ts'
import type { Secrets } from './auth/secrets.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Write } from './db/write.ts'
import type { RefusedOperations } from './features/audit/refused-operations.ts'
import type { DashboardData } from './features/home/dashboard-data.ts'
import type { Outbox } from './features/notifications/outbox.ts'
import type { PictureEncoder } from './features/photos/encoder.ts'
import type { ShownClub } from './features/samples/shown-club.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { LiveHub } from './live/hub.ts'
import type { ClubConfig } from './ops/config/club-config.ts'
import type { ClubDays } from './ops/config/club-days.ts'
import type { ClubFiles } from './ops/files/club-files.ts'

/** Everything that the app is made of, passed in: there are no globals, and a test puts in its own clock or mail. */
export type AppContext = {
  database: Database
  write: Write
  hub: LiveHub
  clock: Clock
  club: ClubConfig
  shownClub: ShownClub
  days: ClubDays
  /** Where the calendar comes from. */
  calendarSource: CalendarSourceName
  baseUrl: string
  /** Mails are kept on this machine instead of sent. */
  devMailbox: boolean
  authSecret: string
  secrets: Secrets
  hashing: PasswordHashing
  tries: Semaphore
  spareTries: ReserveAttempts
  refusedOperations: RefusedOperations
  outbox: Outbox
  /** The origin of a stand-in for the browsers' push services, in tests; null anywhere else. */
  pushService: string | null
  files: ClubFiles
  pictures: PictureEncoder
  responseCache: ResponseCache
  clubHome: DashboardData
  log: Logger
}

/** The current instant as text, for rows and rules. */
export function nowAsText(ctx: { clock: Clock }) {
  return new Date(ctx.clock.now()).toISOString()
}
