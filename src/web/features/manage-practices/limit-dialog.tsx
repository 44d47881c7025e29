import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { mostAttendance } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { spotsText } from '#web/features/practices/rsvp-changes.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { limitIn } from './limit-text.ts'
import { practiceRecordQuery, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { NumberForm } from './number-form.tsx'

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

function LimitForm({ practice, onClose }: { practice: PracticeRecord['practice']; onClose: () => void }) {
  const { id, attendanceLimit } = practice
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
  return (
    <NumberForm
      field={field}
      label="Attendance Limit"
      meaning={officerMessages.limitMeaning}
      current={attendanceLimit}
      read={limitIn}
      wrong={officerMessages.limitWrong(mostAttendance)}
      changed={officerMessages.limitChangedMeanwhile}
      saving={set}
      onSave={({ expected, value }) => void set.act({ practiceId: id, expected, limit: value })}
      onClose={onClose}
    >
      <bdi>{practice.title}</bdi> ·{' '}
      {spotsText(practice) ?? officerMessages.goingSoFar(practice.archers + practice.drivers)}
    </NumberForm>
  )
}
