import type { Size } from './club-rows.ts'
import type { OnEnd, Server } from './server.ts'

/** What is measured together; `npm run bench -- <name>` chooses it. `rounds`: how often, unless the command says otherwise. */
export type Part = {
  name: string
  about: string
  club: Size
  rounds: number
  measure(round: Round): Promise<Measured[]>
}
/** On a server that was just started. `full`: a whole evening instead of its densest minute. */
export type Round = { server: Server; number: number; full: boolean; onEnd: OnEnd }
/** One value of one round. The bench shows the median of all rounds, with the least and the most. */
export type Measured = { name: string; unit: string; value: number; atMost?: number }

/** The smallest value that so many percent of them don't exceed; NaN of none. */
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
