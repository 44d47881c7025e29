import { memberMessages } from '#domain/text/member-messages.ts'
import { withFallbackMessage } from '#web/lib/api-error.ts'
import { entryStatus } from '#web/lib/offline-queue/entry-status.ts'
import { send, useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'

export type CheckIn = ReturnType<typeof useCheckIn>

/** In the outbox and not in the live panel, so that a refusal stays readable when the panel has gone. */
export function useCheckIn() {
  const entry = useOfflineQueue().find(({ kind }) => kind === 'checkIn')
  const state = entryStatus(entry)
  return {
    ...state,
    problem: state.problem && withFallbackMessage(state.problem, memberMessages.checkInFailed),
    /** Resolves when it is done, or will not be. */
    checkIn: (practiceId: string) => send('checkIn', { practiceId }, { title: 'Check In' }),
    clear: () => state.problem && entry && withdraw(entry),
    cancel: () => entry && withdraw(entry),
  }
}
