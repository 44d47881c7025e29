import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { HeldPractice, Turnout as ShownTurnout } from '#contract/resources.ts'
import { byWeek, byWeekday, noShowsOf, type Turnout, turnoutOf } from '#domain/attendance-report.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
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
        heads={['Weekday', 'Held', 'Average']}
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
    <TitledTable title="By semester">
      <div className={classes.fitted}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Semester</th>
              <th scope="col">Held</th>
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
                <td data-head="Held">{practices}</td>
                {/* The previous release, which may answer during an update, doesn't count them. */}
                <td data-head="Average">
                  {averageText({ average: Number.isFinite(attended) ? attended / practices : null })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
      heads={['Week of', 'Held', 'Average']}
      rows={weeks.map(({ monday, turnout }) => ({
        key: monday,
        head: <time dateTime={monday}>{times.date(monday, now)}</time>,
        cells: [turnout.practices, averageText(turnout)],
        turnout,
      }))}
    />
  )
}

/** More are behind a button: on a phone, a semester is long. */
const practicesAtFirst = 10

/** Each practice of the semester, newest first. */
export function PracticesTable({ practices }: Practices) {
  const times = useClubTimes()
  const now = serverNow()
  const [all, setAll] = useState(false)
  return (
    <TitledTable title="By practice">
      <AttendanceTable
        heads={['Practice', 'Attended', 'RSVPs']}
        rows={(all ? practices : practices.slice(0, practicesAtFirst)).map((practice) => ({
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
      <p className={classes.note}>{officerMessages.attendedWithoutRsvp}</p>
      {practices.length > practicesAtFirst && !all && (
        <div className={classes.more}>
          <ActionButton onClick={() => setAll(true)}>Show all {practices.length}</ActionButton>
        </div>
      )}
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

const noShowsHead = 'No-shows'

/** Table with three columns from the caller, and no-shows as the last. */
function AttendanceTable({ heads, rows }: { heads: [string, string, string]; rows: AttendanceRow[] }) {
  return (
    <div className={classes.fitted}>
      <table className={classes.table}>
        <thead>
          <tr>
            {[...heads, noShowsHead].map((head) => (
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
              <td data-head={heads[1]}>{cells[0]}</td>
              <td data-head={heads[2]}>{cells[1]}</td>
              <td data-head={noShowsHead}>
                <Rate turnout={turnout} heads={noShows} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
