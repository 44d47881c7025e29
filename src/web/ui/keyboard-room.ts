/**
 * Safari on iPhones puts its keyboard on top of the page and pans the rest; only the visual viewport reports it.
 * Elsewhere `interactive-widget=resizes-content` (index.html) resizes the page, and nothing is hidden.
 *
 * Fixed elements stay clear by two custom properties of the root element: `--keyboard`, how much of the bottom is
 * hidden, and `--panned`, how much of the top.
 */
export type Room = { keyboard: number; panned: number }

type Seen = Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>

/** @param height of the layout viewport, which positions fixed elements */
export function roomIn(height: number, seen: Seen): Room {
  // Pinch-zoomed: only part of the page is visible, and fixed elements stay where they are.
  if (seen.scale > 1.01) return { keyboard: 0, panned: 0 }
  // Negative while the page is pulled down beyond its top.
  const panned = Math.max(0, Math.round(seen.offsetTop))
  const keyboard = Math.round(height - seen.height - panned)
  // Ignore fractions of a pixel.
  return { keyboard: keyboard > 1 ? keyboard : 0, panned }
}

/** After this long, the person may have scrolled away on purpose. */
const settledMs = 500

let room: Room = { keyboard: 0, panned: 0 }

/** The bottom of the visible area, in px. */
export function visibleBottom() {
  return window.innerHeight - room.keyboard
}

/** Not used on the login page, which has nothing at its edges. @returns a function that stops it */
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

/**
 * Scrolls the focused field into view: it may be hidden once the dialog or the page around it has its new size, some
 * frames later.
 */
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
