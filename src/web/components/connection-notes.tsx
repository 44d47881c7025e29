import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useStreamLost } from '#web/lib/live/live-updates.ts'
import { type Problem, toProblem } from '#web/lib/request.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { QuietNote } from '#web/ui/page-notes.tsx'
import classes from './connection-notes.module.css'

type ShownQuery = { error: unknown; dataUpdatedAt: number; isFetching: boolean; refetch: () => Promise<unknown> }

const openedAt = Date.now()
/** What an earlier visit left stands there for so long before it says so: mostly the news comes sooner. */
const lateMs = 1500

/** True while what is shown can't be brought up to date: no answer came, or it is late and this is of an earlier visit. */
export function useOld({ error, dataUpdatedAt, isFetching }: ShownQuery) {
  const [late, setLate] = useState(false)
  const waiting = isFetching && dataUpdatedAt > 0 && dataUpdatedAt < openedAt
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(setLate, lateMs, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return Boolean(error) || (waiting && late)
}

/** What is on the page could not be refreshed: of when it is, why, and one way on. */
export function OldNote({ query: { error, dataUpdatedAt, refetch } }: { query: ShownQuery }) {
  const times = useClubTimes()
  const now = useNow('minute')
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
      {error ? whyOld(toProblem(error), when) : memberMessages.showingSaved(when)}
    </QuietNote>
  )
}

function whyOld({ kind }: Problem, when: string) {
  return kind === 'offline' ? memberMessages.showingOffline(when) : memberMessages.showingOld(when)
}

/** The same at the top of a page: at its place while there is something to say, and what the stream does otherwise. */
export function Freshness({ query }: { query: ShownQuery & { data: unknown } }) {
  const old = useOld(query)
  if (query.data === undefined) return null
  if (!old) return <StreamLost />
  return (
    <div className={classes.old}>
      <OldNote query={query} />
    </div>
  )
}

/** While changes may come late, above a page that shows them as they happen. Takes no room, and no presses. */
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

/** Whether the device itself says that it has no connection: then nothing but waiting helps. */
function useOffline() {
  return useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false,
  )
}

/** Why what does not wait can't be done now; null while it can. */
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
