import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { PreviewLine, StoreLine } from '#contract/store-orders.ts'
import { leadingDay } from '#domain/iso-day.ts'
import { inLine } from '#domain/isolated-text.ts'
import { gainInWords, storeMessages, waitTexts } from '#domain/text/store-messages.ts'
import type { OrdersShown } from '#web/addresses/resources-search.ts'
import { Section } from '#web/components/section.tsx'
import { FilterChips } from '#web/features/data-table/list-filters.tsx'
import { EmailText } from '#web/features/manage-practices/person-row.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import classes from './store.module.css'
import { refreshStore, useStoreDialog, useStoreView } from './use-store.ts'

type View = 'decide' | 'handled' | OrdersShown
const labels: Record<View, string> = {
  decide: 'Needs review',
  'sign-up': 'Waiting for sign-up',
  handled: 'All',
  assigned: 'Assigned',
  dismissed: 'Ignored',
}
/** Number of orders from which a search field is shown. */
const searchableFrom = 8

function textOf({ email, name, product, order, memberName, forEmail }: StoreLine) {
  return [email, name, product, order, memberName, forEmail].join(' ').toLowerCase()
}

const belongs: Record<View, (line: StoreLine) => boolean> = {
  decide: ({ state, why }) => state === 'waiting' && why !== 'sign-up',
  'sign-up': ({ state, why }) => state === 'waiting' && why === 'sign-up',
  handled: ({ state }) => state !== 'waiting',
  assigned: ({ state }) => state === 'booked',
  dismissed: ({ state }) => state === 'dismissed',
}

/** How many an officer has to decide. */
export function countToReview(lines: StoreLine[]) {
  return lines.filter(belongs.decide).length
}

/** Order lines without an owner or with an unknown product, and those that only wait for someone to sign up. */
export function OrdersToReview({ lines }: { lines: StoreLine[] }) {
  return (
    <Section
      title="Orders to review"
      text="Assign each order to a member, or choose what its product includes. Oldest first."
    >
      <FilteredOrders lines={lines} views={['decide', 'sign-up']} atFirst={20} empty={storeMessages.noneWaiting} />
    </Section>
  )
}

/** Order lines that officers have handled, the last one first. */
export function HandledOrders({ lines }: { lines: StoreLine[] }) {
  return (
    <Section title="Handled orders">
      <FilteredOrders
        lines={lines}
        views={['handled', 'assigned', 'dismissed']}
        atFirst={5}
        empty="Orders that you assign or ignore will appear here."
      />
    </Section>
  )
}

type FilteredOrdersProps = {
  lines: StoreLine[]
  /** The first one shows unless another is asked for. */
  views: [View, ...View[]]
  atFirst: number
  empty: string
}

