import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'

type RowFacts = { notes: HTMLElement | null; hold: (on: boolean) => void }
export const RowContext = createContext<RowFacts>({ notes: null, hold: () => {} })

/** What there is to say about a row, at its whole width under it, wherever in the row it came up. */
export function RowNote({ children }: { children: ReactNode }) {
  const { notes } = useContext(RowContext)
  return notes && createPortal(children, notes)
}

/** Keeps the row in the document while something in it is unfinished, however far it is scrolled away. */
export function useHeldRow(on: boolean) {
  const { hold } = useContext(RowContext)
  const holdNow = useEffectEvent(hold)
  useEffect(() => {
    holdNow(on)
    return () => holdNow(false)
  }, [on])
}

/** A press on the row itself, and not on a control in it, on a note about it, or to select a text. */
export function isPressOnRow(event: MouseEvent) {
  const target = event.target as Element
  if (!event.currentTarget.contains(target)) return false
  const inControl = target.closest('a, button, input, select, label, [popover], dialog') !== null
  return !inControl && window.getSelection()?.isCollapsed !== false
}
