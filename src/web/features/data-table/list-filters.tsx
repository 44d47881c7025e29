import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isFocusFree } from '#web/ui/focus.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import type { Column, Sorting } from './data-table.tsx'
import classes from './filter-chips.module.css'

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void }

/**
 * Focused on arrival where there's a hardware keyboard; on a phone that would open the on-screen one. The input is
 * uncontrolled, because rerendering it would slow down each keystroke.
 */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const desktop = useDesktop()
  const [first] = useState(value)

  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => {
    // The page's heading takes the focus first; don't steal it from anything the user focused in the meantime.
    queueMicrotask(() => {
      const isFree = isFocusFree() || document.activeElement?.matches('main h1')
      if (desktop && isFree) input.current?.focus({ preventScroll: true })
    })
  }, [])

  return (
    // A separate form: autofill scans the whole form at each keystroke, and here finds only this field.
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField
        ref={input}
        aria-label={label}
        placeholder={label}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        defaultValue={first}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </form>
  )
}

type FilterChipsProps<Filter extends string> = {
  legend: string
  value: Filter
  onChange: (filter: Filter) => void
  filters: { value: Filter; label: string; count: number }[]
}

/** Filters a list, with the number of rows in each filter. Radio buttons underneath. */
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

type SortSelectProps<Row> = { columns: Column<Row>[]; sorting: Sorting; onSort: (sorting: Sorting) => void }

/** Replaces the column headers where the list is shown as cards. */
export function SortSelect<Row>({ columns, sorting: { by, descending }, onSort }: SortSelectProps<Row>) {
  return (
    <NativeSelect
      label="Sort by"
      value={`${by} ${descending ? 1 : 0}`}
      onChange={(value) => {
        const [key = by, order] = value.split(' ')
        onSort({ by: key, descending: order === '1' })
      }}
      options={columns.flatMap(({ key, label, orders = [] }) =>
        orders.map((words, order) => ({ value: `${key} ${order}`, label: `${label}: ${words}` })),
      )}
    />
  )
}
