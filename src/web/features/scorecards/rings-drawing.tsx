import type { ArrowValue, Ring } from '#domain/scorecards/faces.ts'
import { colourOf } from './geometry.ts'
import classes from './rings-drawing.module.css'

/** A face, the outermost ring first; between black and black the line is white. */
export function Rings({ rings }: { rings: readonly Ring[] }) {
  return [...rings]
    .reverse()
    .map(({ value, radius }) => (
      <circle key={value} r={radius} className={classes.ring} data-colour={colourOf(value)} data-line={lineOf(value)} />
    ))
}

function lineOf(value: ArrowValue) {
  return value === 4 ? 'white' : undefined
}
