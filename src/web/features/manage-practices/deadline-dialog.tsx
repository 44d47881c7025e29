import type { PracticeRecord } from '#contract/manage-practices.ts'
import { mostDeadlineHours } from '#domain/reply-deadline.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { deadlineInWords } from './deadline-words.ts'
import { deadlineIn } from './limit-text.ts'
import { refreshRecord } from './manage-practices-query.ts'
import { NumberForm, useSavedNumber } from './number-form.tsx'
import { PracticeQuestion } from './practice-question.tsx'

/** Changes until when members should reply to a practice, also of an external calendar. */
export function DeadlineDialog({ now }: { now: number }) {
  return (
    <PracticeQuestion ask="deadline" title="Reply deadline">
      {(practice, close) => <DeadlineForm practice={practice} now={now} onClose={close} />}
    </PracticeQuestion>
  )
}

type DeadlineFormProps = { practice: PracticeRecord['practice']; now: number; onClose: () => void }

function DeadlineForm({ practice, now, onClose }: DeadlineFormProps) {
  const { id, replyDeadlineHours, clubDeadlineHours } = practice
  const times = useClubTimes()
  const { field, saving } = useSavedNumber(api.managePractices.setReplyDeadline, id, async (_, { hours }) => {
    await refreshRecord(id)
    toast({ text: officerMessages.deadlineSaved(hours ?? clubDeadlineHours) })
    onClose()
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
      saving={saving}
      onSave={({ expected, value }) => void saving.act({ practiceId: id, expected, hours: value })}
      onClose={onClose}
    >
      <bdi>{practice.title}</bdi> · {deadlineInWords(practice, times, now)}
    </NumberForm>
  )
}
