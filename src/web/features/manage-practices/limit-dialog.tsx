import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { mostAttendance } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { spotsText } from '#web/features/practices/rsvp-changes.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { limitIn, limitText } from './limit-text.ts'
import { practiceRecordQuery, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import classes from './plan-form.module.css'

/** Changes how many may come to a practice, also of an external calendar. */
export function LimitDialog() {
  const { search, close } = useManageDialog()
  const asked = search.ask === 'limit'
  const practiceId = useLast(asked ? search.practice : null) ?? ''
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: asked })
  const practice = record.data?.practice
  return (
    <InfoDialog open={asked && practice !== undefined} onClose={close} title="Attendance limit">
      {practice && <LimitForm practice={practice} onClose={close} />}
    </InfoDialog>
  )
}

/** The typed text, and the limit at the time typing began, for the optimistic lock. */
type LimitEdit = { text: string; expected: number | null }

/** The typed value stays if saving fails. */
function LimitForm({ practice, onClose }: { practice: PracticeRecord['practice']; onClose: () => void }) {
  const { id, attendanceLimit } = practice
  const [edit, setEdit] = useState<LimitEdit | null>(null)
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const set = useIdempotentMutation(api.managePractices.setLimit, {
    onDone: async (_, { limit }) => {
      await Promise.all([refreshRecord(id), refreshPractices()])
      toast({ text: officerMessages.limitSaved(limit) })
      onClose()
    },
    onProblem: ({ reason }) => {
      if (reason === 'changed-meanwhile') void refreshRecord(id)
      field.current?.focus()
    },
  })
  const text = edit?.text ?? limitText(attendanceLimit)
  const overtaken = set.problem?.reason === 'changed-meanwhile'

  function submit(event: FormEvent) {
    event.preventDefault()
    const limit = limitIn(text)
    setWrong(limit === undefined)
    if (limit === undefined) return field.current?.focus()
    if (edit === null) return onClose()
    // Saving again after reading the note about a conflict overwrites the new limit.
    void set.act({ practiceId: id, expected: overtaken ? attendanceLimit : edit.expected, limit })
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.about}>
        <bdi>{practice.title}</bdi> ·{' '}
        {spotsText(practice) ?? officerMessages.goingSoFar(practice.archers + practice.drivers)}
      </p>
      <OfflineGuard>
        <TextField
          ref={field}
          label="Attendance Limit"
          description={officerMessages.limitMeaning}
          descriptionBelow
          inputMode="numeric"
          autoComplete="off"
          value={text}
          error={
            wrong
              ? officerMessages.limitWrong(mostAttendance)
              : overtaken
                ? officerMessages.limitChangedMeanwhile(attendanceLimit)
                : undefined
          }
          onChange={(event) => {
            const typed = event.currentTarget.value
            setWrong(false)
            setEdit({ text: typed, expected: edit ? edit.expected : attendanceLimit })
          }}
        />
        {set.problem && !overtaken && <ErrorNote error={set.problem} onRetry={set.retry} pending={set.pending} />}
        <div className={classes.actions}>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton sends type="submit" tone="blue" pending={set.pending}>
            Save
          </ActionButton>
        </div>
      </OfflineGuard>
    </form>
  )
}
