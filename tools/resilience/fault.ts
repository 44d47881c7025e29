import type { EngineName } from '#test/support/club.ts'

/**
 * A promise that Quiver keeps during a real failure. Each `*.fault.ts` in this folder exports one as `fault`, and `npm run faults` finds
 * it there (docs/decisions/0027-tests.md).
 */
export interface Fault {
  /** Its name on the command line: the name of its file. */
  name: string
  /** What holds, in one sentence. */
  promise: string
  /** `none` if no database is involved, or if the test covers both engines itself. */
  engines: readonly EngineName[] | readonly ['none']
  /** Time limit for one engine; after it, the promise counts as broken. Default: 10 minutes. */
  limitMinutes?: number
  /** Throws if the promise can't be checked, which counts as broken. */
  run(context: FaultContext): Promise<Outcome>
}

export interface Outcome {
  held: boolean
  /** Why this machine can't cause the failure. Then the promise is neither held nor broken. */
  notJudged?: string
  /** Measurements, by their name in the report. */
  figures: Record<string, number | string>
  notes?: string[]
}

export interface FaultContext {
  engine: EngineName | 'none'
  /** The full number; with `--quick` a tenth of it, at least 1. */
  rounds(full: number): number
  /** Prints a progress message. */
  say(line: string): void
  /** Aborted at the time limit or when the run is interrupted. */
  signal: AbortSignal
  /** Registers cleanup that runs when the test ends for any reason, in reverse order: stop servers, remove folders. */
  onEnd(work: () => unknown): void
  /** A folder for this test and this state of the sources, where an interrupted run stores its progress. */
  progress: string
}

/** Fault tests collect what is wrong in a list; if it's empty, the promise held. */
export function outcomeOf(wrong: string[], figures: Outcome['figures'], notes: string[] = []): Outcome {
  return { held: wrong.length === 0, figures, notes: [...wrong.slice(0, 10).map((line) => `WRONG: ${line}`), ...notes] }
}

export function notJudged(why: string): Outcome {
  return { held: false, notJudged: why, figures: {} }
}
