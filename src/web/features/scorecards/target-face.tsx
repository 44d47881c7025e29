import { memo } from 'react'
import type { Spot } from '#domain/scorecards/card.ts'
import { type ArrowValue, clubRings, facesOn, type Ring } from '#domain/scorecards/faces.ts'
import { ringsOf, type Setup } from '#domain/scorecards/setup.ts'
import { writtenScore } from './card-text.ts'
import classes from './rings-drawing.module.css'
import targetClasses from './target.module.css'

/**
 * Layout of a card's faces in the SVG, in the card's units (club units, or mm), y downward. Three faces form a triangle
 * with centers 2.2 radii apart, the 22 cm of a World Archery triple face.
 */
export type Geometry = {
  rings: readonly Ring[]
  /** Radius of the outermost ring. */
  radius: number
  centres: { x: number; y: number }[]
  box: { x: number; y: number; width: number; height: number }
  /** Farthest position from the center of a face that is on the paper. */
  reach: number
  /** Radius of a shaft, to scale, or the smallest visible size. */
  shaft: number
  /** Radius of the halo around a shaft, by which it is found. */
  halo: number
}

const apart = 2.2
/** Paper margin around the faces, in radii: an arrow there is a miss. */
const margin = 0.07

export function geometryOf(setup: Setup): Geometry {
  const rings = setup.mode === 'club' ? clubRings : ringsOf(setup)
  const radius = rings.at(-1)?.radius ?? 1
  const side = apart * radius
  const centres =
    facesOn(setup.target) === 1
      ? [{ x: 0, y: 0 }]
      : [
          { x: 0, y: -side / Math.sqrt(3) },
          { x: -side / 2, y: side / Math.sqrt(12) },
          { x: side / 2, y: side / Math.sqrt(12) },
        ]
  const reach = radius * (1 + margin)
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - reach, Math.min(...ys) - reach]
  const box = { x: left, y: top, width: Math.max(...xs) + reach - left, height: Math.max(...ys) + reach - top }
  const shaft = setup.mode === 'club' ? 0 : setup.arrowDiameter / 2
  return { rings, radius, centres, box, reach, shaft: Math.max(shaft, box.width / 240), halo: box.width / 45 }
}

/** Converts a point of the drawing to a spot on the nearest face. */
export function spotAt({ centres }: Geometry, point: { x: number; y: number }): Spot {
  const away = centres.map(({ x, y }) => (point.x - x) ** 2 + (point.y - y) ** 2)
  const face = away.indexOf(Math.min(...away))
  const centre = centres[face] ?? { x: 0, y: 0 }
  return { face, x: point.x - centre.x, y: centre.y - point.y }
}

export function pointOf({ centres }: Geometry, { face, x, y }: Spot) {
  const centre = centres[face] ?? { x: 0, y: 0 }
  return { x: centre.x + x, y: centre.y - y }
}

/** Where an arrow is drawn: one beyond the paper, at its edge. */
export function markOf(geometry: Geometry, spot: Spot) {
  const { box, halo } = geometry
  const { x, y } = pointOf(geometry, spot)
  const within = (value: number, from: number, size: number) =>
    Math.max(from + halo, Math.min(from + size - halo, value))
  return { x: within(x, box.x, box.width), y: within(y, box.y, box.height) }
}

export type RingColor = 'gold' | 'red' | 'blue' | 'black' | 'white' | 'miss'

export function ringColorOf(value: ArrowValue): RingColor {
  if (value === 'X' || value >= 9) return 'gold'
  if (value >= 7) return 'red'
  if (value >= 5) return 'blue'
  if (value >= 3) return 'black'
  return value >= 1 ? 'white' : 'miss'
}

/** A face, outermost ring first; the line between two black rings is white. */
export function Rings({ rings }: { rings: readonly Ring[] }) {
  return [...rings]
    .reverse()
    .map(({ value, radius }) => (
      <circle
        key={value}
        r={radius}
        className={classes.ring}
        data-color={ringColorOf(value)}
        data-line={lineOf(value)}
      />
    ))
}

function lineOf(value: ArrowValue) {
  return value === 4 ? 'white' : undefined
}

type FacesProps = { geometry: Geometry; labels: boolean }

/** The faces of a card, with the values on the club's rings. */
export const Faces = memo(({ geometry: { rings, radius, centres, box }, labels }: FacesProps) =>
  centres.map(({ x, y }) => (
    <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
      <Rings rings={rings} />
      <path d={`M${-radius / 40} 0H${radius / 40}M0 ${-radius / 40}V${radius / 40}`} className={targetClasses.centre} />
      {labels &&
        rings.map(({ value, radius: ring }, i) => (
          <text
            key={value}
            x={(ring + (rings[i - 1]?.radius ?? 0)) / 2}
            className={targetClasses.label}
            fontSize={box.width / 26}
            aria-hidden
          >
            {writtenScore(value)}
          </text>
        ))}
    </g>
  )),
)

/** An arrow on its face: the shaft to scale, and a halo that hides no line. @param halo relative to its usual size */
export function Mark({ geometry, spot, halo = 1 }: { geometry: Geometry; spot: Spot; halo?: number }) {
  const { x, y } = markOf(geometry, spot)
  return (
    <>
      <circle cx={x} cy={y} r={geometry.halo * halo} className={targetClasses.halo} />
      <circle cx={x} cy={y} r={geometry.shaft} className={targetClasses.shaft} />
    </>
  )
}
