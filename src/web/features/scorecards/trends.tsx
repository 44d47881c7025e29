import { useElementSize } from '@mantine/hooks'
import { AxisLeft } from '@visx/axis'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useId } from 'react'
import { type Trend, type TrendCard, trendRange, trendsOf } from '#domain/scorecards/trends.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { Card } from '#web/ui/card.tsx'
import classes from './card-insight.module.css'
import { shotInWords } from './card-text.ts'
import type { CardListItem } from './use-card.ts'

/** Scores per kind of round. The axis shows only the range of the scores, so that progress is visible; its ticks say so. */
export function Trends({ lines }: { lines: CardListItem[] }) {
  const trends = trendsOf(lines)
  if (trends.length === 0) return <p className={classes.hint}>Complete a scorecard to see trends.</p>
  return (
    <div className={classes.insight}>
      {trends.map((trend) => (
        <OneTrend key={trend.cards[0]?.id} trend={trend} />
      ))}
    </div>
  )
}

function OneTrend({ trend }: { trend: Trend }) {
  const { setup, most, cards, before } = trend
  const id = useId()
  const times = useClubTimes()
  const now = useNow('minute')
  const dateOf = ({ startedAt }: TrendCard) => times.date(times.dayOf(Date.parse(startedAt)), now)
  const latest = cards.at(-1)
  return (
    // The same round may be shot with several bows.
    <Card as="section" aria-labelledby={`${id} ${id}-shot`}>
      <h3 id={id}>{setup.name}</h3>
      <p id={`${id}-shot`} className={classes.hint}>
        {shotInWords(setup)}
      </p>
      {latest && before !== null && (
        <>
          <p>{againstInWords(latest.total, before, cards.length - 1)}</p>
          <Drawing cards={cards} range={trendRange(trend)} before={before} />
          <p className={classes.hint}>
            <svg width={24} height={9} aria-hidden>
              <MeanLine width={24} y={4.5} />
            </svg>{' '}
            {cards.length === 2 ? 'Previous card' : `Average of previous ${cards.length - 1}`}: {before.toFixed(1)}
          </p>
        </>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Score of {most}</th>
            <th scope="col">Handicap</th>
          </tr>
        </thead>
        <tbody>
          {[...cards].reverse().map((card) => (
            <tr key={card.id}>
              <th scope="row">{dateOf(card)}</th>
              <td>{card.total}</td>
              <td>{card.handicap === null ? 'no distance' : card.handicap.toFixed(1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function againstInWords(total: number, before: number, cards: number) {
  const than = cards === 1 ? 'than the previous card' : `than the average of the previous ${cards}`
  const apart = Math.abs(total - before)
  if (apart < 0.05)
    return `Your latest card matches ${cards === 1 ? 'the previous card' : `the average of the previous ${cards}`}.`
  return `Your latest card is ${apart.toFixed(1)} ${total > before ? 'higher' : 'lower'} ${than}.`
}

const height = 200
const margin = { top: 12, end: 12, bottom: 12, start: 40 }

/** Scores as a line, and the mean of all but the latest as a dashed one. The table gives the same numbers. */
function Drawing({ cards, range, before }: { cards: TrendCard[]; range: [number, number]; before: number }) {
  const { ref, width } = useElementSize()
  const inner = Math.max(0, width - margin.start - margin.end)
  const depth = height - margin.top - margin.bottom
  const x = scaleLinear({ domain: [0, Math.max(1, cards.length - 1)], range: [0, inner] })
  const y = scaleLinear({ domain: range, range: [depth, 0] })
  const totals = cards.map(({ total }) => total)
  const latest = cards.at(-1)
  return (
    <div ref={ref}>
      {inner > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`Scores of ${cards.length} cards from ${Math.min(...totals)} to ${Math.max(...totals)}; the latest is ${latest?.total}.`}
        >
          <g transform={`translate(${margin.start}, ${margin.top})`}>
            {y.ticks(4).map((tick) => (
              <line key={tick} x2={inner} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            ))}
            <AxisLeft
              scale={y}
              tickValues={y.ticks(4)}
              hideTicks
              hideAxisLine
              tickLabelProps={{ dx: -4, dy: 4, textAnchor: 'end', fill: 'var(--muted)', fontSize: 13 }}
            />
            <MeanLine width={inner} y={y(before)} />
            <LinePath
              data={cards}
              x={(_, at) => x(at)}
              y={({ total }) => y(total)}
              stroke="var(--blue)"
              strokeWidth={2.5}
              fill="none"
            />
            {cards.map(({ id, total }, at) => (
              <circle key={id} cx={x(at)} cy={y(total)} r={4} fill="var(--blue)" />
            ))}
          </g>
        </svg>
      )}
    </div>
  )
}

function MeanLine({ width, y }: { width: number; y: number }) {
  return <line x2={width} y1={y} y2={y} stroke="var(--ink)" strokeWidth={1.5} strokeDasharray="6 4" />
}
