import { type FormEvent, useId, useState } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { mostOf } from '#domain/ledger.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { RowEditNote, useReturnFocus, useRowEdit } from '#web/features/data-table/row-edit.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from '#web/queries/members.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import classes from './member-dialog.module.css'
import { toneOfDayPasses, useSaveMember } from './row-fields.tsx'

const counts = {
  paidPractices: {
    label: 'Total Paid Practices',
    most: mostOf['paid-practices'],
    operation: api.members.setPaidPractices,
    inWords: (value: number) => count(value, 'paid practice', 'paid practices'),
  },
  dayPasses: {
    label: 'Remaining Day Passes',
    most: mostOf['day-passes'],
    operation: api.members.setDayPasses,
    inWords: (value: number) => count(value, 'day pass', 'day passes'),
  },
}

/** Changes one count of a member, with a reason for the ledger where one applies. */
export function CountForm({ member, of }: { member: MemberRow; of: keyof typeof counts }) {
  const { label, most, operation, inWords } = counts[of]
  const [reason, setReason] = useState('')
  const save = useSaveMember(operation)
  const edit = useRowEdit({
    current: member[of],
    save: (change) => save({ memberId: member.id, ...change, reason }),
    isFine: (value) => value <= most,
    about: member.name,
    onSaved({ expected, value }, undo) {
      setReason('')
      toast({
        text: officerMessages.countSaved(member.name, inWords(value), expected),
        action: { label: 'Undo', onClick: undo },
      })
    },
  })
  const isOpen = edit.isUnsaved && edit.problem === null
  const desktop = useDesktop()
  const id = useId()
  useReturnFocus(isOpen || edit.problem !== null, id)

  function submit(event: FormEvent) {
    event.preventDefault()
    edit.commit()
  }

  return (
    <form className={classes.count} onSubmit={submit} noValidate>
      <NumberStepper
        id={id}
        label={label}
        // On a phone, where the list doesn't have it, the field has the name that it has in the table.
        name={of === 'dayPasses' && !desktop ? inLine`${label} for ${member.name}` : undefined}
        min={0}
        max={most}
        tone={of === 'dayPasses' ? toneOfDayPasses(edit.wanted) : undefined}
        value={edit.wanted}
        onChange={edit.change}
        error={edit.isWrong ? officerMessages.countBounds(most) : undefined}
      />
      {isOpen && !edit.isWrong && (
        <div className={classes.saving}>
          <Unsaved was={edit.current} />
          <TextField
            label="Reason (optional)"
            description={officerMessages.reasonErased}
            descriptionBelow
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <ActionButton sends type="submit" tone="blue" pending={edit.pending}>
            Save
          </ActionButton>
          <ActionButton onClick={edit.drop}>Cancel</ActionButton>
        </div>
      )}
      <RowEditNote edit={edit} say={inWords} />
    </form>
  )
}

function Unsaved({ was }: { was: number | string }) {
  return <p className={classes.unsaved}>Not saved yet. Was {was}.</p>
}

/** Sets how long an officer's RM01 approval is valid; an empty day removes the approval. */
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
    // Saving again after reading the note about a conflict overwrites the new value.
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
          <Unsaved was={rm01Until === null ? 'empty' : times.date(rm01Until, now)} />
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
