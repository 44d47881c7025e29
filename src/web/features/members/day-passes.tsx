import { type KeyboardEvent, useId } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { mostOf } from '#domain/ledger.ts'
import { count } from '#domain/text/messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { RowNote, useHeldRow } from '#web/features/data-table/row.tsx'
import { RowEditNote } from '#web/features/data-table/row-edit-note.tsx'
import { useReturnFocus } from '#web/features/data-table/use-return-focus.ts'
import { useRowEdit } from '#web/features/data-table/use-row-edit.ts'
import { api } from '#web/lib/api.ts'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSaveMember } from './use-save-member.ts'

/** Long enough for several presses of + to be one change. */
const saveAfterMs = 900
const most = mostOf['day-passes']
const inWords = (dayPasses: number) => count(dayPasses, 'day pass', 'day passes')

/** Green while one is left, red with none. */
export function toneOfDayPasses(dayPasses: number | null) {
  return dayPasses === null ? undefined : dayPasses > 0 ? 'green' : 'red'
}

/** The day passes of a row, changed where they stand; saved a moment after the last press, or with Enter. */
export function DayPasses({ member }: { member: MemberRow }) {
  const save = useSaveMember(api.members.setDayPasses)
  const edit = useRowEdit({
    current: member.dayPasses,
    save: (change) => save({ memberId: member.id, ...change, reason: '' }),
    saveAfterMs,
    isFine: (value) => value <= most,
    about: member.name,
    onSaved: ({ expected, value }, undo) =>
      toast({
        text: officerMessages.countSaved(member.name, inWords(value), expected),
        action: { label: 'Undo', onClick: undo },
      }),
  })
  const id = useId()
  useReturnFocus(edit.problem !== null, id)
  useHeldRow(edit.isOpen)

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') edit.commit()
    if (key === 'Escape') edit.drop()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field in it */}
      <div
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || edit.settle()}
      >
        <NumberStepper
          compact
          sends
          id={id}
          label={`Remaining Day Passes for ${member.name}`}
          min={0}
          max={most}
          tone={toneOfDayPasses(edit.wanted)}
          value={edit.wanted}
          onChange={edit.change}
          error={edit.isWrong ? officerMessages.countBounds(most) : undefined}
        />
      </div>
      {edit.problem !== null && (
        <RowNote>
          <RowEditNote edit={edit} say={inWords} />
        </RowNote>
      )}
    </>
  )
}
