import { useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { FormMessage } from '#web/ui/form-message.tsx'

/** Answers that were given without a connection, and refused when they arrived: until somebody has read why. */
export function FailedRsvps({ shown }: { shown: { id: string }[] }) {
  const refused = useOfflineQueue().filter(
    (entry) =>
      entry.kind === 'answer' &&
      entry.state === 'failed' &&
      entry.waited &&
      // Said where it was given.
      !shown.some(({ id }) => id === entry.input.practiceId),
  )
  return refused.map((entry) => (
    <FormMessage key={entry.key} tone="error" onDismiss={() => withdraw(entry)}>
      <strong>{entry.title}:</strong> {entry.problem?.message}
    </FormMessage>
  ))
}
