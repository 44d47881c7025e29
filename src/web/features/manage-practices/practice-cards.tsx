import type { ManagedPractice } from '#contract/manage-practices.ts'
import { useOpenPractice } from '#web/addresses/use-address-dialog.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { dayParts } from './day-words.ts'
import { PracticeActions, PracticeMoreMenu } from './practice-actions.tsx'
import classes from './practice-cards.module.css'
import { PracticeName } from './practice-name.tsx'
import {
  heads,
  isOver,
  lengthOf,
  limitInWords,
  outlookInWords,
  type TableContext,
  turnoutInWords,
} from './practice-words.ts'

/** How a practice looks on a phone: today's in large, others on three lines, and in the list with every column. */
type CardProps = { practice: ManagedPractice; context: TableContext }

export function TodayCard({ practice, context }: CardProps) {
  const { now, times } = context
  const { time } = times.when(practice, now)
  return (
    <div className={classes.today}>
      <div className={classes.what}>
        <p className={classes.when}>
          <time dateTime={practice.startsAt}>{time ?? 'All day'}</time>
          <span className={classes.muted}>
            {isOver(practice, now) ? 'over' : practice.cancelled ? '' : times.relative(practice, now)}
          </span>
        </p>
        <PracticeName practice={practice} />
        <p className={classes.muted}>{turnoutInWords(practice, now)}</p>
        <Outlook practice={practice} />
      </div>
      <PracticeActions practice={practice} context={context} />
    </div>
  )
}

export function CompactCard({ practice, context }: CardProps) {
  const open = useOpenPractice()
  const { now, times } = context
  const { weekday, date } = dayParts(practice.startsOn)
  const { time } = times.when(practice, now)
  return (
    <div className={classes.compact}>
      <time dateTime={practice.startsOn} className={classes.day} aria-hidden>
        <span className={classes.weekday}>{weekday}</span>
        <span className={classes.date}>{date}</span>
      </time>
      <div className={classes.what}>
        <button
          type="button"
          className={classes.open}
          aria-haspopup="dialog"
          data-details={practice.id}
          onClick={() => open({ practice: practice.id })}
        >
          <ReadOut>View Details: </ReadOut>
          <PracticeName practice={practice} />
          <ReadOut>, {times.when(practice, now).date}</ReadOut>
        </button>
        <p className={`${classes.muted} ${classes.line}`}>
          <span>{time ?? 'All day'}</span>
          <span>{turnoutInWords(practice, now)}</span>
        </p>
        <Outlook practice={practice} />
      </div>
      <PracticeMoreMenu practice={practice} context={context} />
    </div>
  )
}

/** An upcoming practice's other replies, and about how many will come. */
function Outlook({ practice }: { practice: ManagedPractice }) {
  const text = outlookInWords(practice).join(' · ')
  return text === '' ? null : <p className={classes.muted}>{text}</p>
}

/** The date comes first: it is what an officer looks for. */
export function ListedCard({ practice, context }: CardProps) {
  const { now, times } = context
  const { date, time } = times.when(practice, now)
  return (
    <div className={classes.listed}>
      <div>
        <p className={classes.when}>
          <time dateTime={practice.startsOn}>{date}</time>
          {time !== null && <span className={classes.muted}>{time}</span>}
        </p>
        <PracticeName practice={practice} />
        <Outlook practice={practice} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Attendance Limit</dt>
          <dd>{limitInWords(practice)}</dd>
        </div>
        <div>
          <dt>{isOver(practice, now) ? 'Attended' : 'Going'}</dt>
          <dd>{heads(practice, now)}</dd>
        </div>
        <div>
          <dt>Length</dt>
          <dd>{lengthOf(practice)}</dd>
        </div>
      </dl>
      <PracticeActions practice={practice} context={context} />
    </div>
  )
}
