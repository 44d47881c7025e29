import type { ReactNode } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { useOpenPractice } from '#web/addresses/use-address-dialog.ts'
import { type Column, DataTable, type Sorting } from '#web/features/data-table/data-table.tsx'
import { monthName } from './day-words.ts'
import { PracticeActions } from './practice-actions.tsx'
import { CompactCard, ListedCard, TodayCard } from './practice-cards.tsx'
import { PracticeName } from './practice-name.tsx'
import { type SectionStart, sectionOf } from './practice-sections.ts'
import classes from './practice-table.module.css'
import { lengthOf, limitInWords, outlookInWords, type TableContext, turnoutInWords } from './practice-words.ts'

type PracticeTableProps = {
  practices: ManagedPractice[]
  columns: Column<ManagedPractice>[]
  context: TableContext
  /** Where sections and months begin, if the list has any. */
  starts: Map<string, SectionStart> | null
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  searched: string
  empty: ReactNode
  /** The id of a practice to scroll to and to highlight. */
  revealed: string | null
}

export function PracticeTable({ practices, context, starts, ...list }: PracticeTableProps) {
  const open = useOpenPractice()
  const today = context.times.dayOf(context.now)
  const cardOf = (practice: ManagedPractice) => {
    if (starts === null) return <ListedCard practice={practice} context={context} />
    if (sectionOf(practice, today) === 'today') return <TodayCard practice={practice} context={context} />
    return <CompactCard practice={practice} context={context} />
  }
  return (
    <DataTable
      label="Practices"
      {...list}
      rows={practices}
      keyOf={({ id }) => id}
      headingOf={starts === null ? undefined : (practice) => headingOf(practice, starts.get(practice.id), context)}
      cardHeight={starts === null ? undefined : 104}
      card={cardOf}
      onOpen={({ id }) => open({ practice: id })}
    />
  )
}

const sectionNames = { today: 'Today', upcoming: 'Upcoming', past: 'Past' } as const

function headingOf({ startsOn }: ManagedPractice, start: SectionStart | undefined, { times, now }: TableContext) {
  if (start === undefined) return null
  const { section, month } = start
  return (
    <>
      {section !== null && (
        <h2 className={classes.section}>
          {sectionNames[section]}
          {section === 'today' && <span className={classes.day}> {times.date(times.dayOf(now), now)}</span>}
        </h2>
      )}
      {month && <h3 className={classes.month}>{monthName(startsOn)}</h3>}
    </>
  )
}

/** The columns of the practice table. */
export function practiceColumns(context: TableContext): Column<ManagedPractice>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      header: true,
      orders: ['A to Z', 'Z to A'],
      cell: (practice) => <PracticeName practice={practice} />,
    },
    {
      key: 'date',
      label: 'Date',
      width: '11.5rem',
      orders: ['oldest first', 'newest first'],
      cell: (practice) => <When practice={practice} context={context} />,
    },
    {
      key: 'limit',
      label: 'Attendance Limit',
      width: '15.5rem',
      orders: ['lowest first', 'highest first'],
      cell: (practice) => (
        <span className={classes.two}>
          <span className={classes.number}>{limitInWords(practice)}</span>
          <span className={classes.muted}>{turnoutInWords({ ...practice, attendanceLimit: null }, context.now)}</span>
          {outlookInWords(practice).map((line) => (
            <span key={line} className={classes.muted}>
              {line}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'length',
      label: 'Length',
      width: '7rem',
      orders: ['shortest first', 'longest first'],
      cell: (practice) => <span className={classes.number}>{lengthOf(practice)}</span>,
    },
    {
      key: 'actions',
      label: 'Actions',
      width: '21.5rem',
      cell: (practice) => <PracticeActions practice={practice} context={context} />,
    },
  ]
}

function When({ practice, context: { now, times } }: { practice: ManagedPractice; context: TableContext }) {
  const { date, time } = times.when(practice, now)
  return (
    <span className={classes.two}>
      <time dateTime={practice.startsOn} className={classes.strong}>
        {date}
      </time>
      {time !== null && <span className={classes.muted}>{time}</span>}
    </span>
  )
}
