import { officerMessages } from '#domain/text/officer-messages.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { FormMessage } from '#web/ui/form-message.tsx'
import type { RowEdit } from './use-row-edit.ts'

type EditNoteProps<Value> = {
  edit: RowEdit<Value>
  /** A value in the officer's words: `3 day passes`. */
  say: (value: Value) => string
}

/** Why a change was not made: somebody else's is there now, or it never arrived. */
export function RowEditNote<Value>({ edit, say }: EditNoteProps<Value>) {
  const { problem, wanted, current, pending, set, commit, drop } = edit
  if (problem === null || wanted === null) return null
  if (problem.reason === 'changed-meanwhile')
    return (
      <FormMessage
        tone="warning"
        actions={
          <>
            <ActionButton sends pending={pending} onClick={() => set(wanted)}>
              Set to {say(wanted)}
            </ActionButton>
            <ActionButton onClick={drop}>Keep {say(current)}</ActionButton>
          </>
        }
      >
        {officerMessages.changedMeanwhile(say(current), say(wanted))}
      </FormMessage>
    )
  return (
    <FormMessage
      tone="error"
      actions={
        <>
          <ActionButton sends pending={pending} onClick={commit}>
            Try again
          </ActionButton>
          <ActionButton onClick={drop}>Keep {say(current)}</ActionButton>
        </>
      }
      details={problem.requestId && `Error ID: ${problem.requestId}`}
    >
      {problem.message}
    </FormMessage>
  )
}
