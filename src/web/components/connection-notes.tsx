import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useStreamLost, useUnreachable } from '#web/lib/live/live-updates.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import classes from './connection-notes.module.css'

type ShownQuery = { error: unknown; dataUpdatedAt: number; isFetching: boolean; refetch: () => Promise<unknown> }

const openedAt = Date.now()
/** How long saved data from an earlier visit shows before it is marked as old: usually the response arrives sooner. */
const lateMs = 1500

/**
 * Whether the shown data can't be refreshed: the device is offline, the request failed, or it is slow and the data is
 * from an earlier visit.
 */
export function useIsStale({ error, dataUpdatedAt, isFetching }: ShownQuery) {
  const [late, setLate] = useState(false)
  const offline = useOffline()
  const unreachable = useUnreachable({ offline }) && dataUpdatedAt > 0
  const waiting = isFetching && dataUpdatedAt > 0 && dataUpdatedAt < openedAt
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setLate, lateMs, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return Boolean(error) || unreachable || (waiting && late)
}

/** Says that the page could not be refreshed: how old its data is, why, and a retry. */
export function StaleNote({ query: { error, dataUpdatedAt, refetch } }: { query: ShownQuery }) {
  const times = useClubTimes()
  const now = useNow('minute')
  const offline = useOffline()
  const unreachable = useUnreachable({ offline })
  const when = times.moment(dataUpdatedAt + serverNow() - Date.now(), times.dayOf(now), now)
  return (
    <QuietNote
      role="status"
      icon={<IconCloudOff size={20} stroke={1.75} aria-hidden />}
      action={
        <ActionButton tone="quiet" onClick={refetch}>
          Try again
        </ActionButton>
      }
    >
      {error
        ? whyOld(toProblem(error), when)
        : unreachable
          ? memberMessages.showingOffline(when)
          : memberMessages.showingSaved(when)}
    </QuietNote>
  )
}

function whyOld({ kind }: Problem, when: string) {
  return kind === 'offline' ? memberMessages.showingOffline(when) : memberMessages.showingOld(when)
}

/** The same at the top of a page, only while it applies; otherwise the state of the live stream. */
export function Freshness({ query }: { query: ShownQuery & { data: unknown } }) {
  const old = useIsStale(query)
  if (query.data === undefined) return null
  if (!old) return <StreamLost />
  return (
    <div className={classes.old}>
      <StaleNote query={query} />
    </div>
  )
}

/** Shown while live updates may be late, above pages that show them. Takes no space and no presses. */
export function StreamLost() {
  const lost = useStreamLost()
  return (
    <div role="status" className={`${classes.region} no-print`}>
      {lost && (
        <span className={classes.pill}>
          <span className={classes.dot} aria-hidden />
          {memberMessages.reconnecting}
        </span>
      )}
    </div>
  )
}

/** Whether the device reports that it is offline: then retrying can't help. */
function useOffline() {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/** Why an action that can't be queued is unavailable offline; null while it is available. */
export function useNeedsConnection() {
  return useOffline() ? messages.needsConnection : null
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
