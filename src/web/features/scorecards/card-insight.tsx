import { useId, useState } from 'react'
import { type Arrow, arrowsOn } from '#domain/scorecards/card.ts'
import { facesOn } from '#domain/scorecards/faces.ts'
import { fewestForCorrection, type Group, groupOf, sightCorrection } from '#domain/scorecards/group.ts'
import { type Hit, handicapOfCard, hitsOf, mmPerUnit } from '#domain/scorecards/insight.ts'
import { distanceOf, type Setup } from '#domain/scorecards/setup.ts'
import { readPersonal, writePersonal } from '#web/lib/personal-storage.ts'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './card-insight.module.css'
import type { LocalCard } from './local-card.ts'
import { geometryOf, Rings } from './target-face.tsx'

/** Statistics of the arrows: group, sight correction, and handicap. */
export function CardInsight({ card: { owner, setup, slots } }: { card: LocalCard }) {
  const arrows = arrowsOn(slots)
  const hits = hitsOf(setup, arrows)
  const faces = facesOn(setup.target)
  const [face, setFace] = useState('all')
  const shown = face === 'all' ? hits : hits.filter((hit) => String(hit.face) === face)
  const group = groupOf(shown)
  return (
    <div className={classes.insight}>
      <Handicap setup={setup} arrows={arrows} />
      <Card as="section" aria-labelledby="group-heading">
        <h2 id="group-heading" className={classes.heading}>
          Group
        </h2>
        {faces > 1 && (
          <NativeSelect
            label="Face"
            value={face}
            onChange={setFace}
            options={[
              { value: 'all', label: 'All three, overlaid' },
              ...Array.from({ length: faces }, (_, i) => ({ value: String(i), label: `Face ${i + 1}` })),
            ]}
          />
        )}
        {group === null ? (
          <p className={classes.hint}>
            Place at least two arrows on the target to see your group. Arrows entered by score only aren’t plotted.
          </p>
        ) : (
          <>
            <p>{groupInWords(group)}</p>
            <GroupPlot setup={setup} hits={shown} group={group} />
            <Sight owner={owner} setup={setup} hits={shown} />
            <details className={classes.more}>
              <summary>All figures</summary>
              <GroupTable group={group} />
            </details>
          </>
        )}
      </Card>
    </div>
  )
}

function Handicap({ setup, arrows }: { setup: Setup; arrows: (Arrow | null)[] }) {
  const handicap = handicapOfCard(setup, arrows)
  const count = arrows.filter((arrow) => arrow !== null).length
  return (
    <Card as="section" aria-labelledby="handicap-heading">
      <h2 id="handicap-heading" className={classes.heading}>
        Handicap
      </h2>
      {handicap === null ? (
        <p className={classes.hint}>{count === 0 ? 'Appears after your first arrow.' : 'Set a distance to see it.'}</p>
      ) : (
        <>
          <p className={classes.figure}>{handicap.exact.toFixed(1)}</p>
          <p className={classes.hint}>
            Lower is better. Calculated with the Archery GB 2023 formula from
            {count === 1 ? ' one arrow' : ` ${count} arrows`}. In Archery GB’s tables, it’s {handicap.inTables}.
            {setup.mode === 'club' && ' With club rings, line cutters don’t score the higher value.'}
          </p>
        </>
      )}
    </Card>
  )
}

/** Scaled to the widest hit, so that a small group isn't a dot. */
function GroupPlot({ setup, hits, group }: { setup: Setup; hits: Hit[]; group: Group }) {
  const { rings } = geometryOf(setup)
  const scale = mmPerUnit(setup)
  const { centre, ellipse95 } = group
  const farthest = Math.max(...hits.map(({ x, y }) => Math.hypot(x, y)), (rings[0]?.radius ?? 1) * scale * 2)
  const half = farthest * 1.15
  const mark = half / 40
  return (
    <svg
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      className={classes.plot}
      role="img"
      aria-label={plotInWords(group)}
    >
      <g transform={`scale(${scale})`}>
        <Rings rings={rings} />
      </g>
      {hits.map(({ x, y }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a hit is its place in the list
        <circle key={i} cx={x} cy={-y} r={mark} className={classes.hit} />
      ))}
      <g transform={`translate(${centre.x} ${-centre.y}) rotate(${(-ellipse95.angle * 180) / Math.PI})`}>
        <ellipse rx={ellipse95.major} ry={ellipse95.minor} className={classes.ellipseBack} />
        <ellipse rx={ellipse95.major} ry={ellipse95.minor} className={classes.ellipse} />
      </g>
      <path
        d={`M${centre.x - mark * 2} ${-centre.y}h${mark * 4}M${centre.x} ${-centre.y - mark * 2}v${mark * 4}`}
        className={classes.middle}
      />
    </svg>
  )
}

