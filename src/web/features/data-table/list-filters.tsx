import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { NativeSelect } from '#web/ui/choose-one.tsx'
import { isFocusFree } from '#web/ui/focus.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useDesktop } from '#web/ui/use-media.ts'
import { ReadOut } from '#web/ui/visually-hidden.tsx'
import type { Column, Sorting } from './data-table.tsx'
import classes from './filter-chips.module.css'

type SearchFieldProps = { label: string; value: string; onChange: (text: string) => void }

/**
 * Where there is a keyboard one can type at once; on a phone that would bring up the one on the screen, unasked. What is
 * typed stands in the field by itself: drawing that anew would cost each key.
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
    // The page's heading takes the focus first; nothing that somebody has gone to meanwhile loses it.
    queueMicrotask(() => {
      const isFree = isFocusFree() || document.activeElement?.matches('main h1')
      if (desktop && isFree) input.current?.focus({ preventScroll: true })
    })
  }, [])

  return (
    // A form of its own: a browser that looks through the form of each key for what to fill in finds this field alone.
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

type SortSelectProps<Row> = { columns: Column<Row>[]; sorting: Sorting; onSort: (sorting: Sorting) => void }

/** In place of the heads of the table, where the list stands in cards. */
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
