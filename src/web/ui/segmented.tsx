import { type ReactNode, useId } from 'react'
import classes from './segmented.module.css'
import { ReadOut } from './visually-hidden.tsx'

type SegmentedProps<Value extends string> = {
  legend: string
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: string; icon?: ReactNode }[]
  /** One row of 44 px; the legend is for screen readers only. */
  compact?: boolean
}

/** A choice among a few, side by side: native radio buttons, for arrow keys and screen readers. */
export function Segmented<Value extends string>({ legend, value, onChange, options, compact }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      {compact ? (
        <legend>
          <ReadOut>{legend}</ReadOut>
        </legend>
      ) : (
        <legend className={classes.legend}>{legend}</legend>
      )}
      <div className={classes.group} data-many={options.length > 3 || undefined} data-compact={compact || undefined}>
        {options.map((option) => (
          <div key={option.value} className={classes.option}>
            <input
              type="radio"
              id={`${name}-${option.value}`}
              className={classes.input}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <label htmlFor={`${name}-${option.value}`} className={classes.label}>
              {option.icon}
              {option.label}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
