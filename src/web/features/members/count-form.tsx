import { type FormEvent, useId, useState } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { mostOf } from '#domain/ledger.ts'
import { count } from '#domain/text/messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { RowEditNote } from '#web/features/data-table/row-edit-note.tsx'
import { useReturnFocus } from '#web/features/data-table/use-return-focus.ts'
import { useRowEdit } from '#web/features/data-table/use-row-edit.ts'
import { api } from '#web/lib/api.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { toneOfDayPasses } from './day-passes.tsx'
import classes from './member-dialog.module.css'
import { useSaveMember } from './use-save-member.ts'

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

/** One count of somebody, with a reason for the statement where there is one to give. */
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
        min={0}
        max={most}
        tone={of === 'dayPasses' ? toneOfDayPasses(edit.wanted) : undefined}
        value={edit.wanted}
        onChange={edit.change}
        error={edit.isWrong ? officerMessages.countBounds(most) : undefined}
      />
      {isOpen && !edit.isWrong && (
        <div className={classes.saving}>
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
