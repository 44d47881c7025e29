import { useId } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { outlookMessages as text } from '#domain/text/outlook-messages.ts'
import { useOpenPractice } from '#web/addresses/use-address-dialog.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'

/** About how many will come, that it is an estimate, and how far off it has been. */
export function Forecast({ forecast }: { forecast: PracticeRecord['forecast'] }) {
  // The previous release, which may answer during an update, has none.
  if (!forecast) return null
  const { heads, error } = forecast
  return (
    <p className={classes.forecast}>
      <strong>{text.expected(Math.round(heads))}</strong>
      <span className={classes.note}>
        {text.estimate}
        {error && ` ${text.error(error)}`}
      </span>
    </p>
  )
}

/** Members who usually come, or are new, and haven't replied; they can be reminded. */
export function NotReplied({ record }: { record: PracticeRecord }) {
  const id = useId()
  const open = useOpenPractice()
  const { practice, notReplied = [] } = record
  if (notReplied.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionTop}>
        <div>
          <h3 id={id}>
            {text.notReplied} ({notReplied.length})
          </h3>
          <p className={classes.note}>{text.notRepliedMeaning}</p>
        </div>
        <ActionButton aria-haspopup="dialog" onClick={() => open({ practice: practice.id, ask: 'remind' })}>
          {text.remindNow}
        </ActionButton>
      </div>
      <ul className={classes.list} aria-labelledby={id}>
        {notReplied.map((each) => (
          <PersonRow key={each.memberId} person={each} />
        ))}
      </ul>
    </section>
  )
}
