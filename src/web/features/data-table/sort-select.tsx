import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Column, Sorting } from './data-table.tsx'

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
