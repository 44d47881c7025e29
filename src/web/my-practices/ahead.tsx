import { IconMapPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { AnsweredPractice, MyPractices } from '#contract/my-practices.ts'
import { messages } from '#domain/messages.ts'
import { AddToCalendar } from '#web/practices/add-to-calendar.tsx'
import { RsvpButtons } from '#web/practices/rsvp-buttons.tsx'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './ahead.module.css'

/** What I answered and is yet to come, to be answered otherwise; what was cancelled says so. */
export function Ahead({ mine: { ahead, hasCar }, now }: { mine: MyPractices; now: number }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id}>Coming up</h2>
      <Card flush>
        {ahead.length === 0 ? (
          <EmptyState
            next={
              <Link to="/home" search={{ open: 'upcoming' }} className={classes.link}>
                See what is planned
              </Link>
            }
          >
            {messages.nothingAhead}
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {ahead.map((practice) => (
              <li key={practice.id} className={classes.row}>
                {practice.cancelled ? (
                  <Cancelled practice={practice} now={now} />
                ) : (
                  <Coming practice={practice} hasCar={hasCar} now={now} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

function Coming({ practice, hasCar, now }: { practice: AnsweredPractice; hasCar: boolean; now: number }) {
  const times = useClubTimes()
  const { date, time } = times.when(practice, now)
  return (
    <>
      <div>
        <div className={classes.top}>
          <h3 className={classes.date}>
            <time dateTime={practice.startsOn}>{date}</time>
          </h3>
          <span className={classes.chips}>
            {practice.sample && <Chip tone="outline">Sample</Chip>}
            <Chip>{times.relative(practice, now)}</Chip>
          </span>
        </div>
        <p className={classes.what}>
          {practice.title} · <span className={classes.time}>{time ?? 'all day'}</span>
        </p>
        {practice.location !== '' && (
          <p className={classes.place}>
            <IconMapPin size={20} stroke={1.75} aria-hidden />
            {practice.location}
          </p>
        )}
      </div>
      <RsvpButtons practice={practice} hasCar={hasCar} />
      <AddToCalendar practice={practice} />
    </>
  )
}

function Cancelled({ practice, now }: { practice: AnsweredPractice; now: number }) {
  const { date, time } = useClubTimes().when(practice, now)
  return (
    <div className={classes.cancelled}>
      <div className={classes.top}>
        <h3 className={classes.date}>
          <s>
            <time dateTime={practice.startsOn}>{date}</time>
          </s>
        </h3>
        <Chip tone="outline">Cancelled</Chip>
      </div>
      <p className={classes.what}>
        <s>
          {practice.title} · {time ?? 'all day'}
        </s>
      </p>
    </div>
  )
}
