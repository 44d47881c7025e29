import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef } from 'react'
import chipsClasses from './chips.module.css'
import classes from './choice-cards.module.css'
import { ReadOut } from './visually-hidden.tsx'

type ChoiceOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

type ChoiceCardsProps<Value extends string> = {
  legend: ReactNode
  /** The legend is for screen readers only, because a visible heading says the same. */
  legendHidden?: boolean
  /** One of them (radio buttons), or any number (checkboxes). */
  kind: 'one' | 'many'
  options: ChoiceOption<Value>[]
  chosen: readonly Value[]
  /** With `many`, also called when one is deselected. */
  onToggle: (value: Value, on: boolean) => void
  columns?: 1 | 2
  /** Less room around each label, and its check mark in the corner. */
  compact?: boolean
  /** The id of the first choice, so that an error summary can link to it. */
  id?: string
  error?: string
}

/** Large cards to choose from: native radio buttons or checkboxes that cover the whole card. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { legend, legendHidden, kind, options, chosen, onToggle, columns = 1, compact, id, error } = props
  const name = useId()
  const errorId = `${name}-error`
  return (
    <fieldset
      className={classes.group}
      data-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      {legendHidden ? (
        <legend>
          <ReadOut>{legend}</ReadOut>
        </legend>
      ) : (
        <legend className={classes.legend}>{legend}</legend>
      )}
      <div className={classes.cards} data-columns={columns} data-compact={compact || undefined}>
        {options.map(({ value, label, disabled }, at) => (
          <label
            key={value}
            className={classes.card}
            data-checked={chosen.includes(value) || undefined}
            data-disabled={disabled || undefined}
            data-many={kind === 'many' || undefined}
          >
            <input
              type={kind === 'one' ? 'radio' : 'checkbox'}
              id={at === 0 ? id : undefined}
              className={classes.input}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              disabled={disabled}
              onChange={(event) => onToggle(value, event.currentTarget.checked)}
            />
            <span>{label}</span>
            {kind === 'many' ? (
              <span className={classes.box}>
                <IconCheck size={18} stroke={3} aria-hidden />
              </span>
            ) : (
              <IconCheck className={classes.check} size={24} stroke={2} aria-hidden />
            )}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

type ChipsProps = {
  label: string
  values: readonly string[]
  onRemove: (value: string) => void
  /** Called when the last chip is removed; should move the focus. */
  onEmpty: () => void
}

/** The selected values, each removable with a press; the focus moves to the next one. */
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
    <ul ref={list} className={chipsClasses.chips} aria-label={label}>
      {values.map((value, at) => (
        <li key={value}>
          <button
            type="button"
            className={chipsClasses.chip}
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
