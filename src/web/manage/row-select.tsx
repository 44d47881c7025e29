import classes from './row-select.module.css'

type RowSelectProps = {
  id?: string
  /** Read out only: the column says what it is. */
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: readonly string[]
}

/** The browser's own list in a row of many, as light as can be: each key of a search draws a windowful of them. */
export function RowSelect({ id, label, value, onChange, onBlur, options }: RowSelectProps) {
  return (
    <span className={classes.list}>
      <select
        id={id}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      >
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </span>
  )
}
