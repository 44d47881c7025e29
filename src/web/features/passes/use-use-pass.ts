import { memberMessages } from '#domain/text/member-messages.ts'
import { inWordsOf } from '#web/lib/api-error.ts'
import { entryState } from '#web/lib/offline-queue/entry-status.ts'
import { send, takeBack, useOutbox } from '#web/lib/offline-queue/offline-queue.ts'

export type UsePass = ReturnType<typeof useUsePass>

/** Turns one day pass into the Day Pass of today (D33). */
export function useUsePass() {
  const entry = useOutbox().find(({ kind }) => kind === 'usePass')
  const state = entryState(entry)
  return {
    ...state,
    problem: state.problem && inWordsOf(state.problem, memberMessages.usePassFailed),
    /** Resolves when it is done, or will not be. */
    spend: () => send('usePass', {}, { title: 'Use Pass' }),
    clear: () => state.problem && entry && takeBack(entry),
    cancel: () => entry && takeBack(entry),
  }
}
