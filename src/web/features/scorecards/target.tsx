import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type Arrow, arrowAt, distanceTo, farthest, type Spot } from '#domain/scorecards/card.ts'
import { type ArrowValue, worldArcheryCall } from '#domain/scorecards/faces.ts'
import { ringsOf, type Setup } from '#domain/scorecards/setup.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import { spokenScore, writtenScore } from './card-text.ts'
import classes from './target.module.css'
import { Faces, type Geometry, geometryOf, Mark, pointOf, spotAt } from './target-face.tsx'

type TargetProps = {
  setup: Setup
  /** Arrows of the current end. */
  arrows: { slot: number; arrow: Arrow }[]
  onPlace: (arrow: Arrow) => void
  onValue: (value: ArrowValue) => void
}

const keyOf: Record<string, ArrowValue> = { x: 'X', m: 0, '0': 10, t: 10 }
for (const value of [9, 8, 7, 6, 5, 4, 3, 2, 1] as const) keyOf[value] = value

/**
 * Draws the faces of a card. An arrow lands where a finger or the mouse is released, with a magnifier next to it, or
 * where Enter places the crosshair that the arrow keys move.
 */
export function Target({ setup, arrows, onPlace, onValue }: TargetProps) {
  const id = useId()
  const svg = useRef<SVGSVGElement>(null)
  const geometry = useMemo(() => geometryOf(setup), [setup])
  const [aim, setAim] = useState<Spot | null>(null)
  const [cross, setCross] = useState<Spot>({ face: 0, x: 0, y: 0 })
  const [focused, setFocused] = useState(false)

  function spotOf(event: PointerEvent): Spot | null {
    const matrix = svg.current?.getScreenCTM()
    if (!matrix) return null
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    const { box } = geometry
    // Released outside the target: not placed.
    const inside = x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height
    return inside ? spotAt(geometry, { x, y }) : null
  }

  function down(event: PointerEvent<SVGSVGElement>) {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setAim(spotOf(event))
  }

  function move(event: PointerEvent<SVGSVGElement>) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setAim(spotOf(event))
  }

  function up(event: PointerEvent<SVGSVGElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    event.currentTarget.releasePointerCapture(event.pointerId)
    setAim(null)
    const spot = spotOf(event)
    if (spot) onPlace(arrowAt(setup, spot))
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    setFocused(true)
    const step = event.shiftKey ? 10 : 1
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key]
    const value = keyOf[event.key.toLowerCase()]
    if (move) setCross(moved(geometry, cross, move as [number, number]))
    else if (event.key === 'Enter' || event.key === ' ') onPlace(arrowAt(setup, cross))
    else if (event.key === 'PageDown' || event.key === 'PageUp')
      setCross({
        face: (cross.face + (event.key === 'PageDown' ? 1 : geometry.centres.length - 1)) % geometry.centres.length,
        x: 0,
        y: 0,
      })
    else if (value !== undefined) onValue(value)
    else return
    event.preventDefault()
  }

  const { box } = geometry
  const shown = aim ?? (focused ? cross : null)
  return (
    <div className={classes.frame}>
      <svg
        ref={svg}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        tabIndex={0}
        aria-label={`Target ${setup.target}`}
        aria-roledescription="target"
        aria-describedby={`${id}-help`}
        className={classes.target}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        style={{ aspectRatio: `${box.width} / ${box.height}` }}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={() => setAim(null)}
        onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
        onKeyDown={press}
      >
        <g id={`${id}-faces`}>
          <Faces geometry={geometry} labels={setup.mode === 'club'} />
          {arrows.map(({ slot, arrow }) => arrow.spot && <Mark key={slot} geometry={geometry} spot={arrow.spot} />)}
        </g>
        {shown && <Crosshair geometry={geometry} spot={shown} />}
        {aim && <Loupe id={id} setup={setup} geometry={geometry} spot={aim} />}
      </svg>
      <p id={`${id}-help`} className={classes.help}>
        {focused
          ? `Arrow keys move the aim by 1 mm (10 mm with Shift)${geometry.centres.length > 1 ? ', Page Down jumps to the next face' : ''}. Enter places the arrow.`
          : ''}
      </p>
      <CrosshairAloud setup={setup} spot={focused ? cross : null} />
    </div>
  )
}

