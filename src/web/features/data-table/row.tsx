import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'

type RowFacts = { notes: HTMLElement | null; note: (by: 1 | -1) => void; hold: (on: boolean) => void }
export const RowContext = createContext<RowFacts>({ notes: null, note: () => {}, hold: () => {} })

/** For a row: what its notes and controls need, and the place for notes, which is there only while there is one. */
export function useRowFacts(id: string, hold: (key: string, on: boolean) => void) {
  const [notes, setNotes] = useState<HTMLElement | null>(null)
  const [noted, setNoted] = useState(0)
  const facts: RowFacts = {
    notes,
    note: (by) => setNoted((before) => before + by),
    hold: (on) => hold(id, on),
  }
  return { facts, place: noted > 0 && <div ref={setNotes} /> }
}

/** What there is to say about a row, at its whole width under it, wherever in the row it came up. */
export function RowNote({ children }: { children: ReactNode }) {
  const { notes, note } = useContext(RowContext)
  const noteNow = useEffectEvent(note)
  useEffect(() => {
    noteNow(1)
    return () => noteNow(-1)
  }, [])
  return notes && createPortal(children, notes)
}

/** Keeps the row in the document while something in it is unfinished, however far it is scrolled away. */
export function useHeldRow(on: boolean) {
  const { hold } = useContext(RowContext)
  const holdNow = useEffectEvent(hold)
  useEffect(() => {
    if (!on) return
    holdNow(true)
    return () => holdNow(false)
  }, [on])
}

/** A press on the row itself, and not on a control in it, on a note about it, or to select a text. */
export function isPressOnRow(event: MouseEvent) {
  const target = event.target as Element
  if (!event.currentTarget.contains(target)) return false
  const inControl = target.closest('a, button, input, select, label, dialog') !== null
  return !inControl && window.getSelection()?.isCollapsed !== false
}
