import { useElementSize } from '@mantine/hooks'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId } from 'react'
import type { HeldPractice } from '#contract/resources.ts'
import { byWeek, noShowsOf } from '#domain/attendance-report.ts'
import { inLine } from '#domain/isolated-text.ts'
import { count } from '#domain/text/public-messages.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import classes from './attendance-chart.module.css'
import { WeeksTable } from './attendance-tables.tsx'

type Column = { key: string; label: string; came: number; missing: number; words: string }

const height = 260
const margin = { top: 12, end: 16, bottom: 34, start: 34 }
/** Minimum width of a bar in px; below it, weeks are drawn instead of practices. */
const narrowestBar = 7
/** Width in px of a date on the axis. */
const labelWidth = 76

/**
 * Bars of attendance, with no-shows as an outline on top. The tables below give the same numbers, so for screen readers
 * the chart is a single image.
 */
export function AttendanceChart({ practices }: { practices: HeldPractice[] }) {
  const id = useId()
  const { ref, width } = useElementSize()
  const inner = Math.max(0, width - margin.start - margin.end)
  const weekly = practices.length * narrowestBar > inner
  const columns = useColumns(practices, weekly)
  return (
    <figure aria-labelledby={id}>
      <figcaption className={classes.caption}>
        <h3 id={id}>{weekly ? 'Average attendance by week' : 'Attendance by practice'}</h3>
        <p className={classes.legend}>
          <span className={classes.came} /> Attended <span className={classes.missing} /> No-shows
        </p>
      </figcaption>
      <div ref={ref} className={classes.frame}>
        {inner > 0 && <Drawing columns={columns} width={width} inner={inner} />}
      </div>
      {weekly && (
        <details className={classes.weeks}>
          <summary>Numbers by week</summary>
          <WeeksTable practices={practices} />
        </details>
      )}
    </figure>
  )
}

function useColumns(practices: HeldPractice[], weekly: boolean): Column[] {
  const times = useClubTimes()
  // Without the weekday: there is no room for it under a bar.
  const dateOf = (day: string) => times.date(day, Date.parse(`${day}T12:00:00Z`)).replace(/^\w+, /, '')
  if (weekly)
    return byWeek(practices).map(({ monday, turnout: { average, noShows, practices: held } }) => ({
      key: monday,
      label: dateOf(monday),
      came: average ?? 0,
      missing: noShows / held,
      words: `Week of ${dateOf(monday)}: ${(average ?? 0).toFixed(1)} attended on average`,
    }))
  return [...practices].reverse().map((practice) => ({
    key: practice.id,
    label: dateOf(practice.startsOn),
    came: practice.attended,
    missing: noShowsOf(practice),
    words: inLine`${practice.title}, ${dateOf(practice.startsOn)}: ${practice.attended} attended, ${count(noShowsOf(practice), 'no-show')}`,
  }))
}

function Drawing({ columns, width, inner }: { columns: Column[]; width: number; inner: number }) {
  const depth = height - margin.top - margin.bottom
  const most = Math.max(1, ...columns.map(({ came, missing }) => came + missing))
  const x = scaleBand({ domain: columns.map(({ key }) => key), range: [0, inner], padding: 0.25 })
  const y = scaleLinear({ domain: [0, most], range: [depth, 0], nice: 4 })
  const labels = new Map(columns.map(({ key, label }) => [key, label]))
  const every = Math.ceil(columns.length / Math.max(1, Math.floor(inner / labelWidth)))
  // Limits the bar width when there are few.
  const barWidth = Math.min(x.bandwidth(), 48)
  return (
    <svg width={width} height={height} role="img" aria-label={spokenSummary(columns)}>
      <g transform={`translate(${margin.start}, ${margin.top})`}>
        {y.ticks(4).map((tick) => (
          <line key={tick} x1={0} x2={inner} y1={y(tick)} y2={y(tick)} className={classes.grid} />
        ))}
        {columns.map(({ key, came, missing, words }) => {
          const left = (x(key) ?? 0) + (x.bandwidth() - barWidth) / 2
          return (
            <g key={key}>
              <title>{words}</title>
              <Bar x={left} y={y(came)} width={barWidth} height={depth - y(came)} className={classes.cameBar} />
              {missing > 0 && (
                <Bar
                  x={left + 0.75}
                  y={y(came + missing)}
                  width={Math.max(1, barWidth - 1.5)}
                  height={y(came) - y(came + missing)}
                  className={classes.missingBar}
                />
              )}
            </g>
          )
        })}
        <AxisLeft
          scale={y}
          tickValues={y.ticks(4).filter(Number.isInteger)}
          hideTicks
          hideAxisLine
          tickClassName={classes.tick}
          tickLabelProps={{ dx: -4, dy: 4, textAnchor: 'end' }}
        />
        <AxisBottom
          scale={x}
          top={depth}
          tickValues={columns.filter((_, i) => i % every === 0).map(({ key }) => key)}
          tickFormat={(key) => labels.get(String(key)) ?? ''}
          hideTicks
          axisLineClassName={classes.axis}
          tickClassName={classes.tick}
          tickLabelProps={{ dy: 8, textAnchor: 'middle' }}
        />
      </g>
    </svg>
  )
}

function spokenSummary(columns: Column[]) {
  const came = columns.map((column) => column.came)
  const [first, last] = [columns[0], columns.at(-1)]
  const [least, most] = [Math.round(Math.min(...came)), Math.round(Math.max(...came))]
  const range = least === most ? `${most} attended each time` : `between ${least} and ${most} attended`
  return `Bar chart from ${first?.label} to ${last?.label}: ${range}. The tables below have the numbers.`
}
