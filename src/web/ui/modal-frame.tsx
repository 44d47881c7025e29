/**
 * Dialogs and drawers use the browser's own `<dialog>`: the page behind is inert, and Esc and Android's back gesture
 * close it. No focus trap is needed, and no injected style element, which the content security policy would refuse.
 */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { controlInUse, giveFocus, headingInFront, isFocusFree } from './focus.ts'
import { bringToFront } from './front-dialog.ts'
import classes from './modal-frame.module.css'

type Phase = 'closed' | 'opening' | 'open' | 'closing'

type ModalFrameProps = {
  open: boolean
  /** Esc, the back gesture, or a press on the backdrop. */
  onClose: () => void
  side?: 'middle' | 'wide' | 'end' | 'all'
  /** As high as it may be, however little is in it: tabs would move under the finger. */
  tall?: boolean
  role?: 'dialog' | 'alertdialog'
  labelledBy: string
  describedBy?: string
  /** The element to focus first; by default the browser picks the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A press on the backdrop closes it, unless something has been typed in it; not for confirmations. */
  closeOnBackdrop?: boolean
  /** Where the focus goes if its opener is gone, as after removing a row; by default to the heading of the dialog underneath, or of the page. */
  returnFocus?: () => HTMLElement | null
  children: ReactNode
}

const durations = { middle: 200, wide: 200, end: 300, all: 400 } as const
const shapes = {
  middle: classes.dialog,
  wide: `${classes.dialog} ${classes.wide}`,
  end: classes.drawer,
  all: classes.all,
} as const
let lockedBy = 0

export function ModalFrame(props: ModalFrameProps) {
  const {
    open,
    onClose,
    side = 'middle',
    role,
    labelledBy,
    describedBy,
    initialFocus,
    closeOnBackdrop,
    returnFocus,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const typed = useRef(false)
  const phase = usePhase(open, durations[side])
  const shown = phase !== 'closed'
  /** Returns the focus; the browser doesn't, because the dialog element has already left the document. */
  const giveFocusBack = useEffectEvent((opener: Element | null, openedOn: string) => {
    if (!isFocusFree()) return
    // A link in the dialog may have led to another page, whose heading could not take the focus while everything but
    // the dialog was inert.
    const stayed = location.pathname === openedOn
    // No scrolling: the opener is where it was pressed, or Back has just restored the scroll position.
    if (stayed && giveFocus(opener, { preventScroll: true })) return
    if (stayed && giveFocus(returnFocus?.() ?? null)) return
    giveFocus(headingInFront(), { preventScroll: true })
  })

  useEffect(() => {
    const element = dialog.current
    if (!shown || element === null) return
    const opener = controlInUse()
    const openedOn = location.pathname
    element.showModal()
    typed.current = false
    initialFocus?.current?.focus()
    const unlock = lockPage()
    const takeAway = bringToFront(element)
    return () => {
      takeAway()
      element.close()
      unlock()
      giveFocusBack(opener, openedOn)
    }
  }, [shown, initialFocus])

  if (!shown) return null
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop is for pointers; the keyboard has Esc
    <dialog
      ref={dialog}
      className={`${classes.frame} ${shapes[side]}`}
      data-phase={phase}
      data-tall={props.tall || undefined}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // The browser closes it without asking at a second Esc; our state must follow.
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
      onInput={() => {
        typed.current = true
      }}
      onClick={(event) => {
        if (!closeOnBackdrop || typed.current || phase !== 'open') return
        if (event.target === event.currentTarget && isBeside(event)) onClose()
      }}
    >
      {props.children}
    </dialog>
  )
}

function lockPage() {
  const root = document.documentElement
  if (lockedBy === 0) root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
  lockedBy += 1
  root.dataset.locked = ''
  return () => {
    lockedBy -= 1
    if (lockedBy === 0) delete root.dataset.locked
  }
}

/** closed → opening → open → closing → closed; a change while it is moving takes effect immediately. */
function usePhase(open: boolean, milliseconds: number): Phase {
  const [phase, setPhase] = useState<Phase>(open ? 'opening' : 'closed')
  const settled = phase === 'open' || phase === 'closed'
  if (open && (phase === 'closed' || phase === 'closing')) setPhase('opening')
  if (!open && (phase === 'open' || phase === 'opening')) setPhase('closing')
  useEffect(() => {
    if (settled) return
    const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = setTimeout(() => setPhase(open ? 'open' : 'closed'), reduced ? 0 : milliseconds)
    return () => clearTimeout(timer)
  }, [settled, open, milliseconds])
  return phase
}

function isBeside(event: { clientX: number; clientY: number; currentTarget: HTMLElement }) {
  const box = event.currentTarget.getBoundingClientRect()
  const within =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
  return !within
}
