import { IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Home } from '#contract/home.ts'
import { inAttendance } from '#domain/text/member-messages.ts'
import { scanMessages as text } from '#domain/text/scan-messages.ts'
import type { ScanSearch } from '#web/addresses/scan-search.ts'
import { useAddressDialog, useLast } from '#web/addresses/use-address-dialog.ts'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError } from '#web/components/page-placeholders.tsx'
import { SellDialog } from '#web/features/door-sales/sell-dialog.tsx'
import { ScreenOnNote } from '#web/features/passes/screen-on-note.tsx'
import { useWakeLock } from '#web/features/passes/use-wake-lock.ts'
import { LiveLine } from '#web/features/practices/live-line.tsx'
import { api } from '#web/lib/api.ts'
import { useOfflineQueue } from '#web/lib/offline-queue/offline-queue.ts'
import type { Entry } from '#web/lib/offline-queue/queue-rules.ts'
import { forgetResponses } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { newIdempotencyKey } from '#web/lib/use-idempotent-mutation.ts'
import { saveLimits } from '#web/lib/use-session.ts'
import { useHome } from '#web/queries/home.ts'
import { IconButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { DarkPanel } from '#web/ui/dark-panel.tsx'
import { ButtonLink } from '#web/ui/external-link.tsx'
import { useKeptFocus } from '#web/ui/focus.ts'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { Loading, Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { CameraView } from './camera-view.tsx'
import { NoCamera } from './no-camera.tsx'
import { RecentScans, Unsent } from './recent-scans.tsx'
import { scanListKey, useScanList } from './scan-list.ts'
import classes from './scan-page.module.css'
import { ScanResult } from './scan-result.tsx'
import { ScanSearch as Search } from './scan-search.tsx'
import { isMuted, setMuted } from './signals.ts'
import { type Scans, useScans } from './use-scans.ts'

/** Where officers scan the passes of those who come in, with or without a connection. */
export function ScanPage() {
  const { query, home } = useHome()
  const problem = query.error && toProblem(query.error)
  if (problem && !home) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title={text.title} wide headingHidden={home?.live != null}>
      {home === null ? (
        <Skeletons label={text.loading}>
          <SkeletonCard height={20} />
        </Skeletons>
      ) : home.live === null ? (
        <NoPractice />
      ) : (
        <LiveScan key={home.live.practice.id} live={home.live} freshness={<Freshness query={query} />} />
      )}
    </Page>
  )
}

/** Scans of an earlier practice may still wait here. */
function NoPractice() {
  useEffect(() => forgetResponses(scanListKey), [])
  const unsent = useOfflineQueue().filter((entry): entry is Entry<'scan'> => entry.kind === 'scan')
  return (
    <Card>
      <EmptyState next={<ButtonLink href="/home">{text.toHome}</ButtonLink>}>
        {text.noPractice} {text.noPracticeNext}
      </EmptyState>
      <Unsent unsent={unsent} />
    </Card>
  )
}

type LiveScanProps = { live: NonNullable<Home['live']>; freshness: ReactNode }

function LiveScan({ live, freshness }: LiveScanProps) {
  const { practice, attendees } = live
  const now = useNow('minute')
  const here = new Set(attendees.map(({ memberId }) => memberId))
  const id = useId()
  const list = useScanList(practice.id, here)
  const scans = useScans(practice.id, list)
  const canSleep = useWakeLock(true)
  const sale = useSale(scans)
  useHeldSession(practice.id)
  useKeptFocus()
  // What is being typed or sold stays on the screen.
  const isBusy = () => sale.buyer !== null || document.activeElement?.matches('form input')
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <DarkPanel className={classes.head}>
          <div className={classes.what}>
            <LiveLine id={id} endsAt={practice.endsAt} now={now} />
            <h2 className={classes.practice}>
              <bdi>{practice.title}</bdi>
            </h2>
            <p>
              {attendees.length} {inAttendance(attendees.length)}
            </p>
          </div>
          <Sound />
        </DarkPanel>
        {freshness}
      </div>
      <div className={classes.camera}>
        <CameraView
          onText={(code) => isBusy() || scans.read(code)}
          facing="environment"
          off={(problem, retry) => <NoCamera problem={problem} onRetry={retry} />}
        />
        <ScanResult scan={scans.scans[0]} scans={scans} onSell={sale.open} />
      </div>
      <div className={classes.lists}>
        {list.people === null &&
          (list.query.error ? (
            <ErrorNote
              error={{ ...toProblem(list.query.error), message: text.notLoaded }}
              onRetry={list.query.refetch}
              pending={list.query.isFetching}
            />
          ) : (
            <Loading>{text.loading}</Loading>
          ))}
        <Search list={list} onPick={scans.pick} />
        <RecentScans scans={scans} />
        {canSleep && <ScreenOnNote />}
      </div>
      <SellDialog buyer={sale.buyer} practiceId={practice.id} checksIn onDone={sale.done} onClose={sale.close} />
    </div>
  )
}

/** A sale to someone who was scanned; their id is in the address, so that Back closes the dialog. */
function useSale(scans: Scans) {
  const { search, open, close } = useAddressDialog<ScanSearch>(['sell'])
  const scan = scans.scans.find(({ person }) => person !== null && person.id === search.sell)
  const last = useLast(scan)
  // After a reload, nothing is known of the scan.
  useEffect(() => {
    if (search.sell !== undefined && scan === undefined) close()
  })
  const person = scan?.person
  return {
    buyer: person ? { id: person.id, name: person.name, held: person } : null,
    open: (memberId: string) => open({ sell: memberId }),
    close: () => close(),
    done: () => last && scans.afterSale(last),
  }
}

function Sound() {
  const [muted, change] = useState(isMuted)
  return (
    <IconButton
      label={muted ? text.soundOn : text.soundOff}
      onClick={() => {
        setMuted(!muted)
        change(!muted)
      }}
    >
      {muted ? (
        <IconVolumeOff size={24} stroke={1.75} aria-hidden />
      ) : (
        <IconVolume size={24} stroke={1.75} aria-hidden />
      )}
    </IconButton>
  )
}

const holdAgainMs = 5 * 60_000

/**
 * While this page is open, the session lasts until the practice ends. Without a connection, it's asked for again later; a page that is
 * closed without one can't say so.
 */
function useHeldSession(practiceId: string) {
  useEffect(() => {
    const hold = (open: boolean) =>
      api.scans
        .hold({ practiceId, open }, { context: { idempotencyKey: newIdempotencyKey(), keepalive: !open } })
        .then(saveLimits)
        .catch(() => {})
    void hold(true)
    const again = () => void hold(true)
    const close = () => void hold(false)
    const timer = setInterval(again, holdAgainMs)
    window.addEventListener('online', again)
    const back = (event: PageTransitionEvent) => event.persisted && again()
    window.addEventListener('pageshow', back)
    window.addEventListener('pagehide', close)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      window.removeEventListener('pageshow', back)
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [practiceId])
}
