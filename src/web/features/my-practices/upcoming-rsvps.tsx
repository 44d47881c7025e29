import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { MyPractices } from '#contract/my-practices.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { CancelledPractice, UpcomingPractice } from '#web/features/practices/upcoming-practice.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import classes from './upcoming-rsvps.module.css'

/** What I answered and is yet to come, to be answered otherwise; what was cancelled says so. */
export function UpcomingRsvps({ mine: { ahead, hasCar }, now }: { mine: MyPractices; now: number }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id}>Coming up</h2>
      <Card flush>
        {ahead.length === 0 ? (
          <EmptyState
            next={
              <Link to="/home" search={{ open: 'upcoming' }} className={classes.link}>
                See all upcoming practices
              </Link>
            }
          >
            {memberMessages.nothingAhead}
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {ahead.map((practice) => (
              <li key={practice.id} className={classes.row}>
                {practice.cancelled ? (
                  <CancelledPractice practice={practice} now={now} />
                ) : (
                  <UpcomingPractice practice={practice} hasCar={hasCar} now={now} />
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}