function FilteredOrders({ lines, views, atFirst, empty }: FilteredOrdersProps) {
  const { show, text, setShow, setText } = useStoreView()
  const [first, ...others] = views
  const view = others.find((each) => each === show) ?? first
  const counts = views.map((value) => ({ value, label: labels[value], count: lines.filter(belongs[value]).length }))
  const some = counts.filter(({ value, count }) => value !== 'handled' && count > 0)
  const all = lines.filter((line) => views.some((each) => belongs[each](line)))
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = all.filter((line) => belongs[view](line) && words.every((word) => textOf(line).includes(word)))
  return (
    <>
      {(all.length > searchableFrom || words.length > 0) && (
        <TextField
          aria-label="Search by buyer, product, or order"
          placeholder="Search by buyer, product, or order"
          type="search"
          autoComplete="off"
          icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {(some.length > 1 || some.some(({ value }) => value === 'sign-up') || view !== first) && (
        <FilterChips
          legend="Show"
          value={view}
          onChange={(next) => setShow(next === 'decide' || next === 'handled' ? undefined : next)}
          filters={counts}
        />
      )}
      {rows.length === 0 ? (
        <Card flush>
          <EmptyState>{words.length > 0 ? 'No orders found.' : empty}</EmptyState>
        </Card>
      ) : (
        <FoldedList key={view} label={view === 'handled' ? 'Handled orders' : labels[view]} atFirst={atFirst}>
          {rows.map((line) => (
            <OrderLineRow key={line.id} line={line} />
          ))}
        </FoldedList>
      )}
    </>
  )
}

type FoldedListProps = { label?: string; atFirst: number; children: ReactNode[] }

/** The first rows in a card, and a button that shows the others. */
export function FoldedList({ label, atFirst, children: rows }: FoldedListProps) {
  const [all, setAll] = useState(false)
  return (
    <Card flush>
      <ul aria-label={label}>{all ? rows : rows.slice(0, atFirst)}</ul>
      {rows.length > atFirst && !all && (
        <div className={classes.more}>
          <ActionButton onClick={() => setAll(true)}>Show all {rows.length}</ActionButton>
        </div>
      )}
    </Card>
  )
}

export function assignButtonId(lineId: string) {
  return `line-${lineId}`
}

function OrderLineRow({ line }: { line: StoreLine }) {
  const { open } = useStoreDialog()
  const unassign = useIdempotentMutation(api.storeImport.unassign, {
    onDone: async () => {
      await refreshStore()
      toast({ text: 'Order unassigned.' })
    },
  })
  const reopen = useIdempotentMutation(api.storeImport.reopen, { onDone: refreshStore })
  const waits = line.state === 'waiting'
  const what = inLine`${line.quantity} × ${line.product}, order ${line.order}`
  const assign = line.memberId === null ? 'Assign' : 'Change member'
  const ask = (question: 'owner' | 'worth' | 'dismiss') => open({ line: line.id, ask: question })
  return (
    <li className={classes.row} data-line>
      <div className={classes.who} id={assignButtonId(line.id)} tabIndex={-1}>
        <OrderLineSummary line={line} />
        <span className={classes.why}>{saysOf(line)}</span>
      </div>
      <div className={classes.tools}>
        {waits && line.why === 'unknown-product' && (
          <ActionButton label={`Choose what it includes: ${what}`} aria-haspopup="dialog" onClick={() => ask('worth')}>
            Choose
          </ActionButton>
        )}
        {waits && (
          <>
            <ActionButton label={`${assign}: ${what}`} aria-haspopup="dialog" onClick={() => ask('owner')}>
              {assign}
            </ActionButton>
            <ActionButton tone="quiet" label={`Ignore: ${what}`} aria-haspopup="dialog" onClick={() => ask('dismiss')}>
              Ignore
            </ActionButton>
          </>
        )}
        {line.byHand && line.state !== 'dismissed' && (
          <ActionButton
            sends
            tone="quiet"
            label={`Unassign: ${what}`}
            pending={unassign.pending}
            onClick={() => unassign.act({ lineId: line.id })}
          >
            Unassign
          </ActionButton>
        )}
        {line.state === 'dismissed' && (
          <ActionButton
            sends
            label={`Reopen: ${what}`}
            pending={reopen.pending}
            onClick={() => reopen.act({ lineId: line.id })}
          >
            Reopen
          </ActionButton>
        )}
      </div>
      {unassign.problem && <ErrorNote error={unassign.problem} />}
      {reopen.problem && <ErrorNote error={reopen.problem} />}
    </li>
  )
}

function saysOf({ state, why, memberName, forEmail, reason }: StoreLine) {
  if (state === 'booked') return inLine`Assigned to ${memberName}`
  if (state === 'dismissed') return reason || 'Ignored'
  if (why === 'sign-up') return `For ${forEmail}: ${waitTexts['sign-up'].toLowerCase()}`
  const whose = memberName === null ? '' : inLine`For ${memberName}. `
  return why === null ? whose : whose + waitTexts[why]
}

type OrderLineSummaryProps = {
  line: Pick<PreviewLine, 'product' | 'quantity' | 'gain' | 'order' | 'boughtOn' | 'email' | 'name'>
}

/** What was bought, by whom, in which order. */
export function OrderLineSummary({
  line: { product, quantity, gain, order, boughtOn, email, name },
}: OrderLineSummaryProps) {
  const times = useClubTimes()
  const day = leadingDay(boughtOn)
  return (
    <>
      <span className={classes.name}>
        {quantity < 0 ? inLine`${-quantity} × ${product}, refunded` : inLine`${quantity} × ${product}`}
        {gain && <span className={classes.gain}> · {gainInWords(gain)}</span>}
      </span>
      <span>
        {name && <bdi>{name} </bdi>}
        {email && (
          <span className={classes.muted}>
            <EmailText>{email}</EmailText>
          </span>
        )}
      </span>
      <span className={classes.muted}>
        Order <bdi>{order}</bdi>
        {boughtOn && ` · ${day ? times.date(day, serverNow()) : boughtOn}`}
      </span>
    </>
  )
}
