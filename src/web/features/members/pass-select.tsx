import { useId } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { type PassName, passNames } from '#domain/passes.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { RowNote, useHeldRow } from '#web/features/data-table/row.tsx'
import { RowEditNote } from '#web/features/data-table/row-edit-note.tsx'
import { RowSelect } from '#web/features/data-table/row-select.tsx'
import { useReturnFocus } from '#web/features/data-table/use-return-focus.ts'
import { useRowEdit } from '#web/features/data-table/use-row-edit.ts'
import { api } from '#web/lib/api.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSaveMember } from './use-save-member.ts'

/** Whoever goes through the passes with the arrow keys means the last of them. */
const saveAfterMs = 500
const inWords = (pass: PassName) => (pass === 'none' ? 'no pass' : pass)

type PassSelectProps = { member: MemberRow; label?: string }

/** The pass that counts now, as an officer sets it (D35). */
export function PassSelect({ member, label }: PassSelectProps) {
  const save = useSaveMember(api.members.setPass)
  const edit = useRowEdit({
    current: member.pass,
    save: ({ expected, value }) => save({ memberId: member.id, expected, pass: value }),
    saveAfterMs,
    about: member.name,
    onSaved: ({ value }, undo) =>
      toast({ text: officerMessages.passSaved(member.name, value), action: { label: 'Undo', onClick: undo } }),
  })
  const id = useId()
  useReturnFocus(edit.problem !== null, id)
  useHeldRow(edit.isOpen)
  const field = {
    id,
    value: edit.wanted ?? 'none',
    onChange: (value: string) => edit.change(value as PassName),
    onBlur: edit.settle,
    sends: true,
  }
  return (
    <>
      {label === undefined ? (
        <RowSelect label={`Current Pass for ${member.name}`} options={passNames} {...field} />
      ) : (
        <NativeSelect label={label} options={passNames.map((pass) => ({ value: pass, label: pass }))} {...field} />
      )}
      {edit.problem !== null && (
        <RowNote>
          <RowEditNote edit={edit} say={inWords} />
        </RowNote>
      )}
    </>
  )
}
