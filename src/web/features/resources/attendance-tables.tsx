import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { HeldPractice, Turnout as ShownTurnout } from '#contract/resources.ts'
import { byWeek, byWeekday, noShowsOf, type Turnout, turnoutOf } from '#domain/attendance-report.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './attendance-tables.module.css'

/** `12.5`; a dash if there was no practice. */
export function averageText({ average }: Pick<Turnout, 'average'>) {
  return average === null ? '–' : average.toFixed(1).replace(/\.0$/, '')
}

/** `12 %`; a dash if there were no RSVPs. */
export function rateText({ noShowRate }: Turnout) {
  return noShowRate === null ? '–' : `${Math.round(noShowRate * 100)}%`
}

type Practices = { practices: HeldPractice[] }

/** Average attendance by weekday. */
export function WeekdaysTable({ practices }: Practices) {
  return (
    <TitledTable title="By weekday">
      <AttendanceTable
        heads={['Weekday', 'Practices', 'Average']}
        rows={byWeekday(practices).map(({ weekday, turnout }) => ({
          key: weekday,
          head: weekday,
          cells: [turnout.practices, averageText(turnout)],
          turnout,
        }))}
      />
    </TitledTable>
  )
}

type SemestersProps = {
  /** Newest first. */
  semesters: ShownTurnout['semesters']
  /** The key of the one on the page. */
  shown: string | null
}

/** Average attendance by semester, each a way to its own numbers. */
export function SemestersTable({ semesters, shown }: SemestersProps) {
  return (
    <TitledTable title="By term">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Term</th>
            <th scope="col">Practices</th>
            <th scope="col">Average</th>
          </tr>
        </thead>
        <tbody>
          {semesters.map(({ key, name, practices, attended }, index) => (
            <tr key={key} data-shown={key === shown || undefined}>
              <th scope="row">
                <Link
                  to="/resources"
                  search={index === 0 ? { tab: 'attendance' } : { tab: 'attendance', term: key }}
                  aria-current={key === shown ? 'true' : undefined}
                  resetScroll={false}
                >
                  {name}
                </Link>
              </th>
              <td>{practices}</td>
              {/* The previous release, which may answer during an update, doesn't count them. */}
              <td>{averageText({ average: Number.isFinite(attended) ? attended / practices : null })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledTable>
  )
}

/** What the chart shows when there are too many practices for one bar each. */
export function WeeksTable({ practices }: Practices) {
  const times = useClubTimes()
  const now = serverNow()
  const weeks = byWeek(practices).reverse()
  return (
    <AttendanceTable
      heads={['Week of', 'Practices', 'Average']}
      rows={weeks.map(({ monday, turnout }) => ({
        key: monday,
        head: <time dateTime={monday}>{times.date(monday, now)}</time>,
        cells: [turnout.practices, averageText(turnout)],
        turnout,
      }))}
    />
  )
}

/** Each practice of the semester, newest first. */
export function PracticesTable({ practices }: Practices) {
  const times = useClubTimes()
  const now = serverNow()
  return (
    <TitledTable title="By practice">
      <AttendanceTable
        heads={['Practice', 'Attended', 'RSVPs']}
        rows={practices.map((practice) => ({
          key: practice.id,
          head: (
            <>
              <span className={classes.name}>{practice.title}</span>{' '}
              <time dateTime={practice.startsOn} className={classes.date}>
                {times.date(practice.startsOn, now)}
              </time>
            </>
          ),
          cells: [practice.attended, practice.answered],
          turnout: turnoutOf([practice]),
          noShows: noShowsOf(practice),
        }))}
      />
    </TitledTable>
  )
}

function TitledTable({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card as="section" flush aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </Card>
  )
}

type AttendanceRow = {
  key: string
  head: ReactNode
  cells: [ReactNode, ReactNode]
  turnout: Turnout
  /** Number of no-shows next to the rate, for a single practice. */
  noShows?: number
}

/** Table with three columns from the caller, and no-shows as the last. */
function AttendanceTable({ heads, rows }: { heads: [string, string, string]; rows: AttendanceRow[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {[...heads, 'No-shows'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, head, cells, turnout, noShows }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            <td>{cells[0]}</td>
            <td>{cells[1]}</td>
            <td>
              <Rate turnout={turnout} heads={noShows} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Rate({ turnout, heads }: { turnout: Turnout; heads?: number | undefined }) {
  if (turnout.noShowRate === null)
    return (
      <>
        <span aria-hidden>–</span>
        <ReadOut>no RSVPs</ReadOut>
      </>
    )
  if (heads === undefined) return rateText(turnout)
  return (
    <>
      {heads} <span className={classes.rate}>{rateText(turnout)}</span>
    </>
  )
}
