/**
 * Safari on iPhones lays its keyboard over the page and pans what is left; only the visual viewport knows. Elsewhere
 * `interactive-widget=resizes-content` (index.html) makes the page itself smaller, and nothing is hidden.
 *
 * What is fixed to the screen's edges keeps clear by two properties of the root: `--keyboard`, how much of the bottom is hidden,
 * and `--panned`, how much of the top.
 */
export type Room = { keyboard: number; panned: number }

type Seen = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>

/** @param height of the layout viewport, on which fixed things are placed */
export function roomIn(height: number, seen: Seen): Room {
  // Zoomed in by fingers, one looks at a part of the page, and fixed things stay where they are on it.
  if (seen.scale > 1.01) return { keyboard: 0, panned: 0 }
  // Less than nothing while the page is pulled down beyond its top.
  const panned = Math.max(0, Math.round(seen.offsetTop))
  const keyboard = Math.round(height - seen.height - panned)
  // Not for a fraction of a pixel.
  return { keyboard: keyboard > 1 ? keyboard : 0, panned }
}

/** From then on one may have scrolled away on purpose. */
const settledMs = 500

let room: Room = { keyboard: 0, panned: 0 }

/** How far down things can be seen. */
export function visibleBottom() {
  return window.innerHeight - room.keyboard
}

/** Not on the sign-in page, which has nothing at its edges. @returns ends it */
export function followKeyboard() {
  const viewport = window.visualViewport
  if (!viewport) return
  const { style } = document.documentElement

  function follow() {
    if (!viewport) return
    const before = room
    room = roomIn(window.innerHeight, viewport)
    if (room.keyboard === before.keyboard && room.panned === before.panned) return
    style.setProperty('--keyboard', `${room.keyboard}px`)
    style.setProperty('--panned', `${room.panned}px`)
    if (room.keyboard > before.keyboard) showField()
  }
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  return () => {
    viewport.removeEventListener('resize', follow)
    viewport.removeEventListener('scroll', follow)
  }
}

let stopShowing = () => {}

/** What is typed in may be out of sight when the dialog or the page around it has taken its new size, some frames later. */
function showField() {
  stopShowing()
  const field = document.activeElement
  if (!field?.matches('input, textarea, select')) return
  const observer = new ResizeObserver(() => field.scrollIntoView({ block: 'nearest' }))
  observer.observe(field.closest('dialog') ?? document.documentElement)
  const timer = setTimeout(() => stopShowing(), settledMs)
  stopShowing = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
}
