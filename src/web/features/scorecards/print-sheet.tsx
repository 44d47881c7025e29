import { inLine } from '#domain/isolated-text.ts'
import { bowTypeLabels } from '#domain/profile.ts'
import { arrowsOn, tableOf } from '#domain/scorecards/card.ts'
import { count } from '#domain/text/public-messages.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { PrintFacts } from '#web/ui/print-facts.tsx'
import classes from '../../ui/print-sheet.module.css'
import { distancesInWords, modeNames, roundInWords, writtenScore } from './card-text.ts'
import { compareEnds } from './confirm-end.tsx'
import type { LocalCard } from './local-card.ts'
import { geometryOf, markOf } from './target-face.tsx'

/** Printed instead of the page: the whole card on one sheet, with lines for signatures. */
export function PrintSheet({ card }: { card: LocalCard }) {
  const { setup, slots, startedAt, double } = card
  const { displayName } = useSignedInMember()
  const archer = card.archer ?? displayName
  const scorer = card.archer === null ? double?.other : displayName
  const confirmed = double && compareEnds(card).filter(({ state }) => state === 'confirmed').length
  const times = useClubTimes()
  const arrows = arrowsOn(slots)
  const { rounds, summary } = tableOf(setup, arrows)
  const day = times.dayOf(Date.parse(startedAt))
  const facts = [
    ['Archer', archer],
    ['Date', times.date(day, 0)],
    ['Round', inLine`${setup.name}, ${roundInWords(setup)}`],
    ['Target', setup.target],
    ['Distance', distancesInWords(setup) ?? 'not specified'],
    ['Bow', setup.bow ? bowTypeLabels[setup.bow] : 'not specified'],
    ['Arrow diameter', `${setup.arrowDiameter} mm`],
    ['Scoring', modeNames[setup.mode]],
    ...(double ? ([['Confirmed by both', `${confirmed} of ${count(double.ends.length, 'end')}`]] as const) : []),
  ] as const
  return (
    <div className={classes.sheet} aria-hidden>
      <p className={classes.title}>Scorecard</p>
      <div className={classes.top}>
        <PrintFacts facts={facts} />
        <Outline setup={setup} arrows={arrows} />
      </div>
      {rounds.map(({ ends, total }, round) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
        <table key={round} className={classes.table}>
          <thead>
            <tr>
              <th>{rounds.length > 1 ? `Round ${round + 1}, end` : 'End'}</th>
              {Array.from({ length: setup.arrowsPerEnd }, (_, at) => (
                <th key={String(at)}>{at + 1}</th>
              ))}
              <th>Sum</th>
              <th>Total</th>
            </tr>
          </thead>
          <tbody>
            {ends.map(({ values, sum, running }, end) => {
              const shot = values.some((value) => value !== null)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: an end is its number
                <tr key={end}>
                  <th>{end + 1}</th>
                  {values.map((value, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: an arrow is its place
                    <td key={at}>{value === null ? '' : writtenScore(value)}</td>
                  ))}
                  <td>{shot ? sum : ''}</td>
                  <td>{shot ? running : ''}</td>
                </tr>
              )
            })}
          </tbody>
          {rounds.length > 1 && (
            <tfoot>
              <tr>
                <th colSpan={setup.arrowsPerEnd + 2}>Round {round + 1}</th>
                <td>{total}</td>
              </tr>
            </tfoot>
          )}
        </table>
      ))}
      <dl className={classes.totals}>
        {(
          [
            ['Score', summary.total],
            ['Xs', summary.xs],
            ['10s', summary.tens],
            ['9s', summary.nines],
            ['10s including Xs', summary.tens + summary.xs],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.signatures}>
        <p>
          Archer: <bdi>{archer}</bdi>
        </p>
        <p>Scorer{scorer && inLine`: ${scorer}`}</p>
      </div>
    </div>
  )
}

/** Outline of the face with ring numbers, and the arrows that have a position. */
function Outline({ setup, arrows }: { setup: LocalCard['setup']; arrows: ReturnType<typeof arrowsOn> }) {
  const geometry = geometryOf(setup)
  const { box, rings, centres, shaft } = geometry
  return (
    <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} className={classes.outline} aria-hidden>
      {centres.map(({ x, y }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          {rings.map(({ value, radius }, i) => (
            <g key={value}>
              <circle r={radius} />
              {rings.length <= 6 && (
                <text x={(radius + (rings[i - 1]?.radius ?? 0)) / 2} fontSize={box.width / 30}>
                  {writtenScore(value)}
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
      {arrows.map((arrow, slot) => {
        if (!arrow?.spot) return null
        const { x, y } = markOf(geometry, arrow.spot)
        // biome-ignore lint/suspicious/noArrayIndexKey: an arrow is its slot
        return <circle key={slot} cx={x} cy={y} r={Math.max(shaft, box.width / 90)} className={classes.hit} />
      })}
    </svg>
  )
}
