import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useDisabledOffline } from './buttons.tsx'
import classes from './number-stepper.module.css'

type NumberStepperProps = {
  label: string
  /** For screen readers, instead of the label, which it contains. */
  name?: string
  hint?: string
  min: number
  max: number
  /** null if empty or not a whole number. */
  value: number | null
  onChange: (value: number | null) => void
  id?: string
  error?: string
  /** Screen readers hear the error when it appears, because nothing else says it. */
  announced?: boolean
  /** For a row under a column heading: the label is for screen readers only, and characters replace the icons. */
  compact?: boolean
  /** The color of the number. */
  tone?: 'green' | 'red'
  /** A change is sent automatically, so it is disabled where nothing can be sent. */
  sends?: boolean
}

/** A whole number between two bounds: typed, stepped with buttons of at least 44 px, or with the arrow keys. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, name = label, hint, min, max, value, onChange, id, error, announced, compact, tone, sends } = props
  const ownId = useId()
  const fieldId = id ?? ownId
  const notSent = useDisabledOffline(sends)
  const blocked = notSent !== null
  const blockedBy = notSent?.['aria-describedby']
  // The text in the field, which may be an incomplete number; a different value from outside replaces it.
  const [text, setText] = useState(value === null ? '' : String(value))
  const shown = numberIn(text) === value ? text : value === null ? '' : String(value)

  function type(next: string) {
    setText(next)
    onChange(numberIn(next))
  }

  function step(by: number) {
    if (blocked || (value !== null && (by < 0 ? value <= min : value >= max))) return
    const next = value === null ? (by > 0 ? min : max) : value + by
    type(String(Math.min(max, Math.max(min, next))))
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  const described = [hint !== undefined && `${ownId}-hint`, error !== undefined && `${ownId}-error`, blockedBy].filter(
    Boolean,
  )
  const describedBy = described.length > 0 ? described.join(' ') : undefined
  return (
    <div>
      {!compact && (
        <label htmlFor={fieldId} className={classes.label}>
          {label}
        </label>
      )}
      {hint !== undefined && (
        <p id={`${ownId}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      <div className={classes.stepper} data-compact={compact} data-invalid={error !== undefined || undefined}>
        <button
          type="button"
          className={classes.button}
          aria-label={`${name}: one less`}
          aria-disabled={blocked || (value !== null && value <= min)}
          aria-describedby={blockedBy}
          onClick={() => step(-1)}
        >
          {compact ? '\u2212' : <IconMinus size={20} stroke={2} aria-hidden />}
        </button>
        <input
          id={fieldId}
          className={classes.input}
          data-tone={tone}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-label={compact || name !== label ? name : undefined}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-valuenow={value ?? undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy}
          readOnly={blocked}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={classes.button}
          aria-label={`${name}: one more`}
          aria-disabled={blocked || (value !== null && value >= max)}
          aria-describedby={blockedBy}
          onClick={() => step(1)}
        >
          {compact ? '+' : <IconPlus size={20} stroke={2} aria-hidden />}
        </button>
      </div>
      {error !== undefined && (
        <p id={`${ownId}-error`} className={classes.error} role={announced ? 'alert' : undefined}>
          {error}
        </p>
      )}
    </div>
  )
}

function numberIn(text: string) {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null
}
