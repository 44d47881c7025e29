import { useState } from 'react'
import type { MyPass } from '#contract/passes.ts'
import { decideUsePass } from '#domain/passes.ts'
import { memberMessages, usePassRefusals } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import type { UsePass } from './use-pass-action.ts'

/**
 * Use Pass, for a member without an active pass while no practice is live: it asks first, because the pass would be
 * gone at midnight. The reason why it's blocked, or its error, is below.
 */
export function UsePassButton({ pass, usePass }: { pass: MyPass; usePass: UsePass }) {
  const [asked, setAsked] = useState(false)
  const times = useClubTimes()
  const { waitingUntil } = usePass
  const reason = whyNot(pass)
  return (
    <>
      <ActionButton
        tone="gold"
        size="lg"
        fullWidth
        pending={usePass.pending || waitingUntil !== null}
        reason={reason}
        onClick={() => setAsked(true)}
      >
        {waitingUntil === null ? 'Use Pass' : memberMessages.waitingForConnection}
      </ActionButton>
      {waitingUntil !== null && (
        <FormMessage tone="info" actions={<ActionButton onClick={usePass.cancel}>Cancel</ActionButton>}>
          {memberMessages.passNotUsedYet(times.clock(waitingUntil))}
        </FormMessage>
      )}
      <ErrorNote
        error={usePass.problem}
        onRetry={usePass.problem?.kind === 'refused' ? undefined : usePass.spend}
        pending={usePass.pending}
      />
      <ConfirmDialog
        open={asked}
        title="Use a day pass now?"
        text={memberMessages.confirmUsePass}
        confirm="Use Pass"
        cancel="Not now"
        tone="gold"
        onConfirm={() => {
          setAsked(false)
          void usePass.spend()
        }}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}

function whyNot({ current, dayPasses }: MyPass) {
  const decision = decideUsePass({ pass: current, dayPasses })
  if (decision.outcome === 'used') return null
  return usePassRefusals[decision.reason]
}

type PassesUnavailableProps = { query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> } }

/** The passes could not be loaded; the values shown may be old. */
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
