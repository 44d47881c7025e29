import { IconCar, IconFileDescription, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { inLine } from '#domain/isolated-text.ts'
import { count } from '#domain/text/public-messages.ts'
import { useOpenPractice } from '#web/addresses/use-address-dialog.ts'
import { type Column, DataTable, type Sorting } from '#web/features/data-table/data-table.tsx'
import type { ClubTimes } from '#web/lib/club-times.ts'
import { Chip } from '#web/ui/card.tsx'
import classes from './practice-table.module.css'
import { lengthInWords, minutesOf } from './select-practices.ts'

/** Computed by the page once for all rows. */
type TableContext = { now: number; times: ClubTimes }
type RowProps = { practice: ManagedPractice; context: TableContext }

type PracticeTableProps = {
  practices: ManagedPractice[]
  columns: Column<ManagedPractice>[]
  context: TableContext
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  searched: string
  empty: ReactNode
}

export function PracticeTable({ practices, context, ...list }: PracticeTableProps) {
  const open = useOpenPractice()
  return (
    <DataTable
      label="Practices"
      {...list}
      rows={practices}
      keyOf={({ id }) => id}
      card={(practice) => <PracticeCard practice={practice} context={context} />}
      onOpen={({ id }) => open({ practice: id })}
    />
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
      cell: (practice) => <Name practice={practice} />,
    },
    {
      key: 'date',
      label: 'Date',
      width: '13.5rem',
      orders: ['oldest first', 'newest first'],
      cell: (practice) => <When practice={practice} context={context} />,
    },
    {
      key: 'limit',
      label: 'Attendance Limit',
      width: '9.5rem',
      orders: ['lowest first', 'highest first'],
      cell: (practice) => (
        <span className={classes.two}>
          <span className={classes.number}>{limitInWords(practice)}</span>
          <span className={classes.muted}>{headsInWords(practice, context.now)}</span>
        </span>
      ),
    },
    {
      key: 'length',
      label: 'Length',
      width: '5.5rem',
      orders: ['shortest first', 'longest first'],
      cell: (practice) => <span className={classes.number}>{lengthOf(practice)}</span>,
    },
    {
      key: 'actions',
      label: 'Actions',
      width: '23rem',
      cell: (practice) => <Actions practice={practice} context={context} />,
    },
  ]
}

function Name({ practice: { title, cancelled, sample } }: { practice: ManagedPractice }) {
  return (
    <span className={classes.name}>
      <span className={classes.title}>{title}</span>
      {cancelled && <Chip tone="outline">Canceled</Chip>}
      {sample && <Chip tone="outline">Sample</Chip>}
    </span>
  )
}

function When({ practice, context: { now, times } }: RowProps) {
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

/** The date comes first: it is what an officer looks for. */
function PracticeCard({ practice, context }: RowProps) {
  const { now, times } = context
  const { date, time } = times.when(practice, now)
  return (
    <div className={classes.card}>
      <div>
        <p className={classes.when}>
          <time dateTime={practice.startsOn}>{date}</time>
          {time !== null && <span className={classes.muted}>{time}</span>}
        </p>
        <Name practice={practice} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Attendance Limit</dt>
          <dd>{limitInWords(practice)}</dd>
        </div>
        <div>
          <dt>{isOver(practice, now) ? 'Attended' : 'Going'}</dt>
          <dd>{heads(practice, now)}</dd>
        </div>
        <div>
          <dt>Length</dt>
          <dd>{lengthOf(practice)}</dd>
        </div>
      </dl>
      <Actions practice={practice} context={context} />
    </div>
  )
}

function Actions({ practice, context: { now, times } }: RowProps) {
  const open = useOpenPractice()
  const { date } = times.when(practice, now)
  const { id, title } = practice
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  const of = inLine`${title}, ${date}`
  return (
    <div className={classes.actions}>
      <button
        type="button"
        className={classes.action}
        aria-label={`View Details: ${of}`}
        aria-haspopup="dialog"
        data-details={id}
        onClick={() => open({ practice: id })}
      >
        <IconFileDescription {...icon} />
        <span>View Details</span>
      </button>
      <button
        type="button"
        className={classes.action}
        aria-label={`View Carpool: ${of}`}
        aria-haspopup="dialog"
        onClick={() => open({ practice: id, list: 'carpool' })}
      >
        <IconCar {...icon} />
        <span>View Carpool</span>
      </button>
      <button
        type="button"
        className={`${classes.action} ${classes.remove}`}
        aria-label={`Remove ${of}`}
        aria-haspopup="dialog"
        data-remove-practice={id}
        onClick={() => open({ practice: id, ask: 'delete' })}
      >
        <IconTrash {...icon} />
        <span>Remove</span>
      </button>
    </div>
  )
}

/** The control that deletes this practice, for returning the focus. */
export function removeButtonOf(practiceId: string) {
  return document.querySelector<HTMLElement>(`[data-remove-practice="${CSS.escape(practiceId)}"]`)
}

/** The control that opens its details, for returning the focus. */
export function detailsButtonOf(practiceId: string) {
  return document.querySelector<HTMLElement>(`[data-details="${CSS.escape(practiceId)}"]`)
}

function lengthOf(practice: ManagedPractice) {
  return practice.allDay ? 'All day' : lengthInWords(minutesOf(practice))
}

export function limitInWords({ attendanceLimit }: Pick<ManagedPractice, 'attendanceLimit'>) {
  return attendanceLimit === null ? 'No limit' : String(attendanceLimit)
}

function isOver({ endsAt }: ManagedPractice, now: number) {
  return now >= Date.parse(endsAt)
}

/** Attendance, or before the practice the number of RSVPs. */
function heads(practice: ManagedPractice, now: number) {
  return isOver(practice, now) ? practice.attended : practice.archers + practice.drivers
}

function headsInWords(practice: ManagedPractice, now: number) {
  const many = heads(practice, now)
  return isOver(practice, now) ? `${many} attended` : count(many, 'going', 'going')
}
