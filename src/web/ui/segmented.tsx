import { type ReactNode, useId } from 'react'
import classes from './segmented.module.css'

type SegmentedProps<Value extends string> = {
  legend: string
  value: Value
  onChange: (value: Value) => void
  options: { value: Value; label: string; icon?: ReactNode }[]
}

/** A choice of few, side by side: radio buttons underneath, so that arrow keys and screen readers know them. */
export function Segmented<Value extends string>({ legend, value, onChange, options }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      <legend className={classes.legend}>{legend}</legend>
      <div className={classes.group} data-many={options.length > 3 || undefined}>
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
