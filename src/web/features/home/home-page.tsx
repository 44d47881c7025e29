import { IconCalendarOff, IconChecklist, IconChevronDown } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import type { Home } from '#contract/home.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { isOfficer } from '#domain/roles.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { officerDialogs } from '#web/addresses/home-search.ts'
import { useHomeDialog } from '#web/addresses/use-address-dialog.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { StaleNote, StreamLost, useIsStale } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { InstallPrompt } from '#web/features/install/install-prompt.tsx'
import { OfferAfterRsvp } from '#web/features/notifications/offer-after-rsvp.tsx'
import { CheckInArea, checkInProblem, useCheckIn } from '#web/features/passes/check-in-area.tsx'
import { useUsePass } from '#web/features/passes/use-pass-action.ts'
import { useSpotNotice } from '#web/features/practices/use-spot-notice.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { afterPaint, loadRequired, useLazy } from '#web/lib/lazy-code.ts'
import { useOfflineQueue, withdraw } from '#web/lib/offline-queue/offline-queue.ts'
import { toProblem } from '#web/lib/request.ts'
import { useHome } from '#web/queries/home.ts'
import { isStartable } from '#web/queries/projected-home.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { FormMessage } from '#web/ui/form-message.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import { CancelledCard, NextPractice, NoNext } from './coming-practices.tsx'
import classes from './dashboard.module.css'
import { BecomeOfficer, SamplesNote } from './fresh-club-cards.tsx'
import { LivePanel } from './live-panel.tsx'
import tileClasses from './tiles.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The member comes from the wizard. */
    firstVisit?: true
  }
}

export function HomePage() {
  const officer = isOfficer(useSignedInMember())
  const { query, home, now } = useHome()
  useSpotNotice(query.data && [...query.data.next, ...query.data.upcoming])
  const problem = query.error && toProblem(query.error)
  const old = useIsStale(query)
  if (problem && !home) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title="Home" headingHidden titlePrefix={home?.live ? '● Live —' : undefined}>
      {home ? (
        <>
          <Dashboard home={home} now={now} officer={officer} note={old && <StaleNote query={query} />} />
          {/* A live practice shows it next to LIVE. */}
          {!old && !home.live && <StreamLost />}
        </>
      ) : (
        <HomeSkeleton />
      )}
    </Page>
  )
}

const LinksColumn = lazy(async () => {
  const { LinksColumn } = await loadRequired(() => import('./links-column.tsx'))
  return { default: LinksColumn }
})

/** Keeps the footer away. */
const waiting = <div data-waiting />

type DashboardProps = { home: Home; now: number; officer: boolean }

/** Live practice, next practice, to-dos, and links: in this order on a phone, in two columns from 1050 px. */
function Dashboard({ home, now, officer, note }: DashboardProps & { note: ReactNode }) {
  useKeptFocus()
  const isWhole = useWholePage()
  const first = useFirstVisit(home, officer)
  const next = (
    <>
      {first && (
        <first.module.FirstVisit practice={first.practice} now={now} home={home} maps={home.maps} onDone={first.end} />
      )}
      <Next home={home} now={now} officer={officer} without={first?.practice} />
    </>
  )
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
          <EndedEarly home={home} officer={officer} />
          {next}
          <OfferAfterRsvp />
        </div>
        <div className={classes.column}>
          <Suspense fallback={waiting}>{isWhole ? <LinksColumn home={home} officer={officer} /> : waiting}</Suspense>
        </div>
      </div>
      <Dialogs home={home} now={now} officer={officer} />
      <InstallPrompt />
    </>
  )
}

/** After a reload the page comes whole, so that it can be scrolled to where it was. */
const comesInParts = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type === 'navigate')
let hasCome = false

/** False in the first paint after the app was opened: what is seen first on a phone comes first, and the rest right after it. */
function useWholePage() {
  const [isWhole, setWhole] = useState(!comesInParts || hasCome)
  useEffect(() => {
    hasCome = true
    return afterPaint(() => startTransition(() => setWhole(true)))
  }, [])
  return isWhole
}

