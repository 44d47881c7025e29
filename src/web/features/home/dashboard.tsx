import type { ReactNode } from 'react'
import type { Home } from '#contract/home.ts'
import { InstallPrompt } from '#web/features/install/install-prompt.tsx'
import { OfferAfterRsvp } from '#web/features/notifications/offer-after-rsvp.tsx'
import { useUsePass } from '#web/features/passes/use-use-pass.ts'
import { OutstandingBanner } from '#web/features/practices/outstanding-banner.tsx'
import { useLazy } from '#web/shell/use-lazy.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { useDesktop } from '#web/ui/use-media.ts'
import { BecomeOfficer } from './become-officer.tsx'
import { CalendarNote } from './calendar-note.tsx'
import { CancelledCard } from './cancelled-card.tsx'
import { CheckInArea, checkInProblem } from './check-in-area.tsx'
import classes from './dashboard.module.css'
import { EndedEarlyCard } from './ended-early-card.tsx'
import { FailedRsvps } from './failed-rsvps.tsx'
import { FinishSettingUp } from './finish-setting-up.tsx'
import { isStartable } from './home-at-time.ts'
import { officerDialogs } from './home-search.ts'
import { LivePanel } from './live-panel.tsx'
import { NextPractice } from './next-practice.tsx'
import { NoNext, NotStarted } from './no-practice.tsx'
import { SamplesNote } from './samples-note.tsx'
import { Tiles } from './tiles.tsx'
import { TodoCard } from './todo-card.tsx'
import { useCheckIn } from './use-check-in.ts'
import { useHomeDialog } from './use-home-dialog.ts'

type PartProps = { home: Home; now: number; officer: boolean }

/** What is live, what comes next, what is owed, and the ways on: in this order on a phone, in two columns from 1050 px. */
export function Dashboard({ home, now, officer, note }: PartProps & { note: ReactNode }) {
  useKeptFocus()
  const next = <Next home={home} now={now} officer={officer} />
  return (
    <>
      <div className={classes.board}>
        {(note || home.calendar.stale) && (
          <div className={classes.notes}>
            {note}
            {home.calendar.stale && <CalendarNote readAt={home.calendar.readAt} now={now} />}
          </div>
        )}
        <div className={classes.column}>
          {home.officerCommand && <BecomeOfficer command={home.officerCommand} />}
          <FailedRsvps shown={home.next} />
          <Now home={home} now={now} officer={officer} />
          {home.live === null && next}
          <OfferAfterRsvp />
        </div>
        <div className={classes.column}>
          {home.live !== null && next}
          {home.balance < 0 && <OutstandingBanner outstanding={-home.balance} />}
          <Tiles home={home} officer={officer} />
          {home.needs && <TodoCard needs={home.needs} />}
          {home.unset.length > 0 && <FinishSettingUp unset={home.unset} />}
        </div>
      </div>
      <Dialogs home={home} now={now} officer={officer} />
      <InstallPrompt />
    </>
  )
}

/** What opens over the page comes when it is first asked for; members have no use for the officers' part. */
function Dialogs({ home, now, officer }: PartProps) {
  const { search, close } = useHomeDialog()
  const ofOfficers = officerDialogs.some((each) => each === search.open)
  const asked = !ofOfficers && (search.open ?? search.over ?? search.map) !== undefined
  const all = useLazy(() => import('./home-dialogs.tsx'), { asked, onMissing: close, ahead: true })
  const more = useLazy(() => import('./officer-dialogs.tsx'), {
    asked: officer && ofOfficers,
    onMissing: close,
    ahead: officer,
  })
  return (
    <>
      {all && <all.HomeDialogs home={home} now={now} officer={officer} />}
      {more && <more.OfficerDialogs home={home} now={now} />}
    </>
  )
}

/** The live practice, or what stands in its place. */
function Now({ home, now, officer }: PartProps) {
  const checkIn = useCheckIn()
  const usePass = useUsePass()
  const desktop = useDesktop()
  const { live } = home
  const problem = checkInProblem({ live, checkIn, usePass })
  if (live === null)
    return (
      <>
        {problem}
        {home.endedEarly.map((practice) => (
          <EndedEarlyCard key={practice.id} practice={practice} />
        ))}
        <NotStarted next={home.next[0]} now={now} />
      </>
    )
  const area = <CheckInArea home={home} live={live} checkIn={checkIn} usePass={usePass} />
  return (
    <>
      <LivePanel
        live={live}
        maps={home.maps}
        now={now}
        officer={officer}
        action={desktop && area}
        problem={desktop && problem}
      />
      {!desktop && (
        <ActionBar>
          {area}
          {problem}
        </ActionBar>
      )}
      {home.endedEarly.map((practice) => (
        <EndedEarlyCard key={practice.id} practice={practice} />
      ))}
    </>
  )
}

function Next({ home, now, officer }: PartProps) {
  const { live, next, hasCar, maps } = home
  const startable = next.find((practice) => isStartable(practice, now))
  return (
    <>
      {next.length === 0 && <NoNext home={home} now={now} />}
      {next.map((practice, index) => (
        <NextPractice
          key={practice.id}
          practice={practice}
          now={now}
          first={index === 0}
          hasCar={hasCar}
          maps={maps}
          start={officer ? { live: live?.practice ?? null, gold: live === null && practice === startable } : null}
        />
      ))}
      {officer && (home.hasSamples || home.hasSampleSettings) && <SamplesNote home={home} />}
      {home.cancelled.map((practice) => (
        <CancelledCard key={practice.id} practice={practice} now={now} />
      ))}
    </>
  )
}
