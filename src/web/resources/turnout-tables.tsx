import { useId } from 'react'
import type { HeldPractice } from '#contract/resources.ts'
import { byWeek, byWeekday, noShowsOf, type Turnout, turnoutOf } from '#domain/turnout.ts'
import { serverNow } from '#web/session/clock.ts'
import { useClubTimes } from '#web/shell/use-club-times.ts'
import { Card } from '#web/ui/card.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './turnout-tables.module.css'

/** `12.5`; a dash where there was no practice. */
export function averageText({ average }: Turnout) {
  return average === null ? '–' : average.toFixed(1).replace(/\.0$/, '')
}

/** `12 %`; a dash where nobody had answered. */
export function rateText({ noShowRate }: Turnout) {
  return noShowRate === null ? '–' : `${Math.round(noShowRate * 100)}%`
}

type Practices = { practices: HeldPractice[] }

/** On which evening it is worth opening the range. */
export function WeekdaysTable({ practices }: Practices) {
  const id = useId()
  return (
    <Card as="section" flush aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        By weekday
      </h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Weekday</th>
            <th scope="col">Practices</th>
            <th scope="col">Average</th>
            <th scope="col">No-shows</th>
          </tr>
        </thead>
        <tbody>
          {byWeekday(practices).map(({ weekday, turnout }) => (
            <tr key={weekday}>
              <th scope="row">{weekday}</th>
              <td>{turnout.practices}</td>
              <td>{averageText(turnout)}</td>
              <td>
                <Rate turnout={turnout} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** What the chart draws where there are too many practices for it. */
export function WeeksTable({ practices }: Practices) {
  const times = useClubTimes()
  const now = serverNow()
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Week of</th>
          <th scope="col">Practices</th>
          <th scope="col">Average</th>
          <th scope="col">No-shows</th>
        </tr>
      </thead>
      <tbody>
        {byWeek(practices)
          .toReversed()
          .map(({ monday, turnout }) => (
            <tr key={monday}>
              <th scope="row">
                <time dateTime={monday}>{times.date(monday, now)}</time>
              </th>
              <td>{turnout.practices}</td>
              <td>{averageText(turnout)}</td>
              <td>
                <Rate turnout={turnout} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** Each practice of the semester, newest first. */
export function PracticesTable({ practices }: Practices) {
  const id = useId()
  const times = useClubTimes()
  const now = serverNow()
  return (
    <Card as="section" flush aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        By practice
      </h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Practice</th>
            <th scope="col">Came</th>
            <th scope="col">Answered</th>
            <th scope="col">No-shows</th>
          </tr>
        </thead>
        <tbody>
          {practices.map((practice) => (
            <tr key={practice.id}>
              <th scope="row">
                <span className={classes.name}>{practice.title}</span>{' '}
                <time dateTime={practice.startsOn} className={classes.date}>
                  {times.date(practice.startsOn, now)}
                </time>
              </th>
              <td>{practice.attended}</td>
              <td>{practice.answered}</td>
              <td>
                <Rate turnout={turnoutOf([practice])} heads={noShowsOf(practice)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Rate({ turnout, heads }: { turnout: Turnout; heads?: number }) {
  if (turnout.noShowRate === null)
    return (
      <>
        <span aria-hidden>–</span>
        <ReadOut>nobody had answered</ReadOut>
      </>
    )
  if (heads === undefined) return rateText(turnout)
  return (
    <>
      {heads} <span className={classes.rate}>{rateText(turnout)}</span>
    </>
  )
}
