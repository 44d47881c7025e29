import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { PreviewLine, StoreLine } from '#contract/store-orders.ts'
import { isDay } from '#domain/iso-day.ts'
import { inLine } from '#domain/isolated-text.ts'
import { gainInWords, storeMessages, waitTexts } from '#domain/text/store-messages.ts'
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
import { refreshStore, useStoreDialog } from './use-store.ts'

const views = ['decide', 'sign-up', 'assigned', 'dismissed'] as const
type View = (typeof views)[number]
const labels: Record<View, string> = {
  decide: 'Needs review',
  'sign-up': 'Waiting for sign-up',
  assigned: 'Assigned',
  dismissed: 'Dismissed',
}
const shownAtFirst = 50
/** Number of lines from which a search field is shown. */
const searchableFrom = 8

function textOf({ email, name, product, order, memberName, forEmail }: StoreLine) {
  return [email, name, product, order, memberName, forEmail].join(' ').toLowerCase()
}

function viewOf({ state, why }: StoreLine): View {
  if (state === 'booked') return 'assigned'
  if (state === 'dismissed') return 'dismissed'
  return why === 'sign-up' ? 'sign-up' : 'decide'
}

/** Order lines without an owner or with an unknown product, and those that officers have handled. */
export function OrderLines({ lines }: { lines: StoreLine[] }) {
  const [view, setView] = useState<View>('decide')
  const [all, setAll] = useState(false)
  const [text, setText] = useState('')
  const of = (each: View) => lines.filter((line) => viewOf(line) === each)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = of(view).filter((line) => words.every((word) => textOf(line).includes(word)))
  const more = rows.length - shownAtFirst
  return (
    <Section
      title="Orders to review"
      text="Assign each order to a member, or set the product’s value. Personal emails are remembered for next time."
    >
      {lines.length > searchableFrom && (
        <TextField
          label="Search by buyer, product, or order"
          type="search"
          autoComplete="off"
          icon={<IconSearch size={20} stroke={1.75} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {lines.length > 0 && (
        <FilterChips
          legend="Show"
          value={view}
          onChange={(next) => {
            setView(next)
            setAll(false)
          }}
          filters={views
            .filter((value) => value === 'decide' || value === view || of(value).length > 0)
            .map((value) => ({ value, label: labels[value], count: of(value).length }))}
        />
      )}
      {rows.length === 0 ? (
        <Card flush>
          <EmptyState>{words.length > 0 ? 'No orders found.' : storeMessages.noneWaiting}</EmptyState>
        </Card>
      ) : (
        <Card flush>
          <ul aria-label={labels[view]}>
            {(all ? rows : rows.slice(0, shownAtFirst)).map((line) => (
              <OrderLineRow key={line.id} line={line} />
            ))}
          </ul>
          {more > 0 && !all && (
            <div className={classes.more}>
              <ActionButton onClick={() => setAll(true)}>Show {more} more</ActionButton>
            </div>
          )}
        </Card>
      )}
    </Section>
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
  const ask = (question: 'owner' | 'worth' | 'dismiss') => open({ line: line.id, ask: question })
  return (
    <li className={classes.row} data-line>
      <div className={classes.who} id={assignButtonId(line.id)} tabIndex={-1}>
        <OrderLineSummary line={line} />
        <span className={classes.why}>{saysOf(line)}</span>
      </div>
      <div className={classes.tools}>
        {waits && line.why === 'unknown-product' && (
          <ActionButton label={`Set value: ${what}`} aria-haspopup="dialog" onClick={() => ask('worth')}>
            Set value
          </ActionButton>
        )}
        {waits && (
          <>
            <ActionButton label={`Assign: ${what}`} aria-haspopup="dialog" onClick={() => ask('owner')}>
              Assign
            </ActionButton>
            <ActionButton tone="quiet" label={`Dismiss: ${what}`} aria-haspopup="dialog" onClick={() => ask('dismiss')}>
              Dismiss
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
  if (state === 'dismissed') return reason || 'Dismissed'
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
  return (
    <>
      <span className={classes.name}>
        {quantity < 0 ? inLine`${-quantity} × ${product}, refunded` : inLine`${quantity} × ${product}`}
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
        {boughtOn && ` · ${isDay(boughtOn) ? times.date(boughtOn, serverNow()) : boughtOn}`}
        {gain && ` · ${gainInWords(gain)}`}
      </span>
    </>
  )
}
