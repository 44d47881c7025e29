import { memberMessages } from '#domain/text/member-messages.ts'
import { send, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { entryStatus } from '#web/lib/offline-queue/queue-rules.ts'
import { withFallbackMessage } from '#web/lib/request.ts'

export type UsePass = ReturnType<typeof useUsePass>

/** Converts one day pass into today's Day Pass. */
export function useUsePass() {
  const entry = useOfflineQueue().find(({ kind }) => kind === 'usePass')
  const state = entryStatus(entry)
  return {
    ...state,
    problem: state.problem && withFallbackMessage(state.problem, memberMessages.usePassFailed),
    /** Resolves when it has succeeded or can't succeed any longer. */
    spend: () => send('usePass', {}, { title: 'Use Pass' }),
    clear: () => state.problem && entry && withdraw(entry),
    cancel: () => entry && withdraw(entry),
  }
}
