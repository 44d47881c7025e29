import { IconSearch } from '@tabler/icons-react'
import type { MyPractices } from '#contract/my-practices.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './history-search.module.css'
import type { FilterInUse } from './use-history-filter.ts'

type HistorySearchProps = { filter: FilterInUse; semesters: MyPractices['semesters'] }

/** By words and by semester; what the address names but nobody attended can be seen, and left again. */
export function HistorySearch({ filter, semesters }: HistorySearchProps) {
  const known = filter.term === '' || semesters.some(({ key }) => key === filter.term)
  return (
    <search className={classes.search}>
      <TextField
        label="Search"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={filter.text}
        onChange={(event) => filter.setText(event.currentTarget.value)}
      />
      <NativeSelect
        label="Semester"
        value={filter.term}
        onChange={filter.setTerm}
        options={[
          { value: '', label: 'All semesters' },
          ...(known ? [] : [{ value: filter.term, label: filter.term }]),
          ...semesters.map(({ key, name, attended }) => ({ value: key, label: `${name} (${attended})` })),
        ]}
      />
    </search>
  )
}
