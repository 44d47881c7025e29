import { memberMessages } from '#domain/member-messages.ts'
import { entryState } from '#web/outbox/entry-state.ts'
import { send, takeBack, useOutbox } from '#web/outbox/outbox.ts'
import { inWordsOf } from '#web/problem.ts'

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
