import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LastPlan, ManagedPractice, PracticeRecord } from '#contract/manage-practices.ts'
import type { PracticePlan } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { api } from '#web/lib/api.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { practiceRecordQuery, readRecord, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { dayAfter, nextFreeDay } from './next-free-day.ts'
import { PlanForm } from './plan-form.tsx'
import { seenOf } from './seen-practice.ts'

const evening = {
  title: '',
  location: '',
  startTime: '18:00',
  endTime: '20:00',
  attendanceLimit: null,
  replyDeadlineHours: null,
}

type PlanDialogsProps = {
  now: number
  practices: ManagedPractice[]
  lastPlan: LastPlan | null
  /** Gets the id of the first practice that was planned, if it has appeared. */
  onPlanned: (practiceId: string) => void
}

/** Plans practices in the built-in calendar, single or weekly, and edits or cancels one. */
export function PlanDialogs({ now, practices, lastPlan, onPlanned }: PlanDialogsProps) {
  const { search, close } = useManageDialog()
  const times = useClubTimes()
  const today = times.dayOf(now)
  const { ask } = search
  const practiceId = useLast(ask === 'edit' ? search.practice : null) ?? ''
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: ask === 'edit' })
  const practice = record.data?.practice
  return (
    <>
      <InfoDialog wide open={ask === 'new'} onClose={close} title="New practice">
        <NewForm now={now} practices={practices} lastPlan={lastPlan} onPlanned={onPlanned} onClose={close} />
      </InfoDialog>
      <InfoDialog wide open={ask === 'edit' && practice !== undefined} onClose={close} title="Edit practice">
        {practice && <ChangeForm practice={practice} plan={planOf(practice, times)} today={today} onClose={close} />}
      </InfoDialog>
      <CancelDialog now={now} />
    </>
  )
}

type NewFormProps = PlanDialogsProps & { onClose: () => void }

function NewForm({ now, practices, lastPlan, onPlanned, onClose }: NewFormProps) {
  const { open } = useManageDialog()
  const create = useIdempotentMutation(api.schedule.create, {
    onDone: async ({ created, practiceIds }) => {
      const [first] = practiceIds
      if (first !== undefined) onPlanned(first)
      await refreshPractices()
      const isPartlyAhead = practiceIds.length < created
      toast({
        text: officerMessages.planCreated(created) + (isPartlyAhead ? ` ${officerMessages.planFarAhead}` : ''),
        ...(first !== undefined && { action: { label: 'View', onClick: () => open({ practice: first }) } }),
      })
      onClose()
    },
  })
  const times = useClubTimes()
  const { attendanceLimit, replyDeadlineHours, ...last } = lastPlan ?? evening
  // The clock may pass the start while the form is open.
  const [startsOn] = useState(() => {
    const today = times.dayOf(now)
    const first = times.timeField(now) < last.startTime ? today : dayAfter(today)
    return nextFreeDay(lastPlan?.startsOn ?? null, first, new Set(practices.map((each) => each.startsOn)))
  })
  return (
    <PlanForm
      plan={{ ...last, description: '', startsOn }}
      limit={attendanceLimit}
      // The previous release, which may still answer during an update, doesn't know it.
      deadline={replyDeadlineHours ?? null}
      isFilledIn={lastPlan !== null}
      repeats
      today={times.dayOf(now)}
      verb="Plan Practice"
      pending={create.pending}
      problem={create.problem}
      onSave={(plan, more) => void create.act({ ...plan, ...more })}
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

function planOf(practice: PracticeRecord['practice'], times: ClubTimes): PracticePlan {
  const { title, location, description, startsOn, startsAt, endsAt } = practice
  const at = (instant: string) => times.timeField(Date.parse(instant))
  return { title, location, description, startsOn, startTime: at(startsAt), endTime: at(endsAt) }
}
