import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Sale } from '#contract/sales.ts'
import { inLine } from '#domain/isolated-text.ts'
import { inDollars } from '#domain/money.ts'
import { keptOf, paymentKinds } from '#domain/sales.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { count } from '#domain/text/public-messages.ts'
import { paidByWords, saleMessages, worthInWords } from '#domain/text/sale-messages.ts'
import { downloadCsv } from '#web/features/data-table/export-list.tsx'
import { useClubTimes } from '#web/lib/club-times.ts'
import { toProblem } from '#web/lib/request.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Chip } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { salesQuery } from './sales-query.ts'
import classes from './sold-list.module.css'

type SoldListProps = {
  practice: { id: string; startsOn: string }
  now: number
  /** Opens the question whether to undo a sale. */
  onUndo: (saleId: string) => void
}

/** What was sold at the door of a practice, and what came in; nothing if nothing was sold. */
export function SoldList({ practice, now, onUndo }: SoldListProps) {
  const id = useId()
  const times = useClubTimes()
  const { data, error, refetch, isFetching } = useQuery(salesQuery(practice.id))
  if (error && !data) return <ErrorNote error={toProblem(error)} onRetry={refetch} pending={isFetching} />
  if (!data || data.sales.length === 0) return null
  const { sales, totals } = data
  const momentOf = (at: string) => times.moment(Date.parse(at), practice.startsOn, now)
  const counted = worthInWords(totals)
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id} tabIndex={-1}>
          Sold at the door
        </h3>
        <ActionButton
          tone="quiet"
          icon={<IconDownload size={20} stroke={1.75} aria-hidden />}
          label="Export CSV of what was sold"
          onClick={() => downloadCsv(asFile(practice, sales, momentOf))}
        >
          Export CSV
        </ActionButton>
      </div>
      <dl className={classes.totals}>
        {paymentKinds.map((kind) => (
          <div key={kind}>
            <dt>{paidByWords[kind]}</dt>
            <dd>
              {inDollars(totals[kind].cents)} <span className={classes.times}>{count(totals[kind].sales, 'sale')}</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>
            {inDollars(paymentKinds.reduce((sum, kind) => sum + totals[kind].cents, 0))}{' '}
            <span className={classes.times}>{counted}</span>
          </dd>
        </div>
      </dl>
      <ul className={classes.list} aria-label="Sales">
        {sales.map((sale) => (
          <SaleRow key={sale.id} sale={sale} momentOf={momentOf} onUndo={() => onUndo(sale.id)} />
        ))}
      </ul>
    </section>
  )
}

type SaleRowProps = { sale: Sale; momentOf: (at: string) => string; onUndo: () => void }

function SaleRow({ sale, momentOf, onUndo }: SaleRowProps) {
  const { product, cents, paidBy, soldAt, officer, undone } = sale
  const name = nameOf(sale)
  return (
    <li className={classes.sale} data-undone={undone !== null || undefined}>
      <div className={classes.what}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
          {undone && <Chip>Undone</Chip>}
        </span>
        <span className={classes.note}>
          <bdi>{product}</bdi> · {inDollars(cents)} · {paidByWords[paidBy]}
        </span>
        <span className={classes.note}>
          <time dateTime={soldAt}>{momentOf(soldAt)}</time> · {byWhom(officer)}
        </span>
        {undone && (
          <span className={classes.note}>
            Undone <time dateTime={undone.at}>{momentOf(undone.at)}</time> {byWhom(undone.officer)}
            {undone.reason !== '' && inLine`: “${undone.reason}”`}
            {isUsed(sale) && ` · ${saleMessages.kept(keptOf(sale, undone.taken))}`}
          </span>
        )}
      </div>
      {!undone && (
        <ActionButton
          sends
          tone="quiet"
          label={inLine`Undo the sale of ${product} to ${name}`}
          aria-haspopup="dialog"
          onClick={onUndo}
        >
          Undo
        </ActionButton>
      )}
    </li>
  )
}

export function nameOf({ name }: Sale) {
  return name || officerMessages.bySomebodyGone
}

function byWhom(officer: string | null) {
  return officer === null ? 'by an officer' : inLine`by ${officer}`
}

function isUsed({ undone, ...sale }: Sale) {
  return undone !== null && worthInWords(keptOf(sale, undone.taken)) !== ''
}

function asFile({ startsOn }: { startsOn: string }, sales: Sale[], momentOf: (at: string) => string) {
  return {
    name: `sales-${startsOn}`,
    head: [
      ...['Name', 'Product', 'Day passes', 'Paid practices', 'Price', 'Paid by', 'Sold', 'Sold by'],
      ...['Undone', 'Undone by', 'Reason'],
    ],
    rows: sales.map(({ undone, ...sale }) => [
      ...[nameOf({ ...sale, undone }), sale.product, sale.dayPasses, sale.paidPractices, sale.cents / 100],
      ...[sale.paidBy, momentOf(sale.soldAt), sale.officer ?? '', undone ? momentOf(undone.at) : ''],
      ...[undone?.officer ?? '', undone?.reason ?? ''],
    ]),
  }
}
