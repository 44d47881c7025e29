import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { longestMessage } from '#domain/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { TextArea } from '#web/ui/text-field.tsx'
import { practiceRecordQuery, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { seenOf } from './seen-practice.ts'

/** Says how many people will be told before canceling, and asks for a message to them. */
export function CancelDialog({ now }: { now: number }) {
  const { search, close } = useManageDialog()
  const times = useClubTimes()
  const asked = search.ask === 'cancel'
  const practiceId = useLast(asked ? search.practice : null) ?? ''
  const [message, setMessage] = useState('')
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: asked })
  const practice = record.data?.practice
  const title = practice?.title ?? 'practice'
  const cancel = useIdempotentMutation(api.schedule.cancel, {
    onDone: () => Promise.all([refreshPractices(), refreshRecord(practiceId)]),
  })
  // Members who can't come aren't told.
  const people = record.data?.answers.length ?? 0
  return (
    <ConfirmAction
      asked={asked && practice !== undefined}
      input={
        practice?.editable ? { practiceId, expected: seenOf(practice), cancelled: true, message: message.trim() } : null
      }
      act={cancel}
      title={inLine`Cancel ${title}?`}
      text={
        <>
          {practice && <strong>{times.date(practice.startsOn, now)}. </strong>}
          {officerMessages.confirmCancelPractice(people)}
        </>
      }
      confirm="Cancel Practice"
      cancel="Keep it"
      onDone={() => {
        setMessage('')
        toast({ text: officerMessages.planCancelled(title) })
      }}
      onClose={close}
    >
      {people > 0 && (
        <TextArea
          label="Message (optional)"
          description={officerMessages.cancelMessageMeaning}
          descriptionBelow
          rows={3}
          maxLength={longestMessage}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      )}
    </ConfirmAction>
  )
}
