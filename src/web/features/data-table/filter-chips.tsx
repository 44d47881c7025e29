import { useId } from 'react'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import classes from './filter-chips.module.css'

type FilterChipsProps<Filter extends string> = {
  legend: string
  value: Filter
  onChange: (filter: Filter) => void
  filters: { value: Filter; label: string; count: number }[]
}

/** Which part of a list to look at, each with how many there are in it. Radio buttons underneath. */
export function FilterChips<Filter extends string>({ legend, value, onChange, filters }: FilterChipsProps<Filter>) {
  const name = useId()
  return (
    <fieldset className={classes.chips}>
      <legend>
        <ReadOut>{legend}</ReadOut>
      </legend>
      {filters.map((filter) => (
        <label key={filter.value} className={classes.chip} data-checked={filter.value === value || undefined}>
          <input
            type="radio"
            className={classes.input}
            name={name}
            value={filter.value}
            checked={filter.value === value}
            onChange={() => onChange(filter.value)}
          />
          {filter.label} <span className={classes.count}>{filter.count}</span>
        </label>
      ))}
    </fieldset>
  )
}
