import { lazy, Suspense, useEffect } from 'react'
import type { Home } from '#contract/home.ts'
import { inLine } from '#domain/isolated-text.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useHomeDialog, useLast } from '#web/addresses/use-address-dialog.ts'
import { ConfirmAction } from '#web/components/confirm-action.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { recheckSession } from '#web/lib/use-session.ts'
import { refreshHome } from '#web/queries/home.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/page.tsx'
import { endedCardTitle, liveConflictMessage } from './ended-early-card.tsx'

/** Confirm dialogs of officers' actions on the home page. */
export function OfficerDialogs({ home, now }: { home: Home; now: number }) {
  return (
    <>
      <StartDialog home={home} />
      <EndDialog home={home} />
      <SamplesDialog home={home} />
      <LiveListDialog home={home} now={now} />
      {/* Over the attendees, so it comes after them. */}
      <RemoveDialog home={home} />
    </>
  )
}

function StartDialog({ home }: { home: Home }) {
  const { search, close } = useHomeDialog()
  const start = useIdempotentMutation(api.practices.start, { onDone: refreshHome })
  const asked = search.open === 'start'
  const practice = home.next.find(({ id }) => asked && id === search.practice)
  const title = useLast(practice?.title)
  return (
    <ConfirmAction
      asked={asked}
      input={practice ? { practiceId: practice.id } : null}
      act={start}
      title="Start practice?"
      text={
        <>
          <strong>
            <bdi>{title}</bdi>.
          </strong>{' '}
          {memberMessages.confirmStart}
        </>
      }
      confirm="Start Practice"
      tone="gold"
      inWords={liveConflictMessage}
      onClose={close}
    />
  )
}

function EndDialog({ home: { live } }: { home: Home }) {
  const { search, close } = useHomeDialog()
  const end = useIdempotentMutation(api.practices.endEarly, { onDone: refreshHome })
  const practiceId = useLast(live?.practice.id) ?? ''
  return (
    <ConfirmAction
      asked={search.open === 'end'}
      input={live ? { practiceId: live.practice.id } : null}
      act={end}
      title="End practice early?"
      text={memberMessages.confirmEndEarly}
      confirm="End Practice"
      onClose={close}
      // How it went comes into view, wherever the page was scrolled to.
      returnFocus={() => endedCardTitle(practiceId)}
    />
  )
}

function RemoveDialog({ home: { live } }: { home: Home }) {
  const { search, close } = useHomeDialog()
  const remove = useIdempotentMutation(api.practices.removeAttendee, { onDone: refreshHome })
  const asked = search.open === 'remove'
  const attendees = live?.attendees ?? []
  const index = asked ? attendees.findIndex(({ memberId }) => memberId === search.member) : -1
  const attendee = attendees[index]
  const name = useLast(attendee?.name) ?? ''
  const neighbour = useLast(attendee && (attendees[index + 1] ?? attendees[index - 1])?.memberId)
  return (
    <ConfirmAction
      asked={asked}
      input={live && attendee ? { practiceId: live.practice.id, memberId: attendee.memberId } : null}
      act={remove}
      title={inLine`Remove ${name}?`}
      text={memberMessages.confirmRemoveAttendee(name)}
      confirm="Remove"
      onDone={() => toast({ text: inLine`Removed ${name}.` })}
      onClose={close}
      returnFocus={() => document.querySelector<HTMLElement>(`[data-remove="${CSS.escape(neighbour ?? '')}"]`)}
    />
  )
}

function SamplesDialog({ home }: { home: Home }) {
  const { search, close } = useHomeDialog()
  const remove = useIdempotentMutation(api.practices.removeSamples, {
    onDone: () => Promise.all([refreshHome(), recheckSession()]),
  })
  return (
    <ConfirmAction
      asked={search.open === 'samples'}
      input={home.hasSamples || home.hasSampleSettings ? {} : null}
      act={remove}
      title="Remove samples?"
      text={memberMessages.confirmRemoveSamples}
      confirm="Remove samples"
      onDone={() => toast({ text: 'Samples removed.' })}
      onClose={close}
    />
  )
}

const LiveList = lazy(() =>
  import('#web/features/manage-practices/practice-record.tsx').then((module) => ({ default: module.LiveList })),
)

const liveLists = ['attendees', 'add', 'carpool'] as const

/** Roll call and check-in by name, and the drivers who get credit. */
function LiveListDialog({ home: { live }, now }: { home: Home; now: number }) {
  const { search, open, close } = useHomeDialog()
  const asked = liveLists.find((each) => each === search.open || each === search.over) ?? null
  const list = useLast(asked)
  const practiceId = useLast(live?.practice.id)
  const over = asked !== null && live === null
  useEffect(() => {
    if (over) close()
  })
  return (
    <InfoDialog
      wide
      open={asked !== null && !over}
      onClose={close}
      title={list === 'carpool' ? 'Carpool List' : 'Attendees'}
    >
      {list !== null && practiceId !== null && (
        <Suspense fallback={<Loading>{messages.loading}</Loading>}>
          <LiveList
            practiceId={practiceId}
            list={list}
            now={now}
            onRemove={(member) => open({ open: 'remove', member, over: 'attendees' })}
          />
        </Suspense>
      )}
    </InfoDialog>
  )
}