/** Moves the crosshair, within the paper. */
function moved({ reach }: Geometry, { face, x, y }: Spot, [right, up]: [number, number]): Spot {
  const most = Math.min(reach, farthest)
  const within = (value: number) => Math.max(-most, Math.min(most, value))
  return { face, x: within(x + right), y: within(y + up) }
}

function Crosshair({ geometry, spot }: { geometry: Geometry; spot: Spot }) {
  const { x, y } = pointOf(geometry, spot)
  const { halo } = geometry
  const [near, far] = [halo * 0.6, halo * 2.4]
  const d = `M${x - far} ${y}H${x - near}M${x + near} ${y}H${x + far}M${x} ${y - far}V${y - near}M${x} ${y + near}V${y + far}`
  return (
    <>
      <path d={d} className={classes.crossBack} />
      <path d={d} className={classes.cross} />
    </>
  )
}

const zoom = 3

/** Magnifier in the upper corner away from the finger. */
function Loupe({ id, setup, geometry, spot }: { id: string; setup: Setup; geometry: Geometry; spot: Spot }) {
  const { box, shaft } = geometry
  const at = pointOf(geometry, spot)
  const radius = box.width * 0.17
  const right = at.x < box.x + box.width / 2 || at.y > box.y + box.height / 2
  const x = right ? box.x + box.width - radius * 1.08 : box.x + radius * 1.08
  const y = box.y + radius * 1.08
  return (
    <g aria-hidden>
      <clipPath id={`${id}-loupe`}>
        <circle cx={x} cy={y} r={radius} />
      </clipPath>
      <circle cx={x} cy={y} r={radius} className={classes.paper} />
      <g clipPath={`url(#${id}-loupe)`}>
        <use href={`#${id}-faces`} transform={`translate(${x} ${y}) scale(${zoom}) translate(${-at.x} ${-at.y})`} />
      </g>
      <circle cx={x} cy={y} r={shaft * zoom} className={classes.aimed} />
      <circle cx={x} cy={y} r={radius} className={classes.loupe} />
      <text x={x} y={y + radius * 0.8} className={classes.called} fontSize={box.width / 18}>
        {writtenScore(arrowAt(setup, spot).value)}
      </text>
    </g>
  )
}

const settleMs = 400

/** Announces the crosshair's value once it rests. */
function CrosshairAloud({ setup, spot }: { setup: Setup; spot: Spot | null }) {
  const [text, setText] = useState('')
  const now = spot === null ? '' : crossInWords(setup, spot)
  useEffect(() => {
    const timer = setTimeout(() => setText(now), settleMs)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <ReadOut>
      <span role="status">{text}</span>
    </ReadOut>
  )
}

function crossInWords(setup: Setup, spot: Spot) {
  const { x, y, face } = spot
  const across = x === 0 ? '' : `, ${Math.abs(x)} ${x < 0 ? 'left' : 'right'}`
  const along = y === 0 ? '' : `, ${Math.abs(y)} ${y < 0 ? 'down' : 'up'}`
  const on = setup.target === '40cm 3-Spot' ? `Face ${face + 1}, ` : ''
  return `${on}${spokenScore(arrowAt(setup, spot).value)}${across}${along}`
}

/**
 * Distance from the edge of the shaft to the nearest line, such as `0.4 mm inside the 9` or `23 mm outside the 7`; null
 * for club rings, where a line doesn't decide.
 */
export function marginInWords(setup: Setup, { spot }: Arrow) {
  if (setup.mode === 'club' || spot === null) return null
  const { value, intoMm, next } = worldArcheryCall(distanceTo(spot), setup.arrowDiameter, ringsOf(setup))
  const short = next && `${inMm(next.shortMm)} outside the ${writtenScore(next.value)}`
  if (intoMm === null) return short
  return next && next.shortMm < intoMm ? short : `${inMm(intoMm)} inside the ${writtenScore(value)}`
}

/** Tenths matter only near a line. */
function inMm(mm: number) {
  return `${mm < 10 ? mm.toFixed(1) : Math.round(mm)} mm`
}
