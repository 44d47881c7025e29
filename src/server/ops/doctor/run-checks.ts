import { readFileSync } from 'node:fs'
import { type Clock, systemClock } from '#server/clock.ts'
import { loadClub, parseClubConfig, SettingError } from '#server/ops/config/club-config.ts'
import { type GivenSettings, lookAtEnvironment, secretFileIn } from '#server/ops/config/environment.ts'
import { type CheckGroup, type CheckInput, type Finding, type Limits, messageOf, usualLimits, wrong } from './check.ts'
import { calendar } from './check-calendar.ts'
import { clock } from './check-clock.ts'
import { database, openReadOnly, people } from './check-database.ts'
import { mail } from './check-email.ts'
import { lookForServer, server } from './check-server.ts'
import { program, settings as settingsCheck } from './check-settings.ts'
import { backups, storage } from './check-storage.ts'

const checks: CheckGroup[] = [program, settingsCheck, storage, database, people, server, mail, calendar, clock, backups]

type Options = {
  limits?: Partial<Limits>
  clock?: Clock
  mailTo?: string | null
  /** Called with a line for people when a stage begins. */
  progress?: (line: string) => void
}

export type Diagnosis = { part: string; finding: Finding }

/**
 * Checks everything that a club depends on, without changing anything: it creates no folder or secret, and doesn't migrate the
 * database. A problem in one place doesn't stop the other checks.
 */
export async function examine(env: NodeJS.ProcessEnv, options: Options = {}): Promise<Diagnosis[]> {
  const { progress = () => {}, mailTo = null, clock = systemClock } = options
  const limits = { ...usualLimits, ...options.limits }
  const { settings, wrong: refused } = lookAtEnvironment(env)
  const { club, isRead: isClubRead, findings: ofClub } = await clubOf(settings.clubConfig)
  const found: Diagnosis[] = refused.map(({ message }) => ({ part: 'Settings', finding: wrong(message, correctIt) }))
  found.push(...ofClub.map((finding) => ({ part: 'Settings', finding })))
  const opened = await openReadOnly(settings, limits)
  found.push(...opened.findings.map((finding) => ({ part: 'Database', finding })))
  try {
    progress('Looking for the server')
    const seen = await lookForServer({ settings, authSecret: secretOf(settings), nowMs: clock.now(), limits })
    const { database, sinceMs } = opened
    const input: CheckInput = {
      env,
      settings,
      club,
      isClubRead,
      clock,
      database,
      sinceMs,
      server: seen,
      limits,
      mailTo,
    }
    progress('Checking email, calendar, and storage')
    const looked = await Promise.all(checks.map((part) => lookSafely(part, input)))
    found.push(...looked.flat())
  } finally {
    await opened.database?.close()
  }
  // Grouped by part, in the order of the checks.
  return checks.flatMap(({ name }) => found.filter(({ part }) => part === name))
}

const correctIt = 'Correct it in the server’s settings (quiver.env), and restart the server.'

async function clubOf(file: string) {
  try {
    return { club: await loadClub(file), isRead: true, findings: [] }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    const finding = wrong(error.message, 'Correct it there, and restart the server. Until then, it won’t start.')
    return { club: parseClubConfig({}), isRead: false, findings: [finding] }
  }
}

/** The server's AUTH_SECRET; null if there is none yet. */
function secretOf({ authSecret, dataDir }: GivenSettings) {
  if (authSecret !== null) return authSecret
  try {
    return readFileSync(secretFileIn(dataDir), 'utf8').trim() || null
  } catch {
    return null
  }
}

/** A check that throws must not hide the findings of the others. */
async function lookSafely(part: CheckGroup, input: CheckInput): Promise<Diagnosis[]> {
  try {
    const findings = await part.look(input)
    return findings.map((finding) => ({ part: part.name, finding }))
  } catch (error) {
    const finding = wrong(
      `This couldn’t be checked: ${messageOf(error)}.`,
      'Fix the other problems first. If this one remains, set LOG_LEVEL=debug for details.',
    )
    return [{ part: part.name, finding }]
  }
}
