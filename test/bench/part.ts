import type { EngineName } from '#test/support/club.ts'
import type { Figure } from './figure.ts'

/**
 * Something about the speed that is measured by itself, within three minutes where nothing else runs. Each `*.bench.ts` of this folder exports one as
 * `part`; `npm run bench` finds it there (docs/decisions/0053-the-bench.md).
 */
export type Part = {
  /** As it is called on the command line: the name of its file. */
  name: string
  /** One sentence: what is measured, and beside what. */
  about: string
  /** `none` where no database is involved. */
  engines: readonly EngineName[] | readonly ['none']
  /** Also with so many servers on one PostgreSQL. */
  processes?: readonly number[]
  measure(context: PartContext): Promise<Figure[]>
}

export type PartContext = {
  engine: EngineName | 'none'
  /** How many servers share the work. */
  processes: number
  /** How often each thing is measured; the medians count. */
  rounds: number
  /** Write down where the servers' time goes, for a look with a browser's tools (profile.ts). */
  profile: boolean
  say(line: string): void
  /** Runs when the part is over, however it ends, last come first served. */
  onEnd(work: () => unknown): void
}
