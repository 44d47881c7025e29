import type { MyPass } from '#contract/passes.ts'
import { decideUsePass } from '#domain/passes.ts'
import { memberMessages, usePassRefusals } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import type { UsePass } from './use-use-pass.ts'

/** Use Pass with what stands in its way, or went wrong with it, under it. */
export function UsePassButton({ pass, usePass }: { pass: MyPass; usePass: UsePass }) {
  const times = useClubTimes()
  const { waitingUntil } = usePass
  const reason = whyNot(pass)
  return (
    <>
      <ActionButton
        tone={pass.current === 'none' ? 'gold' : 'plain'}
        size="lg"
        fullWidth
        pending={usePass.pending || waitingUntil !== null}
        reason={reason}
        onClick={usePass.spend}
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
    </>
  )
}

function whyNot({ current, dayPasses }: MyPass) {
  const decision = decideUsePass({ pass: current, dayPasses })
  if (decision.outcome === 'used') return null
  return decision.reason === 'pass-active' ? memberMessages.passActive(current) : usePassRefusals[decision.reason]
}
