import { memberMessages } from '#domain/text/member-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useStreamLost } from '#web/lib/live/live-updates.ts'
import classes from './live-line.module.css'

type LiveLineProps = {
  /** The id of the word LIVE, for the panel's label. */
  id: string
  endsAt: string
  now: number
  startedBy?: string | null
}

/**
 * The first line of a live practice's panel: that it is live, and until when. The dot is full while changes arrive on their own, and
 * hollow while they may not.
 */
export function LiveLine({ id, endsAt, now, startedBy = null }: LiveLineProps) {
  const times = useClubTimes()
  const lost = useStreamLost()
  return (
    <p className={classes.line} data-lost={lost || undefined}>
      <span className={classes.dot} aria-hidden />
      <strong id={id} className={classes.live}>
        LIVE
      </strong>
      {lost && <span className={classes.lost}>{memberMessages.reconnecting}</span>}
      <span>
        <time dateTime={endsAt}>{times.until(Date.parse(endsAt), now)}</time>
        {startedBy !== null && (
          <>
            {' '}
            · started by <bdi>{startedBy}</bdi>
          </>
        )}
      </span>
    </p>
  )
}
