import type { Clock } from '#server/clock.ts'

export type ScheduledJob = { stop: () => Promise<void> }

type RepeatOptions = { everyMs: number; clock: Clock; onError: (error: unknown) => void }

/**
 * Runs `work` repeatedly, one run at a time with a pause in between, until stopped. A failed run is retried after the
 * pause.
 */
export function runRepeatedly({ everyMs, clock, onError }: RepeatOptions, work: () => Promise<void>): ScheduledJob {
  let stopped = false
  let running = Promise.resolve()
  let timer: unknown
  const again = () => {
    if (stopped) return
    timer = clock.setTimeout(() => {
      running = work().catch(onError).then(again)
      return running
    }, everyMs)
  }
  again()
  return {
    stop: async () => {
      stopped = true
      clock.clearTimeout(timer)
      await running
    },
  }
}
