import { type FormEvent, useState } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import classes from './member-dialog.module.css'
import { refreshMembers } from './members-query.ts'

/** Until when an officer has approved somebody's RM01; an empty day takes the approval away (D38a). */
export function Rm01Form({ member: { id, name, rm01Until }, now }: { member: MemberRow; now: number }) {
  const times = useClubTimes()
  const [edit, setEdit] = useState<{ day: string; expected: string | null } | null>(null)
  const set = useIdempotentMutation(api.members.setRm01, {
    onDone: async (_, { until }) => {
      await refreshMembers()
      setEdit(null)
      toast({ text: officerMessages.rm01Saved(name, until && times.date(until, now)) })
    },
    onProblem: () => void refreshMembers(),
  })
  const day = edit?.day ?? rm01Until ?? ''
  const overtaken = set.problem?.reason === 'changed-meanwhile'
  const wrong = set.problem?.fields?.until

  function submit(event: FormEvent) {
    event.preventDefault()
    if (edit === null) return
    // Who has read what it is now, and saves again, means it.
    void set.act({ memberId: id, expected: overtaken ? rm01Until : edit.expected, until: edit.day || null })
  }

  return (
    <form className={classes.count} onSubmit={submit} noValidate>
      <TextField
        type="date"
        label="RM01 approved until"
        description={officerMessages.rm01Meaning}
        descriptionBelow
        value={day}
        error={wrong}
        onChange={(event) => setEdit({ day: event.currentTarget.value, expected: edit ? edit.expected : rm01Until })}
      />
      {edit !== null && edit.day !== (rm01Until ?? '') && (
        <div className={classes.saving}>
          <ActionButton sends type="submit" tone="blue" pending={set.pending}>
            Save
          </ActionButton>
          <ActionButton onClick={() => setEdit(null)}>Cancel</ActionButton>
        </div>
      )}
      {set.problem && wrong === undefined && <ErrorNote error={set.problem} />}
    </form>
  )
}
