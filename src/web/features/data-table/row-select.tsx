import { useDisabledOffline } from '#web/ui/disabled-offline.ts'
import classes from './row-select.module.css'

type RowSelectProps = {
  id?: string
  /** Read out only: the column says what it is. */
  label: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  options: readonly string[]
  /** What is chosen is sent by itself: blocked where nothing can be sent now. */
  sends?: boolean
}

/**
 * The browser's own list in a row of many, as light as can be: each key of a search draws a windowful of them. Each in a form
 * of its own: a browser that looks for what it could fill in goes through the whole form whenever a list in it changes, and
 * what stands in no form is one to it (10 ms a key, on a processor four times slower).
 */
export function RowSelect({ id, label, value, onChange, onBlur, options, sends }: RowSelectProps) {
  const blocked = useDisabledOffline(sends)
  return (
    <form>
      <select
        id={id}
        className={classes.list}
        aria-label={label}
        {...blocked}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      >
        {options.map((option) => (
          <option key={option} disabled={blocked !== null && option !== value}>
            {option}
          </option>
        ))}
      </select>
    </form>
  )
}
