import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { memberMessages } from '#domain/text/member-messages.ts'
import { type Problem, toProblem } from '#web/lib/api-error.ts'
import { useStreamLost } from '#web/lib/live/live-updates.ts'
import { serverNow, useNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { QuietNote } from '#web/ui/quiet-note.tsx'
import classes from './freshness.module.css'
import { useClubTimes } from './use-club-times.ts'

type Asked = { error: unknown; dataUpdatedAt: number; isFetching: boolean; refetch: () => Promise<unknown> }

const openedAt = Date.now()
/** What an earlier visit left stands there for so long before it says so: mostly the news comes sooner. */
const lateMs = 1500

/** True while what is shown can't be brought up to date: no answer came, or it is late and this is of an earlier visit. */
export function useOld({ error, dataUpdatedAt, isFetching }: Asked) {
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
export function OldNote({ query: { error, dataUpdatedAt, refetch } }: { query: Asked }) {
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
      {error ? inWords(toProblem(error), when) : memberMessages.showingSaved(when)}
    </QuietNote>
  )
}

function inWords({ kind }: Problem, when: string) {
  return kind === 'offline' ? memberMessages.showingOffline(when) : memberMessages.showingOld(when)
}

/** The same at the top of a page: at its place while there is something to say, and what the stream does otherwise. */
export function Freshness({ query }: { query: Asked & { data: unknown } }) {
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
