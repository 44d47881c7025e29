import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { Probed } from '#server/live/doctor-probe.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'
import type { GivenSettings } from '#server/ops/config/environment.ts'

/** What the checks of `doctor` work on. An invalid setting has already been reported and has its default here. */
export type CheckInput = {
  env: NodeJS.ProcessEnv
  settings: GivenSettings
  club: ClubConfig
  /** False if club.config.ts can't be read, so that `club` has only the defaults. */
  isClubRead: boolean
  clock: Clock
  /** Opened read-only; null if it can't be read. */
  database: Database | null
  /** When the club was created, in epoch milliseconds. */
  sinceMs: number | null
  server: SeenServer
  limits: Limits
  /** Where to send a test email, if requested. */
  mailTo: string | null
}

export type Limits = {
  /** Timeout of each request to another machine. */
  timeoutMs: number
  /** Free disk space below this is a warning, and below a tenth of it an error. */
  leastFreeBytes: number
  /** DNS servers with their ports; empty for the machine's own. */
  nameServers: string[]
}

export const usualLimits: Limits = { timeoutMs: 12_000, leastFreeBytes: 1_000_000_000, nameServers: [] }

/** A group of checks; its findings are listed under its name. */
export type CheckGroup = { name: string; look: (input: CheckInput) => Promise<Finding[]> }

export type SeenServer = {
  /** The address that it listens on. */
  direct: ProbeResult
  /** Through BASE_URL, and so through the proxy; null if that is the same address. */
  through: ProbeResult | null
  /** Whether a server is using the data folder; null if that can't be seen. */
  isDataInUse: boolean | null
}

export type ProbeResult =
  /** The server that these settings describe, or one with the same secret. */
  | { outcome: 'answers'; probed: Probed; buffered: boolean; ready: boolean }
  /** Something else, or Quiver with another secret. */
  | { outcome: 'other'; status: number; isQuiver: boolean; location: string | null }
  | { outcome: 'unreachable'; code: string; why: string }

/** One line about what was found. If something should be done, `cure` says what, in one or two sentences. */
export type Finding = { state: 'ok'; says: string } | { state: 'warning' | 'wrong'; says: string; cure: string }

export const ok = (says: string): Finding => ({ state: 'ok', says })
/** Works now, but may cause a problem later. */
export const warning = (says: string, cure: string): Finding => ({ state: 'warning', says, cure })
/** Something doesn't work now. */
export const wrong = (says: string, cure: string): Finding => ({ state: 'wrong', says, cure })

/** Formats a duration for people: `2 hours`, `3 days`. */
export function inWords(ms: number) {
  const minutes = Math.abs(ms) / 60_000
  const [number, unit] =
    minutes < 90 ? [minutes, 'minute'] : minutes < 2880 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day']
  const whole = Math.round(number)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** The `code` of the innermost error, such as `ECONNREFUSED`; empty without one. */
export function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  const inner = codeOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1)
  return inner || ('code' in error ? String(error.code) : '')
}

/** An error's message in one line, without a period at the end. */
export function messageOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  return (inner instanceof Error ? inner.message : String(inner)).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300)
}
