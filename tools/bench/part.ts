import type { Size } from './club-rows.ts'
import type { OnEnd, Server } from './server.ts'
import type { Engine } from './store.ts'

/** One part of the benchmark; `npm run bench -- <name>` selects it. `rounds` is the default number of rounds. */
export type BenchPart = {
  name: string
  about: string
  club: Size
  /** SQLite if it doesn't matter. */
  engine?: Engine
  /** A module that the server loads before its own, and whose `step <name> <ms>` lines `server.steps()` returns. */
  preload?: string
  rounds: number
  measure(round: Round): Promise<Measured[]>
}
/** One round on a freshly started server. `full`: the whole evening instead of its busiest minute. */
export type Round = { server: Server; number: number; full: boolean; onEnd: OnEnd }
/** One value of one round. The bench shows the median, minimum, and maximum of all rounds. */
export type Measured = { name: string; unit: string; value: number; atMost?: number }

/** Returns the smallest value that is at least as large as `percent` % of the values; NaN if there are none. */
export function percentile(values: number[], percent: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export function median(values: number[]) {
  return (
    (percentile(values, 50) -
      percentile(
        values.map((value) => -value),
        50,
      )) /
    2
  )
}
