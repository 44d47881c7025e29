import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './chips.module.css'

type ChipsProps = {
  label: string
  values: readonly string[]
  onRemove: (value: string) => void
  /** Takes the focus when the last chip has gone. */
  onEmpty: () => void
}

/** What has been chosen, each removable by a press; the focus goes on to the next one. */
export function Chips({ label, values, onRemove, onEmpty }: ChipsProps) {
  const list = useRef<HTMLUListElement>(null)

  function remove(value: string, at: number) {
    const buttons = list.current?.querySelectorAll('button') ?? []
    const next = buttons[at + 1] ?? buttons[at - 1]
    onRemove(value)
    if (next) next.focus()
    else onEmpty()
  }

  if (values.length === 0) return null
  return (
    <ul ref={list} className={classes.chips} aria-label={label}>
      {values.map((value, at) => (
        <li key={value}>
          <button
            type="button"
            className={classes.chip}
            aria-label={`Remove ${value}`}
            onClick={() => remove(value, at)}
          >
            {value}
            <IconX size={20} stroke={1.75} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
