import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { CheckField } from '#web/ui/check-field.tsx'
import { useLatest } from '#web/ui/use-latest.ts'
import classes from './row-checkbox.module.css'

/** Selects one row; with Shift, a range from the last one. Arrow keys move to adjacent rows. */
export function RowCheckbox({
  id,
  name,
  on,
  pick,
}: {
  id: string
  name: string
  on: boolean
  pick: Selection['pick']
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the box in it
    <div className={classes.pick} data-pick onKeyDown={goOn}>
      <CheckField
        aria-label={inLine`Select ${name}`}
        checked={on}
        onChange={(on, { shiftKey }) => pick(id, on, shiftKey)}
      />
    </div>
  )
}

/** Selects all listed rows, including those outside the viewport. */
export function SelectAllCheckbox({ picked, label, compact }: { picked: Selection; label: string; compact?: boolean }) {
  return (
    <div className={compact ? classes.pick : undefined}>
      <CheckField
        {...(compact ? { 'aria-label': label } : { label })}
        checked={picked.all}
        mixed={picked.some && !picked.all}
        onChange={picked.pickAll}
      />
    </div>
  )
}

function goOn(event: KeyboardEvent<HTMLElement>) {
  const towards = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  const next = towards[event.key as keyof typeof towards]
  if (next === undefined) return
  event.preventDefault()
  const box = (row: Element) => row.querySelector<HTMLElement>('[data-pick] input')
  let row = event.currentTarget.closest('[data-key]')?.[next] ?? null
  while (row !== null && box(row) === null) row = row[next]
  if (row) box(row)?.focus()
}

const none: string[] = []

export type Selection = ReturnType<typeof useSelection>

/**
 * Selected rows by key. Rows hidden by a filter stay selected; rows that no longer exist don't. While nothing is
 * selected, typing in the search keeps the same object, so nothing rerenders.
 * @param rows all rows
 * @param shown listed rows, in order
 */
export function useSelection<Row>(rows: Row[], shown: Row[], keyOf: (row: Row) => string) {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  /** Anchor of a range: the last row that was pressed. */
  const last = useRef<string | null>(null)
  const keys = useMemo(
    () => (kept.size === 0 ? none : rows.map(keyOf).filter((key) => kept.has(key))),
    [rows, kept, keyOf],
  )
  const picked = useMemo(() => new Set(keys), [keys])
  const { hidden, all, some } = keys.length === 0 ? nobody : amongShown(keys, picked, shown.map(keyOf))
  const now = useLatest({ picked, shown })

  const acts = useMemo(() => {
    const shownKeys = () => now().shown.map(keyOf)

    function set(some: string[], on: boolean) {
      const next = new Set(now().picked)
      for (const key of some) {
        if (on) next.add(key)
        else next.delete(key)
      }
      setKept(next)
    }

    return {
      /** @param through selects the range from the last pressed row */
      pick(key: string, on: boolean, through: boolean) {
        const listed = shownKeys()
        const from = last.current === null ? -1 : listed.indexOf(last.current)
        const to = listed.indexOf(key)
        last.current = key
        set(through && from >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [key], on)
      },
      pickAll: (on: boolean) => set(shownKeys(), on),
      clear() {
        last.current = null
        setKept(new Set())
      },
      replace: (next: string[]) => setKept(new Set(next)),
    }
  }, [now, keyOf])

  return useMemo(
    () => ({ keys, hidden, all, some, isPicked: (key: string) => picked.has(key), ...acts }),
    [keys, hidden, all, some, picked, acts],
  )
}

const nobody = { hidden: 0, all: false, some: false }

function amongShown(keys: string[], picked: ReadonlySet<string>, shown: string[]) {
  const listed = new Set(shown)
  return {
    hidden: keys.filter((key) => !listed.has(key)).length,
    all: shown.length > 0 && shown.every((key) => picked.has(key)),
    some: shown.some((key) => picked.has(key)),
  }
}
