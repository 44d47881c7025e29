import { mostWeeks, weeksUntil } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './plan-form.module.css'

/** How often a practice is planned, as it is typed: `weeks` is null while it is no number, `until` a local day. */
export type Repetition = { kind: 'once' | 'weeks' | 'until'; weeks: number | null; until: string }

export const once: Repetition = { kind: 'once', weeks: 8, until: '' }

/** How many practices that makes; null if it can't be said. */
export function weeksOf({ kind, weeks, until }: Repetition, startsOn: string): number | null {
  if (kind === 'once') return 1
  return kind === 'weeks' ? weeks : weeksUntil(startsOn, until)
}

type RepetitionFieldsProps = {
  startsOn: string
  repetition: Repetition
  error: string | undefined
  onChange: (repetition: Repetition) => void
}

/** Repeats a practice weekly, for a number of weeks or until a day. */
export function RepetitionFields({ startsOn, repetition, error, onChange }: RepetitionFieldsProps) {
  const total = useTotal(repetition, startsOn)
  const { kind, weeks, until } = repetition
  return (
    <div className={classes.repetition}>
      <Segmented
        legend="Repeat"
        value={kind}
        onChange={(next) => onChange({ ...repetition, kind: next })}
        options={[
          { value: 'once', label: 'Once' },
          { value: 'weeks', label: 'Weekly' },
          { value: 'until', label: 'Weekly until' },
        ]}
      />
      {kind === 'weeks' && (
        <NumberStepper
          id="plan-weeks"
          label="Number of weeks"
          min={1}
          max={mostWeeks}
          value={weeks}
          error={error}
          onChange={(next) => onChange({ ...repetition, weeks: next })}
        />
      )}
      {kind === 'until' && (
        <TextField
          id="plan-weeks"
          label="Last day"
          type="date"
          min={startsOn}
          value={until}
          error={error}
          onChange={(event) => onChange({ ...repetition, until: event.currentTarget.value })}
        />
      )}
      {kind !== 'once' && (
        <p role="status" className={classes.total}>
          {total || officerMessages.weeklyMeaning}
        </p>
      )}
    </div>
  )
}

/** What it comes to: `8 practices, until Tue, Jan 19, 2027.` */
function useTotal(repetition: Repetition, startsOn: string) {
  const times = useClubTimes()
  const now = useNow('minute')
  const many = weeksOf(repetition, startsOn)
  const first = Date.parse(`${startsOn}T00:00:00.000Z`)
  if (many === null || many < 1 || many > mostWeeks || Number.isNaN(first)) return ''
  const last = new Date(first + (many - 1) * 7 * 86_400_000).toISOString().slice(0, 10)
  return officerMessages.planTotal(many, times.date(last, now))
}
