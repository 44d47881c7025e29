import { lazy, Suspense, useEffect, useState } from 'react'
import type { Home } from '#contract/home.ts'
import type { CheckInMode } from '#domain/check-in.ts'
import { inLine } from '#domain/isolated-text.ts'
import { checkInMessages } from '#domain/text/check-in-messages.ts'
import { kioskMessages } from '#domain/text/kiosk-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useHomeDialog, useLast } from '#web/addresses/use-address-dialog.ts'
import { CheckInModeField } from '#web/components/check-in-mode-field.tsx'
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
      <CodeDialog home={home} />
      <KioskDialog home={home} />
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
  /** Null: as the club has set. */
  const [mode, setMode] = useState<CheckInMode | null>(null)
  if (!asked && mode !== null) setMode(null)
  return (
    <ConfirmAction
      asked={asked}
      input={practice ? { practiceId: practice.id, ...(mode !== null && { checkInMode: mode }) } : null}
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
    >
      <CheckInModeField legend={checkInMessages.mode} value={mode ?? home.checkInMode} onChange={setMode} />
    </ConfirmAction>
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

const CodeScreen = lazy(() => import('./code-screen.tsx').then((module) => ({ default: module.CodeScreen })))

/** The code to check in, for the whole screen; closes when the practice is over. */
function CodeDialog({ home: { live } }: { home: Home }) {
  const { search, close } = useHomeDialog()
  const asked = search.open === 'code'
  const shown = live?.checkInMode === 'code' ? live : null
  const pointless = asked && shown === null
  useEffect(() => {
    if (pointless) close()
  })
  if (!asked || shown === null) return null
  return (
    <Suspense>
      <CodeScreen live={shown} onClose={close} />
    </Suspense>
  )
}

const KioskPanel = lazy(() =>
  import('#web/features/kiosk/kiosk-dialog.tsx').then((module) => ({ default: module.KioskPanel })),
)

/** Closes when the practice is over. */
function KioskDialog({ home: { live } }: { home: Home }) {
  const { search, close } = useHomeDialog()
  const asked = search.open === 'kiosk'
  const practiceId = useLast(live?.practice.id)
  const over = asked && live === null
  useEffect(() => {
    if (over) close()
  })
  return (
    <InfoDialog open={asked && !over} onClose={close} title={kioskMessages.title}>
      {practiceId !== null && (
        <Suspense fallback={<Loading>{messages.loading}</Loading>}>
          <KioskPanel practiceId={practiceId} />
        </Suspense>
      )}
    </InfoDialog>
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
            erasing={{
              guestId: search.open === 'erase' ? search.member : undefined,
              onAsk: (member) => open({ open: 'erase', member, over: 'attendees' }),
              onClose: close,
            }}
            selling={{
              buyerId: search.open === 'sell' ? search.member : undefined,
              saleId: search.open === 'unsell' ? search.member : undefined,
              onSell: (member) => open({ open: 'sell', member, over: 'attendees' }),
              onUndo: (member) => open({ open: 'unsell', member, over: 'attendees' }),
              onClose: close,
            }}
          />
        </Suspense>
      )}
    </InfoDialog>
  )
}
