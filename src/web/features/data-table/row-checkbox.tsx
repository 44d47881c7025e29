import type { KeyboardEvent } from 'react'
import { CheckField } from '#web/ui/check-field.tsx'
import classes from './row-checkbox.module.css'
import type { Selection } from './use-selection.ts'

/** Picks one row; with Shift all from the one before. The arrow keys go to the rows around it. */
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
      <CheckField aria-label={`Select ${name}`} checked={on} onChange={(on, { shiftKey }) => pick(id, on, shiftKey)} />
    </div>
  )
}

/** All that are listed, whether the window shows them or not. */
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