function plotInWords({ arrows, centre }: Group) {
  return `Group of ${arrows} arrows, centered ${offsetInWords(centre)}`
}

function offsetInWords({ x, y }: { x: number; y: number }) {
  return `${Math.abs(x).toFixed(1)} mm ${x < 0 ? 'left' : 'right'} and ${Math.abs(y).toFixed(1)} mm ${y < 0 ? 'low' : 'high'}`
}

/** `Your group is 14.2 cm wide. Its center is 1.3 cm right and 0.4 cm low.` */
function groupInWords({ centre: { x, y }, extremeSpread }: Group) {
  const cm = (mm: number) => `${(Math.abs(mm) / 10).toFixed(1)} cm`
  const center = `${cm(x)} ${x < 0 ? 'left' : 'right'} and ${cm(y)} ${y < 0 ? 'low' : 'high'}`
  return `Your group is ${cm(extremeSpread)} wide. Its center is ${center}.`
}

function GroupTable({ group }: { group: Group }) {
  const { arrows, centre, meanRadius, extremeSpread, sigma, sigmaInterval, cep50, r95, ellipse95 } = group
  const mm = (value: number) => `${value.toFixed(1)} mm`
  const rows = [
    ['Arrows', String(arrows)],
    ['Mean point of impact', offsetInWords(centre)],
    ['Mean radius', mm(meanRadius)],
    [
      'Spread along one axis (σ)',
      `${mm(sigma)}, between ${mm(sigmaInterval[0])} and ${mm(sigmaInterval[1])} in 95% of cases`,
    ],
    ['Half of the arrows within', mm(cep50)],
    ['95% of the arrows within', mm(r95)],
    ['95% ellipse, half-axes', `${mm(ellipse95.major)} and ${mm(ellipse95.minor)}`],
    [`Distance between the farthest two of ${arrows}`, mm(extremeSpread)],
  ] as const
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>In millimeters on the target face</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const eyeToSightName = 'eye-to-sight'
const usualEyeToSight = 90

/** Shown only if the group's offset is larger than chance explains, with enough arrows to tell. */
function Sight({ owner, setup, hits }: { owner: string; setup: Setup; hits: Hit[] }) {
  const id = useId()
  const [text, setText] = useState(() => String(readPersonal<number>(owner, eyeToSightName) ?? usualEyeToSight))
  const cm = Number(text.replace(',', '.'))
  const valid = cm > 0 && cm <= 200
  // A round with several distances has several sight settings.
  const distanceM = new Set(setup.distances).size === 1 ? distanceOf(setup, 0) : null
  if (distanceM === null) return <p className={classes.hint}>Sight correction needs a scorecard with one distance.</p>
  if (hits.length < fewestForCorrection)
    return (
      <p className={classes.hint}>
        Sight correction needs {fewestForCorrection} placed arrows. You have {hits.length}.
      </p>
    )
  const correction = valid ? sightCorrection(hits, { eyeToSight: cm * 10, distanceM }) : null
  return (
    <section aria-labelledby={id} className={classes.sight}>
      <h3 id={id}>Sight</h3>
      <TextField
        label="Eye to sight, in cm"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setText(typed)
          const value = Number(typed.replace(',', '.'))
          if (value > 0 && value <= 200) writePersonal(owner, eyeToSightName, value)
        }}
        error={valid ? undefined : 'Enter a length in centimeters, more than 0 and up to 200, such as 90.'}
      />
      {valid && (
        <p>
          {correction === null
            ? 'Leave it: your group’s center is within normal variation.'
            : `Move it ${Math.abs(correction.move.x).toFixed(1)} mm ${correction.move.x < 0 ? 'left' : 'right'} and ${Math.abs(correction.move.y).toFixed(1)} mm ${correction.move.y < 0 ? 'down' : 'up'}. A group this far off happens by chance about ${shareInWords(correction.likelihood)}.`}
        </p>
      )}
    </section>
  )
}

function shareInWords(share: number) {
  return share < 0.0001 ? 'less than 1 time in 10,000' : `1 time in ${Math.round(1 / share).toLocaleString('en-US')}`
}
