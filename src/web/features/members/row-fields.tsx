import { type KeyboardEvent, useId, useRef } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { inLine } from '#domain/isolated-text.ts'
import { mostOf } from '#domain/ledger.ts'
import { type PassName, passNames } from '#domain/passes.ts'
import { roles } from '#domain/roles.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { useOpenMember } from '#web/addresses/use-address-dialog.ts'
import { RowEditNote, useReturnFocus, useRowEdit } from '#web/features/data-table/row-edit.tsx'
import { RowNote, useHeldRow } from '#web/features/data-table/table-rows.tsx'
import { api } from '#web/lib/api.ts'
import type { Problem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { type IdempotentMutation, useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { refreshMembers } from '#web/queries/members.ts'
import { useDisabledOffline } from '#web/ui/buttons.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import classes from './row-select.module.css'

/** Debounce: several presses of + become one change. */
const dayPassesAfterMs = 900
const mostDayPasses = mostOf['day-passes']
const dayPassesInWords = (dayPasses: number) => count(dayPasses, 'day pass', 'day passes')

/** Green with at least one left, red with none. */
export function toneOfDayPasses(dayPasses: number | null) {
  return dayPasses === null ? undefined : dayPasses > 0 ? 'green' : 'red'
}

/** Inline edit of a row's day passes; saved a moment after the last press, or with Enter. */
export function DayPasses({ member }: { member: MemberRow }) {
  const save = useSaveMember(api.members.setDayPasses)
  const edit = useRowEdit({
    current: member.dayPasses,
    save: (change) => save({ memberId: member.id, ...change, reason: '' }),
    saveAfterMs: dayPassesAfterMs,
    isFine: (value) => value <= mostDayPasses,
    about: member.name,
    onSaved: ({ expected, value }, undo) =>
      toast({
        text: officerMessages.countSaved(member.name, dayPassesInWords(value), expected),
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
          label={inLine`Remaining Day Passes for ${member.name}`}
          min={0}
          max={mostDayPasses}
          tone={toneOfDayPasses(edit.wanted)}
          value={edit.wanted}
          onChange={edit.change}
          error={edit.isWrong ? officerMessages.countBounds(mostDayPasses) : undefined}
        />
      </div>
      {edit.problem !== null && (
        <RowNote>
          <RowEditNote edit={edit} say={dayPassesInWords} />
        </RowNote>
      )}
    </>
  )
}

/** Debounce: someone stepping through the options with the arrow keys wants the last one. */
const passAfterMs = 500
const passInWords = (pass: PassName) => (pass === 'none' ? 'no pass' : pass)

type PassSelectProps = { member: MemberRow; label?: string }

/** The active pass, set by an officer. */
export function PassSelect({ member, label }: PassSelectProps) {
  const save = useSaveMember(api.members.setPass)
  const edit = useRowEdit({
    current: member.pass,
    save: ({ expected, value }) => save({ memberId: member.id, expected, pass: value }),
    saveAfterMs: passAfterMs,
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
        <RowSelect label={inLine`Current Pass for ${member.name}`} options={passNames} {...field} />
      ) : (
        <NativeSelect
          label={label}
          options={passNames.map((pass) => ({ value: pass, label: pass === 'none' ? 'None' : pass }))}
          {...field}
        />
      )}
      {edit.problem !== null && (
        <RowNote>
          <RowEditNote edit={edit} say={passInWords} />
        </RowNote>
      )}
    </>
  )
}

/** Choosing the other role asks for confirmation first; until then the current one stays selected. */
export function RoleSelect({ member, label }: { member: MemberRow; label?: string }) {
  const { openFor } = useOpenMember()
  const field = {
    value: member.role,
    onChange: (role: string) => role !== member.role && openFor(member.id, 'role'),
  }
  if (label === undefined) return <RowSelect label={inLine`Role for ${member.name}`} options={roles} {...field} />
  return <NativeSelect label={label} options={roles.map((role) => ({ value: role, label: role }))} {...field} />
}

type RowSelectProps = {
  id?: string
  /** For screen readers only: the column header shows it. */
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The usual one first. */
  options: readonly string[]
  /** True if a choice is sent right away, so that it's disabled while offline. */
  sends?: boolean
}

/**
 * A native select, as light as possible, since each keystroke in the search renders a viewport of them. Each is in its
 * own form: autofill scans the whole form when a select in it changes, and treats elements without a form as one (10 ms
 * per keystroke, with the CPU slowed down 4x).
 */
function RowSelect({ id, label, value, onChange, onBlur, options, sends }: RowSelectProps) {
  const blocked = useDisabledOffline(sends)
  return (
    <form>
      <select
        id={id}
        className={classes.list}
        aria-label={label}
        {...blocked}
        data-usual={value === options[0] || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      >
        {options.map((option) => (
          <option key={option} value={option} disabled={blocked !== null && option !== value}>
            {option === 'none' ? 'None' : option}
          </option>
        ))}
      </select>
    </form>
  )
}

type Operation<Input> = Parameters<typeof useIdempotentMutation<Input, unknown>>[0]

/** Save function for `useRowEdit`: resolves to the problem, or to null once the list shows the new value. */
export function useSaveMember<Input>(operation: Operation<Input>) {
  const met = useRef<Problem | null>(null)
  const { act }: IdempotentMutation<Input, unknown> = useIdempotentMutation(operation, {
    onDone: refreshMembers,
    onProblem: (problem) => {
      met.current = problem
    },
  })
  return async (input: Input) => {
    met.current = null
    await act(input)
    const problem = met.current as Problem | null
    if (problem?.kind === 'refused' || problem?.kind === 'not-found') await refreshMembers()
    return problem
  }
}
