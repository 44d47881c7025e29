import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  createContext,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

type RowLinks = { notes: HTMLElement | null; note: (by: 1 | -1) => void; hold: (on: boolean) => void }
export const RowContext = createContext<RowLinks>({ notes: null, note: () => {}, hold: () => {} })

/** Context of one row, and the container for its notes, which is rendered only while there are some. */
export function useRowLinks(id: string, hold: (key: string, on: boolean) => void) {
  const [notes, setNotes] = useState<HTMLElement | null>(null)
  const [noted, setNoted] = useState(0)
  const links: RowLinks = {
    notes,
    note: (by) => setNoted((before) => before + by),
    hold: (on) => hold(id, on),
  }
  return { links, place: noted > 0 && <div ref={setNotes} /> }
}

/** A note about a row, rendered below it at full width from anywhere inside the row. */
export function RowNote({ children }: { children: ReactNode }) {
  const { notes, note } = useContext(RowContext)
  const noteNow = useEffectEvent(note)
  useEffect(() => {
    noteNow(1)
    return () => noteNow(-1)
  }, [])
  return notes && createPortal(children, notes)
}

/** Keeps the row mounted while something in it is unfinished, even when it is scrolled out of view. */
export function useHeldRow(on: boolean) {
  const { hold } = useContext(RowContext)
  const holdNow = useEffectEvent(hold)
  useEffect(() => {
    if (!on) return
    holdNow(true)
    return () => holdNow(false)
  }, [on])
}

/** True for a press on the row itself, not on a control, on a note, or to select text. */
export function isPressOnRow(event: MouseEvent) {
  const target = event.target as Element
  if (!event.currentTarget.contains(target)) return false
  const inControl = target.closest('a, button, input, select, label, dialog') !== null
  return !inControl && window.getSelection()?.isCollapsed !== false
}

/** Up to this many rows are all in the document, so find-in-page, printing and jumping to the end just work. */
const virtualizeAbove = 150
/** Debounce after the last search keystroke before rows around the viewport are rendered, too. */
const settledAfterMs = 300
const around = { typing: 0, settled: 6 }

/** A row, or a spacer for rows that are not in the document. */
type DrawnPart<Row> =
  | { kind: 'row'; index: number; key: string; row: Row }
  | { kind: 'gap'; height: number; key: string }

/**
 * Virtualizes a long list: renders rows near the viewport, and rows that have the focus or something unfinished.
 * @param rows in order
 * @param options `height`: estimated row height in px; `searched`: the current search; `revealed`: the key of the row
 * to scroll to
 */
export function useVirtualRows<Row>(
  rows: Row[],
  options: { keyOf: (row: Row) => string; height: number; searched: string; revealed: string | null },
) {
  const { keyOf, height, searched, revealed } = options
  const keyAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? '' : keyOf(row)
  }
  const list = useRef<HTMLElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  /** Number of controls that hold each row. */
  const [held, setHeld] = useState<ReadonlyMap<string, number>>(new Map())
  // Not React state: setting it would render the list twice for each keystroke.
  const [search] = useState({ searched, isSettled: true })
  const [, drawAnew] = useReducer((times: number) => times + 1, 0)
  if (search.searched !== searched) Object.assign(search, { searched, isSettled: false })
  const { isSettled } = search
  const windowed = rows.length > virtualizeAbove || !isSettled

  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the timer
  useEffect(() => {
    if (isSettled) return
    const timer = setTimeout(() => {
      search.isSettled = true
      startTransition(drawAnew)
    }, settledAfterMs)
    return () => clearTimeout(timer)
  }, [isSettled, searched, search])

  const hold = useCallback(
    (key: string, on: boolean) =>
      setHeld((before) => {
        const holding = (before.get(key) ?? 0) + (on ? 1 : -1)
        const next = new Map(before)
        if (holding > 0) next.set(key, holding)
        else next.delete(key)
        return next
      }),
    [],
  )

  /** Indexes of rows that must stay mounted wherever they are. */
  const stay = [...held.keys(), focused]
    .map((kept) => (kept === null ? -1 : rows.findIndex((row) => keyOf(row) === kept)))
    .filter((index) => index >= 0)
  const rangeExtractor = (range: Range) =>
    [...new Set([...defaultRangeExtractor(range), ...stay])].sort((a, b) => a - b)
  // No one scrolls while typing, so rows below the viewport aren't even counted. The factor 0.8 allows for rows lower
  // than the estimate.
  const scrolled = useRef(0)
  const reach = Math.ceil((scrolled.current + window.innerHeight - top) / (height * 0.8))
  const counted = isSettled ? rows.length : Math.min(rows.length, Math.max(0, reach, ...stay) + 1)
  const virtualizer = useWindowVirtualizer({
    count: counted,
    enabled: windowed,
    estimateSize: () => height,
    getItemKey: keyAt,
    overscan: isSettled ? around.settled : around.typing,
    // Known before measuring, so the first render is right.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    rangeExtractor,
    useCachedMeasurements: !isSettled,
  })
  // From the virtualizer: reading `window.scrollY` would force a layout.
  scrolled.current = virtualizer.scrollOffset ?? 0
  // Content above the list can grow, such as a note. Measuring forces a layout, so it is skipped while typing.
  useLayoutEffect(() => {
    if (!isSettled || list.current === null || rows.length === 0) return
    const head = list.current instanceof HTMLTableElement ? (list.current.tHead?.offsetHeight ?? 0) : 0
    const next = Math.round(list.current.getBoundingClientRect().top + head + window.scrollY)
    if (next !== top) setTop(next)
  })

  const reveal = useEffectEvent((key: string) => {
    const index = rows.findIndex((row) => keyOf(row) === key)
    const row = list.current?.querySelector(`[data-key="${CSS.escape(key)}"]`)
    if (row) row.scrollIntoView({ block: 'center' })
    else if (index >= 0) virtualizer.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => {
    if (revealed !== null) reveal(revealed)
  }, [revealed])

  const drawn = windowed ? virtualizer.getVirtualItems() : allOf(rows.length, top)
  const parts = partsOf(
    drawn,
    windowed ? virtualizer.getTotalSize() + (rows.length - counted) * height : 0,
    top,
    rows,
    keyOf,
  )

  return {
    list,
    parts,
    /** `ref` of each row; the row sets `data-index`. */
    measure: windowed && isSettled ? virtualizer.measureElement : undefined,
    /** Focus handlers of the list: the focused row stays mounted. */
    follow: {
      onFocus: ({ target }: FocusEvent) => setFocused(keyAround(target)),
      onBlur: ({ relatedTarget }: FocusEvent) => setFocused(keyAround(relatedTarget)),
    },
    hold,
  }
}

type Item = { index: number; start: number; end: number }

/** All rows are rendered, so zero-height items produce no gaps. */
function allOf(many: number, top: number): Item[] {
  return Array.from({ length: many }, (_, index) => ({ index, start: top, end: top }))
}

function partsOf<Row>(items: Item[], total: number, top: number, rows: Row[], keyOf: (row: Row) => string) {
  const parts: DrawnPart<Row>[] = []
  let at = top
  for (const { index, start, end } of items) {
    if (start > at) parts.push({ kind: 'gap', height: start - at, key: `before ${index}` })
    const row = rows[index] as Row
    parts.push({ kind: 'row', index, key: keyOf(row), row })
    at = end
  }
  const rest = top + total - at
  if (rest > 0) parts.push({ kind: 'gap', height: rest, key: 'rest' })
  return parts
}

function keyAround(target: EventTarget | null) {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-key]')?.dataset.key ?? null) : null
}
