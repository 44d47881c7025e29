import type { AnsweredPractice } from '#contract/my-practices.ts'
import type { PracticeCard } from '#contract/practices.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { Chip } from '#web/ui/card.tsx'
import { CancelMessage } from './cancel-message.tsx'
import { PracticePlace } from './practice-place.tsx'
import { RsvpButtons } from './rsvp-buttons.tsx'
import classes from './upcoming-practice.module.css'

type UpcomingPracticeProps = {
  practice: PracticeCard | AnsweredPractice
  hasCar: boolean
  now: number
  /** The dialog that contains the row, if any. */
  over?: 'upcoming'
}

/** One row of a list of upcoming practices: when, what, where, and the RSVP buttons. */
export function UpcomingPractice({ practice, hasCar, now, over }: UpcomingPracticeProps) {
  const times = useClubTimes()
  const { date, time } = times.when(practice, now, times.dayName)
  const relative = times.relative(practice, now)
  return (
    <div className={classes.row}>
      <div className={classes.what}>
        <div className={classes.top}>
          <h3 className={classes.date}>
            <time dateTime={practice.startsOn}>{date}</time>
            {relative.toLowerCase() !== date.toLowerCase() && <span className={classes.relative}> · {relative}</span>}
          </h3>
          {practice.sample && <Chip tone="outline">Sample</Chip>}
        </div>
        <p className={classes.title}>
          <bdi>{practice.title}</bdi> · <span className={classes.time}>{time ?? 'all day'}</span>
        </p>
        <PracticePlace location={practice.location} />
      </div>
      <RsvpButtons practice={practice} hasCar={hasCar} over={over} compact />
    </div>
  )
}

/** Replaces a row whose practice was canceled. */
export function CancelledPractice({ practice, now }: { practice: AnsweredPractice; now: number }) {
  const { date, time } = useClubTimes().when(practice, now)
  return (
    <div className={classes.cancelled}>
      <div className={classes.top}>
        <h3 className={classes.date}>
          <s>
            <time dateTime={practice.startsOn}>{date}</time>
          </s>
        </h3>
        <Chip tone="outline">Canceled</Chip>
      </div>
      <p className={classes.title}>
        <s>
          <bdi>{practice.title}</bdi> · {time ?? 'all day'}
        </s>
      </p>
      <CancelMessage>{practice.cancelMessage}</CancelMessage>
    </div>
  )
}
