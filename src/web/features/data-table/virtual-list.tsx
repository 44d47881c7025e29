import type { ReactNode } from 'react'
import { useVirtualRows } from './table-rows.tsx'

type VirtualListProps<Row> = {
  /** Accessible name, such as `Members`. */
  label: string
  rows: Row[]
  keyOf: (row: Row) => string
  /** The usual height of an item in px, with the space after it. */
  height: number
  /** Current search; while it changes, only items in the viewport are rendered. */
  searched: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  /** The key of an item to scroll to and to highlight, as long as it is set. */
  revealed?: string | null
  /** The keys of items that are selected, if items can be. */
  isPicked?: ((key: string) => boolean) | undefined
  className: string | undefined
  itemClassName: string | undefined
  /** @param hold keeps the item mounted while something in it is unfinished */
  children: (row: Row, key: string, hold: (key: string, on: boolean) => void) => ReactNode
}

/** A long list that renders only what is near the viewport. Positions and sizes are said as of the whole list. */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, keyOf, height, searched, empty, revealed = null, isPicked, children } = props
  const { list, parts, measure, follow, hold } = useVirtualRows(rows, { keyOf, height, searched, revealed })
  return (
    <>
      {rows.length === 0 && empty}
      <ul
        ref={list as { current: HTMLUListElement | null }}
        hidden={rows.length === 0}
        className={props.className}
        aria-label={label}
        {...follow}
      >
        {parts.map((part) => {
          if (part.kind === 'gap') return <li key={part.key} aria-hidden style={{ blockSize: part.height }} />
          const { index, key, row } = part
          return (
            <li
              key={key}
              ref={measure}
              data-index={index}
              data-key={key}
              className={props.itemClassName}
              data-revealed={key === revealed || undefined}
              data-picked={isPicked?.(key) || undefined}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              {children(row, key, hold)}
            </li>
          )
        })}
      </ul>
    </>
  )
}
