import { memo } from 'react'
import { arrowsOn, type EndOfTable, type Slots, tableOf } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { ArrowButton, ArrowChip, EmptyChip } from './arrow-chip.tsx'
import { slotInWords, writtenScore } from './card-text.ts'
import classes from './score-table.module.css'

type ScoreTableProps = {
  setup: Setup
  slots: Slots
  /** The slot of the next arrow; null if the card is full. */
  next: number | null
  /** Without it, arrows can't be pressed. */
  onSlot?: (slot: number) => void
}

/** Ends of each round with arrows, sums and running totals. Pressing an arrow replaces it. */
export function ScoreTable({ setup, slots, next, onSlot }: ScoreTableProps) {
  const { rounds } = tableOf(setup, arrowsOn(slots))
  const perRound = setup.ends * setup.arrowsPerEnd
  // Rounds that haven't begun are hidden, so the current end is last, within reach of the thumb.
  const latest = Math.max(
    next ?? 0,
    slots.findLastIndex((slot) => slot?.arrow),
  )
  return rounds.slice(0, Math.floor(latest / perRound) + 1).map(({ ends, total }, round) => (
    <table
      // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
      key={round}
      className={classes.table}
      data-arrows={setup.arrowsPerEnd}
      data-open={onSlot !== undefined || undefined}
    >
      <caption className={rounds.length > 1 ? classes.caption : classes.captionHidden}>
        Round {round + 1}
        <span className={classes.roundTotal}>{total}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">End</th>
          <th scope="colgroup" colSpan={setup.arrowsPerEnd} className={classes.middle}>
            Arrows
          </th>
          <th scope="col">Sum</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {ends.slice(0, Math.floor((latest - round * perRound) / setup.arrowsPerEnd) + 1).map((end, at) => {
          const first = (round * setup.ends + at) * setup.arrowsPerEnd
          const row = slots.slice(first, first + setup.arrowsPerEnd)
          return (
            <End
              // biome-ignore lint/suspicious/noArrayIndexKey: an end is its number
              key={at}
              setup={setup}
              end={end}
              first={first}
              onSlot={onSlot}
              number={at + 1}
              row={row}
              next={next !== null && next >= first && next < first + row.length ? next - first : null}
            />
          )
        })}
      </tbody>
    </table>
  ))
}

type EndProps = {
  setup: Setup
  end: EndOfTable
  number: number
  first: number
  row: Slots
  next: number | null
  onSlot?: (slot: number) => void
}

/** Memoized: on a long card, only ends that changed rerender. */
const End = memo(EndRow, isSameEnd)

function isSameEnd(one: EndProps, other: EndProps) {
  return (
    one.next === other.next &&
    one.end.running === other.end.running &&
    one.row.every((slot, at) => slot === other.row[at]) &&
    one.end.values.every((value, at) => value === other.end.values[at]) &&
    one.onSlot === other.onSlot
  )
}

function EndRow({ setup, end, number, first, row, next, onSlot }: EndProps) {
  return (
    <tr data-next={next !== null || undefined}>
      <th scope="row">{number}</th>
      {end.values.map((value, at) => {
        const slot = first + at
        const called = row[at]?.arrow?.value ?? null
        // On a triple face, an arrow can be called higher than it scores.
        const lost = called !== null && value !== called
        const why = row[at]?.why
        const label = `${slotInWords(setup, slot)}: ${value === null ? 'empty' : calledAs(value)}${lost ? `, called ${writtenScore(called)}` : ''}${why ? `, changed: ${why}` : ''}`
        return (
          <td key={slot} className={classes.arrow}>
            {value === null ? (
              <EmptyChip next={at === next} />
            ) : onSlot ? (
              <ArrowButton
                label={`Re-enter ${label}`}
                onPress={() => onSlot(slot)}
                value={value}
                lost={lost}
                changed={Boolean(why)}
              />
            ) : (
              <ArrowChip value={value} lost={lost} />
            )}
          </td>
        )
      })}
      <td className={classes.sum}>{end.sum}</td>
      <td className={classes.total}>{end.running}</td>
    </tr>
  )
}

/** For screen readers: a miss with the visible letter. */
function calledAs(value: ArrowValue) {
  return value === 0 ? 'M, a miss' : writtenScore(value)
}
