import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDesktop } from '#web/ui/use-media.ts'
import classes from './data-table.module.css'
import { RowCheckbox, SelectAllCheckbox, type Selection } from './row-selection.tsx'
import { isPressOnRow, RowContext, useRowLinks, useVirtualRows } from './table-rows.tsx'
import { VirtualList } from './virtual-list.tsx'

export type Column<Row> = {
  /** Sort key in the URL. */
  key: string
  label: string
  /** CSS width of the column; without it, an equal share of the rest. */
  width?: string
  align?: 'end' | 'center'
  /** True for the column that is the row's header. */
  header?: boolean
  /** Labels of both sort orders where there are no column headers to press; without them the column isn't sortable. */
  orders?: [ascending: string, descending: string]
  cell: (row: Row) => ReactNode
}
export type Sorting = { by: string; descending: boolean }

type DataTableProps<Row> = {
  /** Accessible name, such as `Members`. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** Current search; while it changes, only rows in the viewport are rendered. */
  searched: string
  /** Shown instead of an empty list. */
  empty: ReactNode
  onOpen: (row: Row) => void
  /** Selection for bulk actions, and the name of each row. */
  picking?: { picked: Selection; nameOf: (row: Row) => string }
  /** Label of the select-all checkbox. */
  pickAll?: string
  /** A heading above the row, where a part of the list begins. */
  headingOf?: (row: Row) => ReactNode
  /** The key of a row to scroll to and to highlight, as long as it is set. */
  revealed?: string | null
}

type CardListProps<Row> = Omit<DataTableProps<Row>, 'columns' | 'sorting' | 'onSort' | 'picking' | 'pickAll'> & {
  /** The same row below 1050 px. */
  card: (row: Row) => ReactNode
  /** The usual height of a card in px, with the space after it. */
  cardHeight?: number
}

/**
 * Table for officers: sortable column headers from 1050 px on, cards below. Long lists are virtualized; `aria-rowcount`
 * and `aria-rowindex` refer to the whole list.
 */
export function DataTable<Row>(props: DataTableProps<Row> & CardListProps<Row>) {
  return useDesktop() ? <ListTable {...props} /> : <ListCards {...props} />
}

/** The table alone, for a list that has its own form on phones. */
export function ListTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, sorting, onSort, searched, empty, onOpen, picking, pickAll = '' } = props
  const { headingOf, revealed = null } = props
  const { list, parts, measure, follow, hold } = useVirtualRows(rows, { keyOf, height: 65, searched, revealed })
  const width = columns.length + (picking ? 1 : 0)
  return (
    <>
      {rows.length === 0 && empty}
      <div className={classes.sheet} hidden={rows.length === 0} {...follow}>
        <table
          ref={list as { current: HTMLTableElement | null }}
          className={classes.table}
          aria-label={label}
          aria-rowcount={rows.length + 1}
        >
          <colgroup>
            {picking && <col className={classes.pickColumn} />}
            {columns.map(({ key, width }) => (
              <col key={key} style={{ inlineSize: width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {picking && (
                <td>
                  <SelectAllCheckbox compact picked={picking.picked} label={pickAll} />
                </td>
              )}
              {columns.map((column) => (
                <Head key={column.key} column={column} sorting={sorting} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {parts.map((part) => {
            if (part.kind === 'gap') return <Gap key={part.key} height={part.height} columns={width} />
            const { index, key, row } = part
            return (
              <tbody
                key={key}
                ref={measure}
                data-index={index}
                data-key={key}
                data-revealed={key === revealed || undefined}
              >
                {headingOf && <HeadingRow columns={width}>{headingOf(row)}</HeadingRow>}
                <TableRow
                  row={row}
                  columns={columns}
                  hold={hold}
                  onOpen={onOpen}
                  index={index}
                  id={key}
                  {...pickOf(picking, row, key)}
                />
              </tbody>
            )
          })}
        </table>
      </div>
    </>
  )
}

function Head<Row>({
  column: { key, label, align, orders },
  sorting: { by, descending },
  onSort,
}: {
  column: Column<Row>
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}) {
  const isSorted = by === key
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" data-align={align} aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}>
      {orders ? (
        <button
          type="button"
          className={classes.head}
          onClick={() => onSort({ by: key, descending: isSorted && !descending })}
        >
          {label}
          {isSorted && <Arrow size={16} stroke={2.25} aria-hidden />}
        </button>
      ) : (
        <span className={classes.head}>{label}</span>
      )}
    </th>
  )
}

/** Selection props of one row. */
function pickOf<Row>(picking: DataTableProps<Row>['picking'], row: Row, key: string) {
  return picking && { name: picking.nameOf(row), isPicked: picking.picked.isPicked(key), pick: picking.picked.pick }
}

type RowProps<Row> = {
  row: Row
  id: string
  hold: (key: string, on: boolean) => void
  onOpen: (row: Row) => void
}
type TableRowProps<Row> = RowProps<Row> & {
  index: number
  columns: Column<Row>[]
  name?: string
  isPicked?: boolean
  pick?: Selection['pick']
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, hold, onOpen, name = '', isPicked = false, pick } = props
  const { links, place } = useRowLinks(id, hold)
  return (
    <RowContext value={links}>
      <tr
        className={classes.row}
        aria-rowindex={index + 2}
        data-picked={isPicked || undefined}
        data-noted={place !== false || undefined}
        onClick={(event) => {
          if (isPressOnRow(event)) onOpen(row)
        }}
      >
        {pick && (
          <td>
            <RowCheckbox id={id} name={name} on={isPicked} pick={pick} />
          </td>
        )}
        <Cells row={row} columns={columns} />
      </tr>
      {place && (
        <tr className={classes.notes}>
          <td colSpan={columns.length + (pick ? 1 : 0)}>{place}</td>
        </tr>
      )}
    </RowContext>
  )
}

function Cells<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
  return columns.map(({ key, align, header, cell }) => {
    const Cell = header ? 'th' : 'td'
    return (
      <Cell key={key} scope={header ? 'row' : undefined} data-align={align}>
        {cell(row)}
      </Cell>
    )
  })
}

/** Not a row of the list, so it doesn't count as one. */
function HeadingRow({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a table allows nothing but rows here
    <tr role="presentation">
      <td role="presentation" className={classes.heading} colSpan={columns}>
        {children}
      </td>
    </tr>
  )
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td className={classes.gap} colSpan={columns} style={{ blockSize: height }} />
      </tr>
    </tbody>
  )
}

function ListCards<Row>(props: CardListProps<Row>) {
  const { card, onOpen, headingOf, cardHeight = 240, ...list } = props
  return (
    <VirtualList {...list} height={cardHeight} className={classes.cards} itemClassName={classes.item}>
      {(row, key, hold) => (
        <>
          {headingOf?.(row)}
          <ListCard row={row} card={card} hold={hold} onOpen={onOpen} id={key} />
        </>
      )}
    </VirtualList>
  )
}

type ListCardProps<Row> = RowProps<Row> & Pick<CardListProps<Row>, 'card'>

function ListCard<Row>({ row, card, id, hold, onOpen }: ListCardProps<Row>) {
  const { links, place } = useRowLinks(id, hold)
  return (
    <div className={classes.card}>
      <RowContext value={links}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for pointers; the keyboard has the button in it */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
        <div
          className={classes.press}
          onClick={(event) => {
            if (isPressOnRow(event)) onOpen(row)
          }}
        >
          {card(row)}
        </div>
        {place && <div className={classes.cardNotes}>{place}</div>}
      </RowContext>
    </div>
  )
}
