import { Input } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useId } from 'react'
import type { Column, Sorting } from './manage-list.tsx'

type SortSelectProps<Row> = { columns: Column<Row>[]; sorting: Sorting; onSort: (sorting: Sorting) => void }

/** In place of the heads of the table, where the list stands in cards. */
export function SortSelect<Row>({ columns, sorting: { by, descending }, onSort }: SortSelectProps<Row>) {
  const id = useId()
  return (
    <Input.Wrapper label="Sort by" id={id} size="md">
      <Input
        id={id}
        component="select"
        size="md"
        pointer
        rightSection={<IconSelector size={20} stroke={1.75} aria-hidden />}
        value={`${by} ${descending ? 1 : 0}`}
        onChange={(event) => {
          const [key = by, order] = event.currentTarget.value.split(' ')
          onSort({ by: key, descending: order === '1' })
        }}
      >
        {columns.map(({ key, label, orders }) =>
          orders?.map((words, order) => (
            <option key={words} value={`${key} ${order}`}>
              {`${label}: ${words}`}
            </option>
          )),
        )}
      </Input>
    </Input.Wrapper>
  )
}
