import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { checkPlan, mostWeeks, type PracticePlan } from '#domain/manage-practices.ts'
import { officerMessages, planProblems } from '#domain/text/officer-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { api } from '#web/lib/api.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import type { Problem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { NumberStepper } from '#web/ui/number-stepper.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { practiceRecordQuery, readRecord, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import classes from './plan-form.module.css'

const evening = { title: '', location: '', description: '', startsOn: '', startTime: '18:00', endTime: '20:00' }

/** Plans practices in the built-in calendar, single or weekly, and edits or cancels one. */
export function PlanDialogs({ now }: { now: number }) {
  const { search, close } = useManageDialog()
  const times = useClubTimes()
  const today = times.dayOf(now)
  const { ask } = search
  const practiceId = useLast(ask === 'edit' || ask === 'cancel' ? search.practice : null) ?? ''
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: ask === 'edit' || ask === 'cancel' })
  const practice = record.data?.practice
  const cancel = useIdempotentMutation(api.schedule.cancel, { onDone: () => refreshAll(practiceId) })
  return (
    <>
      <InfoDialog wide open={ask === 'new'} onClose={close} title="New practice">
        <NewForm today={today} onClose={close} />
      </InfoDialog>
      <InfoDialog wide open={ask === 'edit' && practice !== undefined} onClose={close} title="Edit practice">
        {practice && <ChangeForm practice={practice} plan={planOf(practice, times)} today={today} onClose={close} />}
      </InfoDialog>
      <ConfirmAction
        asked={ask === 'cancel' && practice !== undefined}
        input={practice?.editable ? { practiceId, expected: seenOf(practice), cancelled: true } : null}
        act={cancel}
        title={inLine`Cancel ${practice?.title ?? 'practice'}?`}
        text={officerMessages.confirmCancelPractice}
        confirm="Cancel Practice"
        cancel="Keep it"
        onDone={() => toast({ text: officerMessages.planCancelled(practice?.title ?? '') })}
        onClose={close}
      />
    </>
  )
}

function NewForm({ today, onClose }: { today: string; onClose: () => void }) {
  const create = useIdempotentMutation(api.schedule.create, {
    onDone: async ({ created }) => {
      await refreshPractices()
      toast({ text: officerMessages.planCreated(created) + (created > 12 ? ` ${officerMessages.planFarAhead}` : '') })
      onClose()
    },
  })
  return (
    <PlanForm
      plan={{ ...evening, startsOn: today }}
      repeats
      today={today}
      verb="Plan Practice"
      pending={create.pending}
      problem={create.problem}
      onSave={(plan, weeks) => void create.act({ ...plan, weeks })}
      onCancel={onClose}
    />
  )
}

type ChangeFormProps = {
  practice: PracticeRecord['practice']
  plan: PracticePlan
  today: string
  onClose: () => void
}

function ChangeForm({ practice, plan, today, onClose }: ChangeFormProps) {
  // The practice when the form was opened, or as last shown to the officer after a conflict.
  const [seen, setSeen] = useState(() => seenOf(practice))
  const change = useIdempotentMutation(api.schedule.change, {
    onDone: async () => {
      await refreshAll(practice.id)
      toast({ text: officerMessages.planChanged })
      onClose()
    },
    onProblem: async ({ reason }) => {
      if (reason !== 'changed-meanwhile') return
      await refreshRecord(practice.id)
      const fresh = readRecord(practice.id)
      if (fresh) setSeen(seenOf(fresh.practice))
    },
  })
  return (
    <PlanForm
      plan={plan}
      repeats={false}
      today={today}
      verb="Save"
      pending={change.pending}
      problem={change.problem}
      onSave={(typed) => void change.act({ practiceId: practice.id, expected: seen, ...typed })}
      onCancel={onClose}
    />
  )
}

function refreshAll(practiceId: string) {
  return Promise.all([refreshPractices(), refreshRecord(practiceId)])
}

/** The practice as this officer sees it, for the optimistic lock. */
export function seenOf(practice: PracticeRecord['practice']) {
  const { title, location, description, startsAt, endsAt, cancelled } = practice
  return { title, location, description, startsAt, endsAt, cancelled }
}

function planOf(practice: PracticeRecord['practice'], times: ClubTimes): PracticePlan {
  const { title, location, description, startsOn, startsAt, endsAt } = practice
  const at = (instant: string) => times.timeField(Date.parse(instant))
  return { title, location, description, startsOn, startTime: at(startsAt), endTime: at(endsAt) }
}

type PlanFormProps = {
  plan: PracticePlan
  /** Shows the number of weeks to repeat. */
  repeats: boolean
  /** Local day of the club. */
  today: string
  /** Label of the submit button. */
  verb: string
  pending: boolean
  problem: Problem | null
  onSave: (plan: PracticePlan, weeks: number) => void
  onCancel: () => void
}

type PlanErrors = Partial<Record<keyof PracticePlan | 'weeks', string>>

/** Form for a new or existing practice; errors appear at their fields and typed values stay. */
function PlanForm({ plan, repeats, today, verb, pending, problem, onSave, onCancel }: PlanFormProps) {
  const [typed, setTyped] = useState(plan)
  const [weeks, setWeeks] = useState<number | null>(1)
  const [wrong, setWrong] = useState<PlanErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const errors: PlanErrors = { ...problem?.fields, ...wrong }

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = checkPlan(typed, weeks, today)
    if (checked.outcome === 'accepted') {
      setWrong({})
      return onSave(checked.plan, weeks ?? 1)
    }
    setWrong(planProblems(checked.fields))
    const [first] = Object.keys(checked.fields)
    form.current?.querySelector<HTMLElement>(`[name="${first}"], #plan-${first}`)?.focus()
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
