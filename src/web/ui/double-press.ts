/**
 * Drops the second press of a double tap if the first one removed, moved, or covered what was tapped. It would otherwise act on what
 * appeared in its place before anyone could see it: an arrow on a scorecard that has just opened, an RSVP where Use Pass was, a button
 * of the dialog that the first press opened.
 */
/** The longest time between two taps that phones treat as a double tap. */
const withinMs = 300
const withinPx = 24

type Press = { x: number; y: number; at: number; on: Element }

let last: Press | null = null
let dropped = false

/** @returns a function that stops it */
export function guardDoublePresses() {
  document.addEventListener('pointerdown', begin, { capture: true })
  for (const type of ['pointerup', 'click'] as const) document.addEventListener(type, follow, { capture: true })
  document.addEventListener('input', forget, { capture: true })
  return () => {
    document.removeEventListener('pointerdown', begin, { capture: true })
    for (const type of ['pointerup', 'click'] as const) document.removeEventListener(type, follow, { capture: true })
    document.removeEventListener('input', forget, { capture: true })
  }
}

function begin(event: PointerEvent) {
  if (!event.isPrimary || !(event.target instanceof Element)) return
  const press = { x: event.clientX, y: event.clientY, at: event.timeStamp, on: controlOf(event.target) }
  dropped = last !== null && isSecond(last, press) && !isStillThere(last)
  last = dropped ? null : press
  // Only its click tells whether a mouse was pressed twice, or once more.
  if (dropped && event.pointerType !== 'mouse') event.stopImmediatePropagation()
}

function follow(event: PointerEvent) {
  // A click from the keyboard has no pointer.
  if (!dropped || event.pointerId === -1) return
  if (event.pointerType === 'mouse' && event.detail < 2) return
  event.stopImmediatePropagation()
  event.preventDefault()
  if (event.type === 'click') dropped = false
}

/** After a key press, the next press is intentional. */
function forget() {
  last = null
}

function isSecond(first: Press, second: Press) {
  return second.at - first.at < withinMs && Math.hypot(second.x - first.x, second.y - first.y) < withinPx
}

function isStillThere({ on, x, y }: Press) {
  return on.contains(document.elementFromPoint(x, y))
}

function controlOf(target: Element) {
  return target.closest('button, a, label, input, select, textarea, summary, [role="application"]') ?? target
}
