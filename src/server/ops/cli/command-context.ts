import { pino } from 'pino'
import { createReserveAttempts } from '#server/auth/login-attempts.ts'
import type { AppContext, Outbox } from '#server/context.ts'
import { createPasswordHashing, createSemaphore } from '#server/crypto/passwords.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { createRefusedOperations } from '#server/features/audit/save-audit.ts'
import { createDashboardData } from '#server/features/home/dashboard-data.ts'
import { createPictureEncoder } from '#server/features/photos/encoder.ts'
import { createCheckIns } from '#server/features/practices/check-in.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import { createLiveHub } from '#server/live/change-feed.ts'
import { createClubDays } from '#server/ops/config/club-days.ts'
import type { CommandClub } from './open-club.ts'

/** An app context for commands. It never sends email. */
export function createCommandContext(club: CommandClub): AppContext {
  const { environment } = club
  const log = pino({ level: 'silent' })
  const ctx: AppContext = {
    database: club.database,
    write: club.write,
    hub: createLiveHub(),
    clock: club.clock,
    settings: club.settings,
    get club() {
      return club.settings.inUse.club
    },
    get shownClub() {
      return club.settings.inUse.shown
    },
    days: createClubDays(club.club.timeZone),
    calendarSource: environment.calendar.kind,
    devMailbox: true,
    baseUrl: environment.baseUrl,
    authSecret: environment.authSecret,
    secrets: createSecrets(environment.authSecret),
    hashing: createPasswordHashing(),
    tries: createSemaphore(),
    spareTries: createReserveAttempts(),
    refusedOperations: createRefusedOperations(club),
    outbox: noEmail,
    pushService: null,
    files: club.files,
    pictures: createPictureEncoder(log),
    responseCache: createResponseCache(),
    clubHome: createDashboardData(),
    checkIn: (request) => checkIn(request),
    log,
  }
  const checkIn = createCheckIns(ctx)
  return ctx
}

const noEmail: Outbox = {
  add: async () => {},
  wake() {},
  stop: async () => {},
}
