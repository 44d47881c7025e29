import { type FormEvent, useRef, useState } from 'react'
import { checkPlan, mostWeeks, type PlanField, type PlanFields, type PracticePlan } from '#domain/practice-plan.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import type { Problem } from '#web/lib/api-error.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './plan-form.module.css'

type PlanFormProps = {
  plan: PracticePlan
  /** Asks for how many weeks it repeats. */
  repeats: boolean
  /** The club's local day. */
  today: string
  /** Of the button. */
  verb: string
  pending: boolean
  problem: Problem | null
  onSave: (plan: PracticePlan, weeks: number) => void
  onCancel: () => void
}

/** A practice to be planned or changed; what is wrong stands at its field, and what was typed stays. */
export function PlanForm({ plan, repeats, today, verb, pending, problem, onSave, onCancel }: PlanFormProps) {
  const [typed, setTyped] = useState(plan)
  const [weeks, setWeeks] = useState<number | null>(1)
  const [wrong, setWrong] = useState<PlanFields>({})
  const form = useRef<HTMLFormElement>(null)
  const errors: PlanFields = { ...problem?.fields, ...wrong }

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = checkPlan(typed, weeks, today)
    if (checked.outcome === 'accepted') {
      setWrong({})
      return onSave(checked.plan, weeks ?? 1)
    }
    setWrong(checked.fields)
    const [first] = Object.keys(checked.fields)
    form.current?.querySelector<HTMLElement>(`[name="${first}"], #plan-${first}`)?.focus()
  }

  const field = (name: PlanField & keyof PracticePlan) => ({
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
      <TextField label="Name" autoComplete="off" {...field('title')} />
      <div className={classes.times}>
        <TextField label="Date" type="date" min={today} {...field('startsOn')} />
        <TextField label="Starts" type="time" {...field('startTime')} />
        <TextField label="Ends" type="time" {...field('endTime')} />
      </div>
      <TextField label="Location" autoComplete="off" {...field('location')} />
      <TextArea label="Description" rows={3} {...field('description')} />
      {repeats && (
        <NumberStepper
          id="plan-weeks"
          label="Number of weeks"
          hint="One practice a week, on the same day at the same time."
          min={1}
          max={mostWeeks}
          value={weeks}
          error={errors.weeks}
          onChange={setWeeks}
        />
      )}
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
