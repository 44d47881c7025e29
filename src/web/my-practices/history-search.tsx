import { Input, TextInput } from '@mantine/core'
import { IconSearch, IconSelector } from '@tabler/icons-react'
import { useId } from 'react'
import type { MyPractices } from '#contract/my-practices.ts'
import classes from './history-search.module.css'
import type { FilterInUse } from './use-history-filter.ts'

type HistorySearchProps = { filter: FilterInUse; semesters: MyPractices['semesters'] }

/** By words and by semester; what the address names but nobody attended can be seen, and left again. */
export function HistorySearch({ filter, semesters }: HistorySearchProps) {
  const id = useId()
  const known = filter.term === '' || semesters.some(({ key }) => key === filter.term)
  return (
    <search className={classes.search}>
      <TextInput
        label="Search"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        leftSection={<IconSearch size={20} stroke={1.75} aria-hidden />}
        value={filter.text}
        onChange={(event) => filter.setText(event.currentTarget.value)}
      />
      <Input.Wrapper label="Semester" id={id} size="md">
        <Input
          id={id}
          component="select"
          size="md"
          pointer
          rightSection={<IconSelector size={20} stroke={1.75} aria-hidden />}
          value={filter.term}
          onChange={(event) => filter.setTerm(event.currentTarget.value)}
        >
          <option value="">All semesters</option>
          {!known && <option value={filter.term}>{filter.term}</option>}
          {semesters.map(({ key, name, attended }) => (
            <option key={key} value={key}>
              {`${name} (${attended})`}
            </option>
          ))}
        </Input>
      </Input.Wrapper>
    </search>
  )
}
