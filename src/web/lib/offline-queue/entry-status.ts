import type { Problem } from '#web/lib/api-error.ts'
import { type Entry, longestWaitMs } from './queue-rules.ts'

/** How an act stands that is done once and waits for a while at most. */
export function entryStatus(entry: Entry | undefined) {
  const { state, problem, at } = entry ?? { state: null, problem: null, at: 0 }
  return {
    pending: state === 'new' || state === 'sending',
    /** Until when it waits for a connection, in milliseconds by this device's clock. */
    waitingUntil: state === 'waiting' ? at + longestWaitMs : null,
    problem: state === 'failed' ? (problem as Problem) : null,
  }
}
