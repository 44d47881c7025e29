/**
 * Dialogs and drawers stand on the browser's own `<dialog>`: the page behind is inert, Esc and Android's back gesture
 * close it, and no script of ours has to trap the focus or to write a style element, which the content security policy
 * would refuse.
 */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { controlInUse, giveFocus, isFocusFree } from './focus.ts'
import { bringToFront } from './front-dialog.ts'
import classes from './modal-frame.module.css'

type Phase = 'closed' | 'opening' | 'open' | 'closing'

type ModalFrameProps = {
  open: boolean
  /** Esc, the back gesture, a press on the backdrop. */
  onClose: () => void
  side?: 'middle' | 'wide' | 'end' | 'all'
  role?: 'dialog' | 'alertdialog'
  labelledBy: string
  describedBy?: string
  /** Where the focus goes first; without it the browser picks the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** A press beside it closes it, unless something has been typed in it; not for questions that want an answer. */
  closeOnBackdrop?: boolean
  /** Where the focus goes when its opener has gone, as after removing a row; without it, to the page's heading. */
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
  /** The element has left the document by now, so the browser does not do it. */
  const giveFocusBack = useEffectEvent((opener: Element | null, openedOn: string) => {
    if (!isFocusFree()) return
    // A link in it has led to another page, whose heading could not take the focus while all but the dialog was inert.
    const stayed = location.pathname === openedOn
    // The opener stands where it was pressed, or Back has just restored where the page stood.
    if (stayed && giveFocus(opener, { preventScroll: true })) return
    if (stayed && giveFocus(returnFocus?.() ?? null)) return
    giveFocus(document.querySelector('main h1'), { preventScroll: true })
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
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // The browser closes by itself at a second Esc; our state must follow.
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

/** closed → opening → open → closing → closed; asking for the other way while it moves takes effect at once. */
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
