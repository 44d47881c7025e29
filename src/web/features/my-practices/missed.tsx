import { useId, useState } from 'react'
import type { MyPractices } from '#contract/my-practices.ts'
import { missedMessages } from '#domain/text/missed-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import classes from './history.module.css'

const mostAtFirst = 5

/** Practices the member had a spot at and didn't come to, and what an officer has excused. */
export function Missed({ mine, now }: { mine: MyPractices; now: number }) {
  const id = useId()
  const times = useClubTimes()
  const [all, setAll] = useState(false)
  // Missing from what the previous release stored on the phone.
  const { missed = [] } = mine
  if (missed.length === 0) return null
  const shown = all ? missed : missed.slice(0, mostAtFirst)
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div>
        <h2 id={id}>{missedMessages.title}</h2>
        <p className={classes.count}>{missedMessages.meaning}</p>
      </div>
      <Card as="ul" flush>
        {shown.map(({ id, title, startsOn, excuse }) => (
          <li key={id} className={classes.row}>
            <span className={classes.title}>{title}</span>
            <time dateTime={startsOn} className={classes.date}>
              {times.date(startsOn, now)}
            </time>
            {excuse !== null && (
              <span className={classes.how}>
                <bdi>{missedMessages.excused(excuse)}</bdi>
              </span>
            )}
          </li>
        ))}
      </Card>
      {shown.length < missed.length && (
        <div>
          <ActionButton onClick={() => setAll(true)}>{missedMessages.showAll(missed.length)}</ActionButton>
        </div>
      )}
    </section>
  )
}
