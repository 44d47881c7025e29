import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { mostDeadlineHours } from '#domain/reply-deadline.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { deadlineInWords } from './deadline-words.ts'
import { deadlineIn } from './limit-text.ts'
import { practiceRecordQuery, refreshRecord } from './manage-practices-query.ts'
import { NumberForm } from './number-form.tsx'

/** Changes until when members should reply to a practice, also of an external calendar. */
export function DeadlineDialog({ now }: { now: number }) {
  const { search, close } = useManageDialog()
  const asked = search.ask === 'deadline'
  const practiceId = useLast(asked ? search.practice : null) ?? ''
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: asked })
  const practice = record.data?.practice
  return (
    <InfoDialog open={asked && practice !== undefined} onClose={close} title="Reply deadline">
      {practice && <DeadlineForm practice={practice} now={now} onClose={close} />}
    </InfoDialog>
  )
}

type DeadlineFormProps = { practice: PracticeRecord['practice']; now: number; onClose: () => void }

function DeadlineForm({ practice, now, onClose }: DeadlineFormProps) {
  const { id, replyDeadlineHours, clubDeadlineHours } = practice
  const times = useClubTimes()
  const field = useRef<HTMLInputElement>(null)
  const set = useIdempotentMutation(api.managePractices.setReplyDeadline, {
    onDone: async (_, { hours }) => {
      await refreshRecord(id)
      toast({ text: officerMessages.deadlineSaved(hours ?? clubDeadlineHours) })
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
      label="Hours before the start"
      meaning={officerMessages.deadlineMeaning(clubDeadlineHours)}
      current={replyDeadlineHours}
      read={deadlineIn}
      wrong={officerMessages.deadlineWrong(mostDeadlineHours)}
      changed={officerMessages.deadlineChangedMeanwhile}
      saving={set}
      onSave={({ expected, value }) => void set.act({ practiceId: id, expected, hours: value })}
      onClose={onClose}
    >
      <bdi>{practice.title}</bdi> · {deadlineInWords(practice, times, now)}
    </NumberForm>
  )
}
