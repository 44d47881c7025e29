import type { EngineName } from '#test/support/club.ts'

/**
 * One promise that Quiver keeps while something goes wrong, brought about for real. Each `*.fault.ts` of this folder
 * exports one as `fault`; `npm run faults` finds it there (docs/decisions/0013-fault-bench.md).
 */
export interface Fault {
  /** As it is called on the command line: the name of its file. */
  name: string
  /** One sentence: what holds. */
  promise: string
  /** `none` where no database is involved, or where it sees to both engines itself. */
  engines: readonly EngineName[] | readonly ['none']
  /** How long one engine may take before it counts as not held; 10 minutes unless told. */
  limitMinutes?: number
  /** Throws where the promise can't even be judged, which counts as not held. */
  run(context: FaultContext): Promise<Outcome>
}

export interface Outcome {
  held: boolean
  /** Why this machine can't bring the fault about: then it is neither held nor broken. */
  notJudged?: string
  /** What was measured, by its name in the report. */
  figures: Record<string, number | string>
  notes?: string[]
}

export interface FaultContext {
  engine: EngineName | 'none'
  /** Full size as given; with `--quick` a tenth of it, at least 1. */
  rounds(full: number): number
  /** A line for whoever watches. */
  say(line: string): void
  /** Aborted when the time is up or the run is interrupted. */
  signal: AbortSignal
  /** Runs when the unit is over, however it ends, last come first served: stop servers, remove folders. */
  onEnd(work: () => unknown): void
  /** A folder of this unit and this state of the sources, for what an interrupted run need not do again. */
  progress: string
}

/** Faults tell what is wrong as a list, so that an empty one means that the promise held. */
export function outcomeOf(wrong: string[], figures: Outcome['figures'], notes: string[] = []): Outcome {
  return { held: wrong.length === 0, figures, notes: [...wrong.slice(0, 10).map((line) => `WRONG: ${line}`), ...notes] }
}

export function notJudged(why: string): Outcome {
  return { held: false, notJudged: why, figures: {} }
}
