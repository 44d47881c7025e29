import { useId, useState } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import type { Selling } from '#web/features/door-sales/practice-sales.tsx'
import { CancelMessage } from '#web/features/practices/cancel-message.tsx'
import { LiveLine } from '#web/features/practices/live-line.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { AttendeeList } from './attendee-list.tsx'
import { CarpoolList } from './carpool-list.tsx'
import { driversIn } from './drivers-in.ts'
import { type Erasing, guestsOf } from './guest-rows.tsx'
import { refreshPractices, refreshRecord } from './manage-practices-query.ts'
import classes from './practice-details.module.css'
import { PracticeFacts } from './practice-facts.tsx'
import { RsvpList } from './rsvp-list.tsx'
import { seenOf } from './seen-practice.ts'

type DetailsTab = 'answers' | 'attendees' | 'carpool'

type PracticeDetailsProps = {
  record: PracticeRecord
  /** Undefined for the one that matters now: who is going, and from the start on who is here. */
  tab: DetailsTab | undefined
  onTab: (tab: DetailsTab) => void
  now: number
  onRemove: (memberId: string) => void
  erasing: Erasing
  selling: Selling
}

/** A practice under its name: when and where, and its people in tabs. */
export function PracticeDetails({ record, tab, onTab, now, ...dialogs }: PracticeDetailsProps) {
  const id = useId()
  const { practice, answers, attendees } = record
  const shown = tab ?? (practice.state === 'planned' ? 'answers' : 'attendees')
  return (
    <>
      <CanceledNote practice={practice} people={answers.length} />
      {practice.state === 'live' && (
        <div className={classes.live}>
          <LiveLine id={id} endsAt={practice.endsAt} now={now} />
        </div>
      )}
      <PracticeFacts practice={practice} now={now} />
      <Tabs
        label="People"
        value={shown}
        onChange={onTab}
        tabs={[
          {
            value: 'answers',
            label: 'Going',
            count: answers.filter(({ position }) => position === null).length,
          },
          { value: 'attendees', label: 'Here', count: attendees.length + guestsOf(record).length },
          { value: 'carpool', label: 'Carpool', count: driversIn(record).length },
        ]}
      >
        {shown === 'answers' && <RsvpList record={record} now={now} />}
        {shown === 'attendees' && <AttendeeList record={record} now={now} {...dialogs} />}
        {shown === 'carpool' && <CarpoolList record={record} now={now} />}
      </Tabs>
    </>
  )
}

/** Says that the practice is canceled, also if that happens while its details are open; it can be put back on. */
function CanceledNote({ practice, people }: { practice: PracticeRecord['practice']; people: number }) {
  const { id, title, cancelled, cancelMessage, editable } = practice
  const [before] = useState(cancelled)
  const again = useIdempotentMutation(api.schedule.cancel, {
    onDone: async () => {
      await Promise.all([refreshPractices(), refreshRecord(id)])
      toast({ text: officerMessages.planUncancelled(title) })
    },
  })
  if (!cancelled) return null
  return (
    <OfflineGuard>
      <FormMessage
        tone="warning"
        quiet={before}
        details={
          cancelMessage === '' ? (
            people > 0 && officerMessages.canceledForAll
          ) : (
            <CancelMessage>{cancelMessage}</CancelMessage>
          )
        }
        actions={
          editable && (
            <ActionButton
              sends
              pending={again.pending}
              onClick={() => again.act({ practiceId: id, expected: seenOf(practice), cancelled: false, message: '' })}
            >
              Restore Practice
            </ActionButton>
          )
        }
      >
        <strong>Canceled</strong>
      </FormMessage>
      <ErrorNote error={again.problem} onRetry={again.retry} pending={again.pending} />
    </OfflineGuard>
  )
}
