import type { PracticeRecord } from '#contract/manage-practices.ts'
import { mostAttendance } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { spotsText } from '#web/features/practices/rsvp-changes.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { limitIn } from './limit-text.ts'
import { refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { NumberForm, useSavedNumber } from './number-form.tsx'
import { PracticeQuestion } from './practice-question.tsx'

/** Changes how many may come to a practice, also of an external calendar. */
export function LimitDialog() {
  return (
    <PracticeQuestion ask="limit" title="Attendance limit">
      {(practice, close) => <LimitForm practice={practice} onClose={close} />}
    </PracticeQuestion>
  )
}

function LimitForm({ practice, onClose }: { practice: PracticeRecord['practice']; onClose: () => void }) {
  const { id, attendanceLimit } = practice
  const { field, saving } = useSavedNumber(api.managePractices.setLimit, id, async (_, { limit }) => {
    await Promise.all([refreshRecord(id), refreshPractices()])
    toast({ text: officerMessages.limitSaved(limit) })
    onClose()
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
      saving={saving}
      onSave={({ expected, value }) => void saving.act({ practiceId: id, expected, limit: value })}
      onClose={onClose}
    >
      <bdi>{practice.title}</bdi> ·{' '}
      {spotsText(practice) ?? officerMessages.goingSoFar(practice.archers + practice.drivers)}
    </NumberForm>
  )
}
