import { type FormEvent, useRef, useState } from 'react'
import { checkPlan, mostAttendance, type PracticePlan } from '#domain/manage-practices.ts'
import { mostDeadlineHours } from '#domain/reply-deadline.ts'
import { officerMessages, planProblems } from '#domain/text/officer-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import type { Problem } from '#web/lib/request.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { deadlineIn, limitIn, limitText } from './limit-text.ts'
import classes from './plan-form.module.css'
import { once, type Repetition, RepetitionFields, weeksOf } from './repetition-fields.tsx'

type PlanFormProps = {
  plan: PracticePlan
  /** With `repeats`, the attendance limit to begin with. */
  limit?: number | null
  /** The same for the reply deadline in hours before the start. */
  deadline?: number | null
  /** The plan comes from an earlier one, which may be more than is wanted. */
  isFilledIn?: boolean
  /** For new practices: with a limit, and repeated weekly. */
  repeats?: boolean
  /** Local day of the club. */
  today: string
  /** Label of the submit button. */
  verb: string
  pending: boolean
  problem: Problem | null
  onSave: (plan: PracticePlan, more: PlanExtras) => void
  onCancel: () => void
}

/** What only a new practice gets from here. */
type PlanExtras = { weeks: number; attendanceLimit: number | null; replyDeadlineHours: number | null }
type PlanErrors = Partial<Record<keyof PracticePlan | 'limit' | 'deadline' | 'weeks', string>>

const empty = { title: '', location: '' }

/** Form for a new or existing practice; errors appear at their fields and typed values stay. */
export function PlanForm(props: PlanFormProps) {
  const {
    plan,
    limit = null,
    deadline = null,
    isFilledIn,
    repeats,
    today,
    verb,
    pending,
    problem,
    onSave,
    onCancel,
  } = props
  const [typed, setTyped] = useState(plan)
  const [limitTyped, setLimitTyped] = useState(limitText(limit))
  const [deadlineTyped, setDeadlineTyped] = useState(limitText(deadline))
  const [repetition, setRepetition] = useState<Repetition>(once)
  const [wrong, setWrong] = useState<PlanErrors>({})
  const [filledIn, setFilledIn] = useState(isFilledIn)
  const form = useRef<HTMLFormElement>(null)
  const errors: PlanErrors = { ...problem?.fields, ...wrong }

  function submit(event: FormEvent) {
    event.preventDefault()
    const weeks = weeksOf(repetition, typed.startsOn)
    const attendanceLimit = limitIn(limitTyped)
    const replyDeadlineHours = deadlineIn(deadlineTyped)
    const checked = checkPlan(typed, weeks, today)
    const found: PlanErrors = {
      ...(checked.outcome === 'refused' && planProblems(checked.fields)),
      ...(attendanceLimit === undefined && { limit: officerMessages.limitWrong(mostAttendance) }),
      ...(replyDeadlineHours === undefined && { deadline: officerMessages.deadlineWrong(mostDeadlineHours) }),
    }
    if (found.weeks !== undefined && repetition.kind === 'until') found.weeks = officerMessages.untilWrong
    setWrong(found)
    const isNumber = attendanceLimit !== undefined && replyDeadlineHours !== undefined
    if (checked.outcome === 'accepted' && weeks !== null && isNumber)
      return onSave(checked.plan, { weeks, attendanceLimit, replyDeadlineHours })
    const first = fieldOrder.find((field) => found[field] !== undefined)
    form.current?.querySelector<HTMLElement>(`[name="${first}"], #plan-${first}`)?.focus()
  }

  function startEmpty() {
    setTyped({ ...typed, ...empty })
    setLimitTyped('')
    setDeadlineTyped('')
    setFilledIn(false)
    form.current?.querySelector<HTMLElement>('[name="title"]')?.focus()
  }

  const field = (name: keyof PracticePlan) => ({
    name,
    value: typed[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value })
      setWrong({ ...wrong, [name]: undefined })
    },
  })

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {filledIn && (
        <p className={classes.filledIn}>
          <span>{officerMessages.planFilledIn}</span>
          <ActionButton tone="quiet" onClick={startEmpty}>
            Clear
          </ActionButton>
        </p>
      )}
      <TextField label="Name" autoComplete="off" {...field('title')} />
      <div className={classes.times}>
        <TextField label="Date" type="date" min={today} {...field('startsOn')} />
        <TextField label="Starts" type="time" {...field('startTime')} />
        <TextField label="Ends" type="time" {...field('endTime')} />
      </div>
      {repeats && (
        <RepetitionFields
          startsOn={typed.startsOn}
          repetition={repetition}
          error={errors.weeks}
          onChange={(next) => {
            setRepetition(next)
            setWrong({ ...wrong, weeks: undefined })
          }}
        />
      )}
      <TextField label="Location" autoComplete="off" {...field('location')} />
      {repeats && (
        <>
          <OptionalNumber
            name="limit"
            label="Attendance Limit"
            meaning={officerMessages.limitMeaning}
            value={limitTyped}
            error={errors.limit}
            onType={(typed) => {
              setLimitTyped(typed)
              setWrong({ ...wrong, limit: undefined })
            }}
          />
          <OptionalNumber
            name="deadline"
            label="Reply Deadline"
            meaning={officerMessages.plannedDeadlineMeaning}
            value={deadlineTyped}
            error={errors.deadline}
            onType={(typed) => {
              setDeadlineTyped(typed)
              setWrong({ ...wrong, deadline: undefined })
            }}
          />
        </>
      )}
      <TextArea label="Description" rows={3} {...field('description')} />
      {problem && problem.kind !== 'field' && <ErrorNote error={problem} />}
      <OfflineGuard>
        <div className={classes.actions}>
          <ActionButton onClick={onCancel}>Cancel</ActionButton>
          <ActionButton sends type="submit" tone="blue" pending={pending}>
            {verb}
          </ActionButton>
        </div>
      </OfflineGuard>
    </form>
  )
}

/** In the order of the form, so that the first wrong one gets the focus. */
const fieldOrder = ['title', 'startsOn', 'startTime', 'endTime', 'weeks', 'limit', 'deadline'] as const

type OptionalNumberProps = {
  name: string
  label: string
  /** Under the field. */
  meaning: string
  value: string
  error: string | undefined
  onType: (typed: string) => void
}

/** A whole number, or nothing. */
function OptionalNumber({ meaning, onType, ...field }: OptionalNumberProps) {
  return (
    <TextField
      {...field}
      description={meaning}
      descriptionBelow
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
