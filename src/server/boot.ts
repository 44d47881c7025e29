import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { MailKind } from '#domain/notifications.ts'
import { createReserveAttempts } from '#server/auth/login-attempts.ts'
import { createPasswordHashing, createSemaphore, type PasswordHashing } from '#server/crypto/passwords.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { isRescued, lockDataDir } from '#server/db/database-file.ts'
import { openClubDatabase } from '#server/db/migrate.ts'
import { createWrite } from '#server/db/write.ts'
import { composeEmail, composeNotice } from '#server/email/compose-email.ts'
import { createFileTransport, createSmtpTransport } from '#server/email/transport.ts'
import { createRefusedOperations } from '#server/features/audit/save-audit.ts'
import {
  addSamplesOnce,
  type RunningCalendar,
  startBuiltInCalendar,
} from '#server/features/calendar/built-in-calendar.ts'
import { startOutsideCalendar } from '#server/features/calendar/outside-calendar.ts'
import { createDashboardChanges } from '#server/features/home/dashboard-changes.ts'
import { createDashboardData } from '#server/features/home/dashboard-data.ts'
import { unsubscribeCode, unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { createPushSender } from '#server/features/notifications/push-sender.ts'
import { createCheckIns } from '#server/features/practices/check-in.ts'
import { replyToken } from '#server/features/reply-links/reply-token.ts'
import { createClubSettings } from '#server/features/settings/club-settings.ts'
import { createDrain } from '#server/http/health.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import { createLiveHub, followChanges } from '#server/live/change-feed.ts'
import { backUpBeforeUpdate } from '#server/ops/backup/create-backup.ts'
import { type ClubConfig, SettingError } from '#server/ops/config/club-config.ts'
import { startJobs } from '#server/ops/jobs/jobs.ts'
import { createApp } from './app.ts'
import { identifierOf, type LinkKind, linkCode } from './auth/email-tokens.ts'
import type { Clock } from './clock.ts'
import type { AppContext } from './context.ts'
import { createGoogleSource } from './features/calendar/google-calendar.ts'
import { createIcsSource } from './features/calendar/ics.ts'
import { createOutbox } from './features/notifications/outbox.ts'
import { createPictureEncoder } from './features/photos/encoder.ts'
import type { BodyTimeouts } from './http/body-timeouts.ts'
import type { OverloadLimits } from './http/load-shedding.ts'
import { createClubDays } from './ops/config/club-days.ts'
import type { Environment } from './ops/config/environment.ts'
import { openClubFiles } from './ops/files/open-files.ts'

export type BootFacts = {
  environment: Environment
  club: ClubConfig
  clock: Clock
  log: Logger
  webDir: string | null
  /** Defaults to scrypt. */
  hashing?: PasswordHashing
  lines?: Partial<BodyTimeouts>
  overload?: Partial<OverloadLimits>
}

/** A little longer than PostgreSQL's statement timeout. */
const databaseSilentForMs = 5500

/**
 * Wires up the whole server: database, live updates, email, calendar, jobs and the HTTP app. The caller listens
 * (`app.listen`) and finally calls `stop`, which finishes the work in progress.
 */
export async function boot(facts: BootFacts) {
  const { environment, clock, log } = facts
  const unlock = environment.databaseUrl === null ? takeDataDir(environment.dataDir) : () => {}
  const database = await openClubDatabase(environment, {
    silentForMs: databaseSilentForMs,
    beforeUpdate: backUpBeforeUpdate(environment, clock, (line) => log.warn(line)),
  })
  const hub = createLiveHub({ begin: () => homeChanges.begin(), next: () => homeChanges.next() })
  const secrets = createSecrets(environment.authSecret)
  const mailFolder = environment.smtp === null ? join(environment.dataDir, 'mail') : null
  const transport =
    environment.smtp === null
      ? createFileTransport(join(environment.dataDir, 'mail'), clock.now)
      : createSmtpTransport(environment.smtp, new URL(environment.baseUrl).hostname)
  const settings = await createClubSettings(database, facts.club, environment)
  hub.subscribe(({ topic }) => {
    if (topic === 'club') settings.reload().catch((error) => log.warn({ err: error }, 'could not read the settings'))
  })
  const sender = {
    get name() {
      return settings.inUse.club.name
    },
    timeZone: facts.club.timeZone,
    baseUrl: environment.baseUrl,
    get carpoolMeetup() {
      return settings.inUse.club.maps.carpool?.address ?? null
    },
    replyToken: (memberId: string, practiceId: string) => replyToken(secrets, memberId, practiceId),
    stopToken: (memberId: string, news: MailKind) => unsubscribeToken(secrets, memberId, news),
    linkCode: (kind: LinkKind, token: string) => linkCode(secrets, identifierOf(kind, token)),
    stopCode: (memberId: string, news: MailKind) => unsubscribeCode(secrets, memberId, news),
  }
  const push = createPushSender({
    database,
    clock,
    secrets,
    log,
    subject: () => `mailto:${settings.inUse.club.contactEmail ?? mailAddressOf(environment)}`,
    service: environment.pushService,
  })
  const write = createWrite(database, hub.publish)
  const ctx: AppContext = {
    database,
    write,
    hub,
    clock,
    settings,
    get club() {
      return settings.inUse.club
    },
    get shownClub() {
      return settings.inUse.shown
    },
    days: createClubDays(facts.club.timeZone),
    calendarSource: environment.calendar.kind,
    baseUrl: environment.baseUrl,
    devMailbox: environment.smtp === null,
    authSecret: environment.authSecret,
    secrets,
    hashing: facts.hashing ?? createPasswordHashing(),
    tries: createSemaphore(),
    spareTries: createReserveAttempts(),
    refusedOperations: createRefusedOperations({ write, clock }),
    outbox: createOutbox({
      database,
      write,
      clock,
      secrets,
      transport,
      compose: (kind, mail) => composeEmail(kind, sender, mail),
      timeZone: facts.club.timeZone,
      replyDeadlineHours: () => settings.inUse.club.practices.replyDeadlineHours,
      push: { ...push, compose: (kind, mail) => composeNotice(kind, sender, mail) },
      log,
    }),
    pushService: environment.pushService,
    files: await openClubFiles(environment),
    pictures: createPictureEncoder(log),
    responseCache: createResponseCache(),
    clubHome: createDashboardData(),
    checkIn: (request) => checkIn(request),
    log,
  }
  const checkIn = createCheckIns(ctx)
  const homeChanges = createDashboardChanges(ctx)
  const watch = await followChanges(database, hub.publish, clock, log)
  await addSamplesOnce(ctx, { local: environment.local })
  await settings.reload()
  const calendar = await keepCalendar(ctx, environment)
  const timedWork = startJobs(ctx)
  const drain = createDrain(environment.drainMs)
  const app = await createApp(ctx, {
    trustProxy: environment.trustProxy,
    webDir: facts.webDir,
    devMailFolder: mailFolder,
    isSettled: timedWork.isSettled,
    drain,
    ...(facts.lines ? { lines: facts.lines } : {}),
    ...(facts.overload ? { overload: facts.overload } : {}),
  })
  await app.ready()
  return {
    app,
    ctx,
    write,
    calendar,
    /** Resolves when no scheduled job is running. */
    jobsIdle: timedWork.idle,
    /** @param atOnce skips the drain: a broken process should not serve any more requests */
    async stop({ atOnce = false } = {}) {
      if (!atOnce) await drain.carryOut()
      await app.close()
      await calendar.stop()
      await timedWork.stop()
      await ctx.refusedOperations
        .saveCounts({ all: true })
        .catch((error) => log.warn({ err: error }, 'could not write refused operations'))
      await ctx.outbox.stop()
      await ctx.pictures.stop()
      await watch.stop()
      await write.settled()
      transport.close()
      await database.close()
      unlock()
    },
  }
}

/** The contact address for push services if the club has none: the sender of its emails. */
function mailAddressOf({ smtp, baseUrl }: Environment) {
  const from = smtp?.from ?? ''
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? (from || `quiver@${new URL(baseUrl).hostname}`)
}

async function keepCalendar(ctx: AppContext, { calendar }: Environment): Promise<RunningCalendar> {
  const { timeZone } = ctx.club
  if (calendar.kind === 'google')
    return startOutsideCalendar(ctx, createGoogleSource({ ...calendar, clock: ctx.clock }))
  if (calendar.kind === 'ics')
    return startOutsideCalendar(ctx, createIcsSource({ url: calendar.url, timeZone, clock: ctx.clock }))
  return startBuiltInCalendar(ctx)
}

/** @returns a function that releases the lock. @throws SettingError if another server is using the folder */
function takeDataDir(dataDir: string) {
  const unlock = lockDataDir(dataDir)
  if (!unlock)
    throw new SettingError(
      `Another Quiver server is already using ${dataDir}. Stop it first, or set a different DATA_DIR.`,
    )
  try {
    requireOneDatabase(dataDir)
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

/** @throws SettingError if it isn't clear which file is the club's database */
function requireOneDatabase(dataDir: string) {
  const file = join(dataDir, 'quiver.db')
  const names = statSync(file, { throwIfNoEntry: false })?.nlink ?? 0
  // SQLite has a separate write-ahead log for each name, so two servers would corrupt the file.
  if (names > 1)
    throw new SettingError(
      `${file} has ${names} names (hard links), so another server could be using it under another one. Find them with "find / -xdev -samefile ${file}" and delete the others.`,
    )
  const rescued = readdirSync(dataDir).filter(isRescued).sort().at(-1)
  if (names === 0 && rescued !== undefined)
    throw new SettingError(
      `${file} is missing, but ${rescued} is there: the club as it was when that file was lost. Rename it to quiver.db, or move it somewhere else to start a new club.`,
    )
}
