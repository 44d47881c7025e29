import { memberMessages } from '#domain/text/member-messages.ts'
import { inWordsOf } from '#web/lib/api-error.ts'
import { entryState } from '#web/lib/offline-queue/entry-status.ts'
import { send, takeBack, useOutbox } from '#web/lib/offline-queue/offline-queue.ts'

export type CheckIn = ReturnType<typeof useCheckIn>

/** In the outbox and not in the live panel, so that a refusal stays readable when the panel has gone. */
export function useCheckIn() {
  const entry = useOutbox().find(({ kind }) => kind === 'checkIn')
  const state = entryState(entry)
  return {
    ...state,
    problem: state.problem && inWordsOf(state.problem, memberMessages.checkInFailed),
    /** Resolves when it is done, or will not be. */
    checkIn: (practiceId: string) => send('checkIn', { practiceId }, { title: 'Check In' }),
    clear: () => state.problem && entry && takeBack(entry),
    cancel: () => entry && takeBack(entry),
  }
}
