import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { api } from '#web/lib/api.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { useNeedsConnection } from '#web/lib/use-offline.ts'
import { useLast } from '#web/shell/use-address-dialog.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { practiceRecordQuery, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { useManageDialog } from './use-manage-dialog.ts'

/** Asks before somebody is taken out of a practice that is over, and for the reason (D30). */
export function RemoveAttendeeDialog({ practiceId }: { practiceId: string }) {
  const { search, close } = useManageDialog()
  const asked = search.ask === 'remove'
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: asked })
  const attendee = record.data?.attendees.find(({ memberId }) => asked && memberId === search.member)
  const name = useLast(attendee?.name) ?? ''
  const pointless = asked && record.data !== undefined && attendee === undefined
  const [reason, setReason] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const remove = useIdempotentMutation(api.managePractices.setAttendance, {
    onProblem: ({ fields }) => fields?.reason && field.current?.focus(),
  })
  const { pending, problem, clear } = remove
  const needsConnection = useNeedsConnection()

  // Somebody else has done it.
  useEffect(() => {
    if (pointless && !pending) close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only closing forgets what was typed and what went wrong
  useEffect(() => {
    if (asked) return
    clear()
    setReason('')
  }, [asked])

  async function confirm() {
    if (attendee === undefined) return
    const { memberId } = attendee
    if (!(await remove.act({ practiceId, memberId, attended: false, reason: reason.trim() }))) return
    toast({ text: officerMessages.attendeeRemoved(name) })
    close()
    await Promise.all([refreshRecord(practiceId), refreshPractices()])
  }

  return (
    <Dialog
      open={asked && !pointless}
      onClose={close}
      role="alertdialog"
      title={`Remove ${name}?`}
      text={officerMessages.confirmRemoveFromPast(name)}
      initialFocus={cancel}
      actions={
        <>
          <ActionButton ref={cancel} onClick={close}>
            Cancel
          </ActionButton>
          <ActionButton tone="red" pending={pending} reason={needsConnection} onClick={confirm}>
            Remove
          </ActionButton>
        </>
      }
    >
      <TextField
        ref={field}
        label="Reason"
        description={officerMessages.reasonErased}
        descriptionBelow
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={problem?.fields?.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem && problem.fields?.reason === undefined && <ErrorNote error={problem} />}
    </Dialog>
  )
}
