import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import type { Probed } from '#server/live/doctor-probe.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'
import type { GivenSettings } from '#server/ops/config/environment.ts'
import type { Finding } from './finding.ts'

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
