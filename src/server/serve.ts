import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { connectionLimit } from '#server/http/connections.ts'
import { devMailPath } from '#server/http/dev-mailbox.ts'
import { commandRunner, scheduleBackups } from '#server/ops/backup/scheduled-backups.ts'
import { loadClub } from '#server/ops/config/club-config.ts'
import { asUnusableDataDir, checkDataDir, restrictAccess } from '#server/ops/config/data-dir.ts'
import { acquireTurn } from './auth/rate-limits.ts'
import { type BootFacts, boot } from './boot.ts'
import { systemClock } from './clock.ts'
import { createLog } from './log.ts'
import { readEnvironment, secretFileIn } from './ops/config/environment.ts'

/**
 * The listen backlog: connections that wait while the process is busy. Beyond it the kernel drops new ones, and clients retry
 * after 1, 3 and 7 seconds. The system may cap it (`net.core.somaxconn`).
 */
const backlog = 4096

/** How often to check that the database file is still there, in case no write notices. */
const lookForFileEveryMs = 1000

/**
 * Boots the club that these settings describe with the built app, and listens. `say` gets the lines for the terminal.
 * @param instead replacements for tests
 * @throws SettingError for an invalid setting; an error with the code EADDRINUSE if another program has the port
 */
export async function serve(
  settings: NodeJS.ProcessEnv,
  say: (line: string) => void,
  instead: Pick<BootFacts, 'hashing' | 'overload'> = {},
) {
  const environment = readEnvironment(settings)
  const wereOpen = restrictAccess(environment.dataDir)
  checkDataDir(environment)
  const club = await loadClub(environment.clubConfig)
  // Otherwise a new club would be created for nothing. If there is one, its own server may have the port, and `boot` says so.
  if (!existsSync(join(environment.dataDir, 'quiver.db'))) await requireFreePort(environment)
  const log = createLog(environment.logLevel)
  const webDir = join(import.meta.dirname, '../../dist/web')
  const facts: BootFacts = { environment, club, clock: systemClock, log, webDir, ...instead }
  const { app, ctx, stop } = await boot(facts).catch((error) => {
    throw asUnusableDataDir(error, environment.dataDir) ?? error
  })
  if (wereOpen.length > 0) {
    const secret = wereOpen.includes(secretFileIn(environment.dataDir))
      ? ' The secret was among them: if others use this machine, create a new one (docs/troubleshoot.md).'
      : ''
    log.warn(
      { dataDir: environment.dataDir, files: wereOpen.length },
      `other users on this machine could read the club’s files; now only this user can.${secret}`,
    )
  }
  const { metrics, backups: backupSettings } = environment
  let stopMetrics: (() => Promise<void>) | undefined
  if (metrics) {
    // Loaded only here, because the metrics library has a hundred modules.
    const { createMetrics, serveMetrics } = await import('#server/ops/metrics/metrics.ts')
    const counted = createMetrics({ ctx, server: app.server, backupFolder: backupSettings.folder })
    stopMetrics = await serveMetrics(counted, metrics)
  }
  app.server.maxConnections = connectionLimit()
  await app.listen({ host: environment.host, port: environment.port, backlog })
  say(`${club.name} is ready: ${environment.baseUrl}`)
  if (environment.smtp === null)
    say(
      `No email server is set up (SMTP_URL). Emails are saved here: ${environment.baseUrl}${devMailPath(ctx.secrets)} (this machine only)`,
    )
  const backups = scheduleBackups({
    settings: backupSettings,
    timeZone: club.timeZone,
    clock: systemClock,
    log,
    sinceMs: await beginningOf(ctx.database.db),
    take: (turn, forMs) => ctx.write((tx) => acquireTurn(tx, turn, forMs, systemClock.now())),
    run: commandRunner(settings),
  })
  const { place } = ctx.database
  const lookForFile = () => {
    const moved = place?.moved()
    if (place && moved)
      endNow(
        `${moved} was moved, replaced, or deleted while Quiver was using it, so Quiver stops. ${place.rescue(Date.now())}`,
      )
  }
  const looking = setInterval(lookForFile, lookForFileEveryMs).unref()
  return {
    log,
    /** How long requests are still served after a stop has begun (http/health.ts). */
    drainMs: environment.drainMs,
    /** @param how as for `stop` in boot.ts */
    async stop(how?: { atOnce: boolean }) {
      lookForFile()
      clearInterval(looking)
      await Promise.all([backups.stop(), stopMetrics?.(), stop(how)])
    },
  }
}

/** @throws an error with the code EADDRINUSE if another program has the port */
async function requireFreePort({ host, port }: { host: string; port: number }) {
  const server = createServer()
  await once(server.listen({ host, port }), 'listening')
  await once(server.close(), 'close')
}

/** Exits without closing the database: SQLite would delete its log by name, which may be another file by now (db/database-file.ts). */
function endNow(line: string) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** When the database was created; milliseconds since 1970. */
async function beginningOf(db: Db) {
  const { rows } = await sql<{ at: string }>`select min(applied_at) as at from schema_version`.execute(db)
  return Date.parse(rows[0]?.at ?? '')
}
