import { memberMessages } from '#domain/text/member-messages.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'

type PassesUnavailableProps = { query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> } }

/** The passes could not be asked for; what is shown beside it may be old. */
export function PassesUnavailable({ query }: PassesUnavailableProps) {
  if (!query.error) return null
  return (
    <FormMessage
      tone="error"
      details={toProblem(query.error).message}
      actions={
        <ActionButton pending={query.isFetching} onClick={() => query.refetch()}>
          Try again
        </ActionButton>
      }
    >
      {memberMessages.passesUnavailable}
    </FormMessage>
  )
}
