import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { overListAsks } from '#web/addresses/manage-practices-search.ts'
import { useLast, useManageDialog } from '#web/addresses/use-address-dialog.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { api } from '#web/lib/api.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Dialog, InfoDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { practiceRecordQuery, refreshPractices, refreshRecord } from './manage-practices-query.ts'
import { detailsButtonOf } from './practice-actions.tsx'
import { PracticeDetails } from './practice-details.tsx'
import { PracticeMenu } from './practice-menu.tsx'
import { WithRecord } from './practice-record.tsx'
import { RainOut } from './rain-out.tsx'
import { RemindDialog } from './remind-dialog.tsx'

type PracticeDialogProps = {
  practices: ManagedPractice[]
  /** Id of a practice just deleted from here, which has no details to go back to. */
  gone: string | null
  now: number
}

/** One practice with its people, or its rain-out. */
export function PracticeDialog({ practices, gone, now }: PracticeDialogProps) {
  const { search, open, replace, close } = useManageDialog()
  const asked =
    search.practice !== undefined && (search.ask === undefined || overListAsks.some((each) => each === search.ask))
  const isOpen = asked && search.practice !== gone
  const practiceId = useLast(isOpen ? search.practice : null) ?? ''
  const isNumber = search.ask === 'limit' || search.ask === 'deadline'
  const numbers = useLazy(() => import('./number-dialogs.ts'), { asked: isNumber, onMissing: close, ahead: true })
  const part = useLast(isOpen ? (search.list ?? 'details') : null)
  const isRainOut = part === 'rain-out'
  const record = useQuery({ ...practiceRecordQuery(practiceId), enabled: isOpen && practiceId !== '' })
  const title = practices.find(({ id }) => id === practiceId)?.title ?? record.data?.practice.title ?? 'Practice'

  useEffect(() => {
    if (asked && !isOpen) close()
  })
  return (
    <>
      <InfoDialog
        // Remounts for different content, so that it starts at the top with its heading.
        key={`${practiceId} ${isRainOut}`}
        wide
        tall={!isRainOut}
        open={isOpen}
        onClose={close}
        title={isRainOut ? 'Rain-out' : title}
        menu={isRainOut ? undefined : record.data ? <PracticeMenu practice={record.data.practice} /> : null}
        returnFocus={() => detailsButtonOf(practiceId)}
      >
        {practiceId !== '' && (
          <WithRecord practiceId={practiceId}>
            {(record) =>
              isRainOut ? (
                <RainOut record={record} now={now} />
              ) : (
                <PracticeDetails
                  record={record}
                  tab={part === 'details' || part === null ? undefined : part}
                  onTab={(tab) => replace({ practice: practiceId, list: tab })}
                  now={now}
                  onRemove={(member) => open({ practice: practiceId, list: 'attendees', ask: 'remove', member })}
                  erasing={{
                    guestId: search.ask === 'erase' ? search.member : undefined,
                    onAsk: (member) => open({ practice: practiceId, list: 'attendees', ask: 'erase', member }),
                    onClose: close,
                  }}
                  selling={{
                    buyerId: search.ask === 'sell' ? search.member : undefined,
                    saleId: search.ask === 'unsell' ? search.member : undefined,
                    onSell: (member) => open({ practice: practiceId, list: 'attendees', ask: 'sell', member }),
                    onUndo: (member) => open({ practice: practiceId, list: 'attendees', ask: 'unsell', member }),
                    onClose: close,
                  }}
                />
              )
            }
          </WithRecord>
        )}
      </InfoDialog>
      <RemoveAttendeeDialog practiceId={practiceId} />
      {numbers && (
        <>
          <numbers.LimitDialog />
          <numbers.DeadlineDialog now={now} />
        </>
      )}
      <RemindDialog now={now} />
    </>
  )
}

/** Asks for confirmation and a reason before removing someone from a past practice. */
function RemoveAttendeeDialog({ practiceId }: { practiceId: string }) {
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

  // Someone else has already removed them.
  useEffect(() => {
    if (pointless && !pending) close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset only on closing
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
      title={inLine`Remove ${name}?`}
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