/** Lazy-loaded on first use; members never load the officers' dialogs. */
function Dialogs({ home, now, officer }: DashboardProps) {
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

/** The live practice, or what is shown instead. */
function Now({ home, now, officer }: DashboardProps) {
  const checkIn = useCheckIn()
  const usePass = useUsePass()
  const desktop = useDesktop()
  const { live } = home
  const problem = checkInProblem({ live, checkIn, usePass })
  const isHere = officer && !desktop && live !== null && live.checkedInAt !== null
  const bar = useLazy(() => import('./officer-bar.tsx'), { asked: isHere, quiet: true, ahead: officer })
  if (live === null) return problem
  const area = <CheckInArea home={home} live={live} checkIn={checkIn} usePass={usePass} />
  const hasBar = isHere && bar !== null
  return (
    <>
      <LivePanel
        live={live}
        maps={home.maps}
        now={now}
        officer={officer}
        clubMode={home.checkInMode}
        hasBar={hasBar}
        action={(desktop || hasBar) && area}
        problem={desktop && problem}
      />
      {!desktop && (
        <ActionBar>
          {hasBar ? <bar.OfficerBar /> : area}
          {problem}
        </ActionBar>
      )}
    </>
  )
}

/**
 * Practices that ended early. Loaded for officers before there is one, so that it can take the focus when they end it; beside `Now`, because
 * what `Now` shows is replaced at that moment, and would load it again.
 */
function EndedEarly({ home: { endedEarly }, officer }: Omit<DashboardProps, 'now'>) {
  const module = useLazy(() => import('./ended-early-card.tsx'), { asked: officer, quiet: true })
  return module && endedEarly.map((practice) => <module.EndedEarlyCard key={practice.id} practice={practice} />)
}

/** For a member who comes from the wizard, if a practice is coming: until they have read it, or leave. */
function useFirstVisit({ next: [practice] }: Home, officer: boolean) {
  const { history } = useRouter()
  const navigate = useNavigate()
  // Dialogs have history entries of their own.
  const [isFirst, setFirst] = useState(() => history.location.state.firstVisit === true)
  const asked = isFirst && !officer && practice !== undefined
  const module = useLazy(() => import('./first-visit.tsx'), { asked, quiet: true })
  if (!asked || !module) return null
  function end() {
    setFirst(false)
    void navigate({ to: '.', state: {}, replace: true, resetScroll: false })
  }
  return { module, practice, end }
}

/** @param without the practice that the first visit shows on its own */
function Next({ home, now, officer, without }: DashboardProps & { without?: PracticeCard | undefined }) {
  const { live, next, hasCar, maps, needs } = home
  const startable = next.find((practice) => isStartable(practice, now))
  const todo = needs && <TodoLine needs={needs} />
  const [first, ...more] = next.map(
    (practice, index) =>
      practice !== without && (
        <NextPractice
          key={practice.id}
          practice={practice}
          now={now}
          opens={live === null && index === 0}
          hasCar={hasCar}
          maps={maps}
          start={officer ? { live: live?.practice ?? null, gold: live === null && practice === startable } : null}
        />
      ),
  )
  return (
    <>
      {live && todo}
      {first ?? <NoNext home={home} now={now} />}
      {!live && todo}
      {more}
      {officer && (home.hasSamples || home.hasSampleSettings) && <SamplesNote home={home} />}
      {home.cancelled.map((practice) => (
        <CancelledCard key={practice.id} practice={practice} now={now} />
      ))}
    </>
  )
}

/**
 * For officers on phones, where what there is to do comes after everything else: right after the live practice or the
 * next one. Always there, so that nothing moves when there is something to do.
 */
function TodoLine({ needs }: { needs: NonNullable<Home['needs']> }) {
  const { emailsOff = [], ...numbers } = needs
  const open = Object.values(numbers).filter((number) => number > 0).length + emailsOff.length
  const icon = <IconChecklist size={20} stroke={1.75} aria-hidden />
  if (open === 0)
    return (
      <p className={classes.todo}>
        {icon}
        {memberMessages.nothingToDo}
      </p>
    )
  return (
    <a href="#to-do" className={classes.todo}>
      {icon}
      {memberMessages.toDo(open)}
      <IconChevronDown size={20} stroke={1.75} aria-hidden />
    </a>
  )
}

/** Shown when the external calendar can't be read: the last known data is used, with its age. */
function CalendarNote({ readAt, now }: { readAt: string | null; now: number }) {
  const times = useClubTimes()
  return (
    <QuietNote icon={<IconCalendarOff size={20} stroke={1.75} aria-hidden />}>
      {readAt === null
        ? memberMessages.calendarNeverRead
        : memberMessages.calendarStale(times.moment(Date.parse(readAt), times.dayOf(now), now))}
    </QuietNote>
  )
}

/** RSVPs made offline that the server refused: shown until the member has read why. */
function FailedRsvps({ shown }: { shown: { id: string }[] }) {
  const refused = useOfflineQueue().filter(
    (entry) =>
      entry.kind === 'answer' &&
      entry.state === 'failed' &&
      entry.waited &&
      // Otherwise it is shown where the RSVP was made.
      !shown.some(({ id }) => id === entry.input.practiceId),
  )
  return refused.map((entry) => (
    <FormMessage key={entry.key} tone="error" onDismiss={() => withdraw(entry)}>
      <strong>
        <bdi>{entry.title}</bdi>:
      </strong>{' '}
      {entry.problem?.message}
    </FormMessage>
  ))
}

/** Placeholder layout while nothing is loaded. */
function HomeSkeleton() {
  return (
    <Skeletons label="Loading your home page">
      <div className={`${classes.board} ${classes.waiting}`}>
        <div className={classes.column}>
          <SkeletonCard height={19} />
        </div>
        <div className={tileClasses.tiles}>
          <SkeletonCard height={7} />
          <SkeletonCard height={7} />
        </div>
      </div>
    </Skeletons>
  )
}
