import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { Probed } from '#server/live/doctor-probe.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'
import type { GivenSettings } from '#server/ops/config/environment.ts'

/** What the looks of `doctor` go by. A setting that is wrong has been told of, and has its default here. */
export type Facts = {
  env: NodeJS.ProcessEnv
  settings: GivenSettings
  club: ClubConfig
  clock: Clock
  /** To read from alone; null where there is none to be read. */
  database: Database | null
  /** Since when there is a club; epoch ms. */
  sinceMs: number | null
  server: SeenServer
  limits: Limits
  /** Whom a mail is to be sent to, to see whether it arrives. */
  mailTo: string | null
}

export type Limits = {
  /** For each question to another machine. */
  answerWithinMs: number
  /** Of the disk; below a tenth of it something is wrong already. */
  leastFreeBytes: number
  /** Name servers to ask, with their ports; none: the machine's. */
  nameServers: string[]
}

export const usualLimits: Limits = { answerWithinMs: 12_000, leastFreeBytes: 1_000_000_000, nameServers: [] }

/** A group of looks, under the name that its lines begin with. */
export type Part = { name: string; look: (facts: Facts) => Promise<Finding[]> }

export type SeenServer = {
  /** Where it listens. */
  direct: Answer
  /** By the address that people type; null where that is the same, or nobody listens. */
  through: Answer | null
  /** Whether a server has the data folder; null where that can't be seen. */
  isDataInUse: boolean | null
}

export type Answer =
  /** The server that these settings describe, or one with the same secret. */
  | { outcome: 'answers'; probed: Probed; keptBack: boolean; ready: boolean }
  /** Something else, or Quiver with another secret. */
  | { outcome: 'other'; status: number; isQuiver: boolean; location: string | null }
  | { outcome: 'nobody'; code: string; why: string }

/** What a look has found, in one line; where something is to be done, what, in one sentence or two. */
export type Finding = { state: 'ok'; says: string } | { state: 'warning' | 'wrong'; says: string; cure: string }

export const ok = (says: string): Finding => ({ state: 'ok', says })
/** Works, and will hurt one day. */
export const warning = (says: string, cure: string): Finding => ({ state: 'warning', says, cure })
/** Somebody misses something by it, now. */
export const wrong = (says: string, cure: string): Finding => ({ state: 'wrong', says, cure })

/** `2 hours`, `3 days`: what something was ago, as people say it. */
export function inWords(ms: number) {
  const minutes = Math.abs(ms) / 60_000
  const [number, unit] =
    minutes < 90 ? [minutes, 'minute'] : minutes < 2880 ? [minutes / 60, 'hour'] : [minutes / 1440, 'day']
  const whole = Math.round(number)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** The innermost code of an error: what the system, a line or a program says of itself. */
export function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  const inner = codeOf(error instanceof AggregateError ? error.errors[0] : error.cause, depth + 1)
  return inner || ('code' in error ? String(error.code) : '')
}

/** An error's own words in one line, without a full stop. */
export function wordsOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  return (inner instanceof Error ? inner.message : String(inner)).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 300)
}
