import { IconCloudOff } from '@tabler/icons-react'
import { messages } from '#domain/messages.ts'
import { useStreamLost } from '#web/live.ts'
import { problemOf } from '#web/problem.ts'
import { serverNow, useNow } from '#web/session/clock.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { QuietNote } from '#web/ui/quiet-note.tsx'
import classes from './freshness.module.css'
import { useClubTimes } from './use-club-times.ts'

type Asked = { error: unknown; dataUpdatedAt: number; refetch: () => Promise<unknown> }

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
      {problemOf(error).kind === 'offline' ? messages.showingOffline(when) : messages.showingOld(when)}
    </QuietNote>
  )
}

/** The same at the top of a page: at its place while there is something to say, and what the stream does otherwise. */
export function Freshness({ query }: { query: Asked & { data: unknown } }) {
  if (query.data === undefined) return null
  if (!query.error) return <StreamLost />
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
          {messages.reconnecting}
        </span>
      )}
    </div>
  )
}
