import { IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dismissToast, type ShownToast } from '#web/lib/toast.ts'
import { giveFocus } from '#web/ui/focus.ts'
import { useFrontDialog } from '#web/ui/front-dialog.ts'
import classes from './toasts.module.css'

export function ToastCards({ toasts }: { toasts: ShownToast[] }) {
  useToastsPlace(toasts.length)
  return toasts.map((each) => <ToastCard key={each.id} toast={each} />)
}

/** The element that had the focus before a toast got it. */
let cameFrom: Element | null = null

/**
 * Dismisses a card. If the focus is inside, it is returned first, because the browser would reset it to the top of the
 * document.
 */
function leave(card: HTMLElement | null, id: number) {
  if (card?.contains(document.activeElement))
    giveFocus(cameFrom?.isConnected ? cameFrom : document.querySelector('main h1'), { preventScroll: true })
  dismissToast(id)
}

function ToastCard({ toast: { id, text, action, stays } }: { toast: ShownToast }) {
  const [held, setHeld] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (held || stays) return
    const timer = setTimeout(() => dismissToast(id), action ? 6000 : 5000)
    return () => clearTimeout(timer)
  }, [held, stays, id, action])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only stops its timer
    <div
      ref={card}
      className={classes.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true)
        if (!relatedTarget?.closest(`.${classes.region}`)) cameFrom = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.text}>{text}</span>
      {action && (
        <button
          type="button"
          className={`${classes.button} ${classes.undo}`}
          onClick={() => {
            leave(card.current, id)
            action.onClick()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.button} aria-label="Dismiss" onClick={() => leave(card.current, id)}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

type Sides = { top: number; bottom: number; left: number; right: number }

export type Scene = {
  /** The visible part of the screen, without the on-screen keyboard and the bars at the bottom. */
  screen: Sides
  dialog: Sides
  /** The bottom edge of the dialog's title and Close button. */
  headBottom: number
  toasts: { width: number; height: number }
}

const gap = 8

/**
 * Where toasts go over a dialog: at the bottom of the screen, unless the dialog reaches down there with its buttons;
 * then above the dialog if there is room, or else just under its title and Close button.
 * @returns the distance from the top in px; null for the bottom, as without a dialog
 */
function toastsTop({ screen, dialog, headBottom, toasts }: Scene) {
  const side = (screen.right - screen.left - toasts.width) / 2
  const isBeside = dialog.left >= screen.right - side || dialog.right <= screen.left + side
  const isFloating = dialog.bottom < screen.bottom && headBottom + gap <= screen.bottom - toasts.height
  if (isBeside || isFloating) return null
  const isRoomAbove = dialog.top - screen.top >= toasts.height + 2 * gap
  return isRoomAbove ? dialog.top - gap - toasts.height : Math.max(headBottom, dialog.top) + gap
}

/** Positions the region of all toasts; runs again when their number changes. */
export function useToastsPlace(count: number) {
  const front = useFrontDialog()
  // Before they are painted, so that they are never seen moving.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is a reason to run
  useLayoutEffect(() => {
    const region = document.querySelector<HTMLElement>(`.${classes.region}`)
    if (region === null || front === null) return
    const look = () => void Object.assign(region.style, styleOver(front, region))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(region)
    observer.observe(front)
    window.addEventListener('resize', look)
    front.addEventListener('scroll', look, { passive: true })
    front.addEventListener('animationend', look)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', look)
      front.removeEventListener('scroll', look)
      front.removeEventListener('animationend', look)
    }
  }, [front, count])
}

function styleOver(front: HTMLElement, region: HTMLElement) {
  // While the dialog slides in, its position is not final, and fixed elements inside would slide along.
  if (front.getAnimations().length > 0) return { visibility: 'hidden' }
  const top = toastsTop(sceneOf(region, front))
  return top === null
    ? { visibility: '', insetBlock: '', translate: '' }
    : { visibility: '', insetBlock: `${top}px auto`, translate: 'none' }
}

function sceneOf(region: HTMLElement, front: HTMLElement): Scene {
  const kept = getComputedStyle(document.documentElement)
  const [bar = 0, tabs = 0, keyboard = 0, panned = 0] = [
    '--action-bar-height',
    '--tab-bar-height',
    '--keyboard',
    '--panned',
  ].map((name) => Number.parseFloat(kept.getPropertyValue(name)) || 0)
  const head = [...front.querySelectorAll('h1, h2, [aria-label="Close"]')].slice(0, 2)
  const widths = [...region.querySelectorAll<HTMLElement>('[role] > *')].map(({ offsetWidth }) => offsetWidth)
  return {
    screen: {
      top: panned,
      bottom: window.innerHeight - Math.max(keyboard, tabs) - bar - 2 * gap,
      left: 0,
      right: window.innerWidth,
    },
    dialog: front.getBoundingClientRect(),
    headBottom: Math.max(...head.map((each) => each.getBoundingClientRect().bottom)),
    toasts: { width: Math.max(...widths), height: region.offsetHeight },
  }
}
