import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { RememberedAddress, StoreState } from '#contract/store-orders.ts'
import { inLine } from '#domain/isolated-text.ts'
import { count } from '#domain/text/public-messages.ts'
import { storeMessages } from '#domain/text/store-messages.ts'
import { paidCountsHash, type StorePart, storeParts } from '#web/addresses/resources-search.ts'
import { Loaded, Section } from '#web/components/section.tsx'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
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
import { Tabs } from '#web/ui/tabs.tsx'
import { ImportFile } from './import-file.tsx'
import { OrderLineDialogs } from './order-line-dialogs.tsx'
import { countToReview, FoldedList, HandledOrders, OrdersToReview } from './order-lines.tsx'
import { PaidCounts } from './paid-counts.tsx'
import classes from './store.module.css'
import { refreshStore, storeQuery, useStoreView } from './use-store.ts'

/** Orders from the club's store, and paid counts of people who have yet to sign up: import, review, and history. */
export function StoreSection() {
  const query = useQuery(storeQuery)
  const { part, openPart } = useStoreView()
  const first = useFirstPart(query)
  const shown = part ?? first
  const lines = query.data?.lines ?? []
  const toReview = query.data && countToReview(lines)
  const tabs = useRef<HTMLDivElement>(null)
  const names = { import: 'Import', review: 'Needs review', history: 'History' }

  /** The button that leads there goes away. */
  function review() {
    tabs.current?.querySelectorAll<HTMLElement>('[role="tab"]')[storeParts.indexOf('review')]?.focus()
    openPart('review')
  }

  if (shown === null)
    return (
      <Loaded query={query} label="Loading store orders">
        {null}
      </Loaded>
    )
  return (
    <OfflineGuard>
      <div ref={tabs}>
        <Tabs
          label="Store"
          value={shown}
          onChange={openPart}
          tabs={storeParts.map((value) => ({
            value,
            label: names[value],
            ...(value === 'review' && toReview !== undefined && { count: toReview }),
          }))}
        >
          {/* Stays, with the chosen file. */}
          <div hidden={shown !== 'import'}>
            <div className={classes.all}>
              <ImportFile
                products={query.data?.products ?? null}
                review={toReview ? { orders: toReview, open: review } : null}
              />
              <PaidCounts />
              {query.data && query.data.addresses.length > 0 && (
                <RememberedAddresses addresses={query.data.addresses} />
              )}
            </div>
          </div>
          {shown !== 'import' && (
            <Loaded query={query} label="Loading store orders">
              {query.data && shown === 'review' && <OrdersToReview lines={lines} />}
              {query.data && shown === 'history' && (
                <div className={classes.all}>
                  <Section title="Past imports">
                    <PastImports imports={query.data.imports} />
                  </Section>
                  <HandledOrders lines={lines} />
                </div>
              )}
            </Loaded>
          )}
        </Tabs>
      </div>
      <OrderLineDialogs lines={lines} />
    </OfflineGuard>
  )
}

/** What opens without a choice: the review if there is something to review, and it stays open when that is done. */
function useFirstPart(query: UseQueryResult<StoreState>): StorePart | null {
  const { hash } = useLocation()
  const [first, setFirst] = useState<StorePart | null>(hash === paidCountsHash ? 'import' : null)
  const { data, error, isFetchedAfterMount } = query
  // What was cached before may be out of date.
  const isKnown = data !== undefined && (isFetchedAfterMount || countToReview(data.lines) > 0)
  if (first === null && (isKnown || error)) setFirst(data && countToReview(data.lines) > 0 ? 'review' : 'import')
  return first ?? (data ? 'import' : null)
}

/** Which member each private email of a buyer belongs to. */
function RememberedAddresses({ addresses }: { addresses: RememberedAddress[] }) {
  return (
    <Section title="Remembered emails" text="Orders from these emails are assigned automatically.">
      <FoldedList atFirst={5}>
        {addresses.map((address) => (
          <AddressRow key={address.id} address={address} />
        ))}
      </FoldedList>
    </Section>
  )
}

function AddressRow({ address: { id, email, memberName, forEmail } }: { address: RememberedAddress }) {
  const forget = useIdempotentMutation(api.storeImport.forget, {
    onDone: async () => {
      await refreshStore()
      toast({ text: inLine`${email} removed. Past imports aren’t affected.` })
    },
    onProblem: () => void refreshStore(),
  })
  return (
    <li className={classes.row} data-line>
      <div className={classes.who}>
        <span className={classes.name}>
          <EmailText>{email}</EmailText>
        </span>
        <span className={classes.muted}>{memberName ?? inLine`${forEmail}, not signed up yet`}</span>
      </div>
      <div className={classes.tools}>
        <ActionButton
          sends
          label={inLine`Remove ${email}`}
          pending={forget.pending}
          onClick={() => forget.act({ addressId: id })}
        >
          Remove
        </ActionButton>
      </div>
      {forget.problem && <ErrorNote error={forget.problem} />}
    </li>
  )
}

/** Past imports: when, who, how many rows; imports without changes are not recorded. */
function PastImports({ imports }: { imports: StoreState['imports'] }) {
  const times = useClubTimes()
  if (imports.length === 0)
    return (
      <Card flush>
        <EmptyState>{storeMessages.noImportsYet}</EmptyState>
      </Card>
    )
  return (
    <FoldedList atFirst={3}>
      {imports.map(({ id, at, by, booked, waiting, unread, there }) => (
        <li key={id} className={classes.row}>
          <time className={classes.number} dateTime={at}>
            {times.date(times.dayOf(Date.parse(at)), serverNow())}
          </time>
          <div className={classes.who}>
            <span className={classes.name}>
              {count(booked, 'order')} imported, {waiting} waiting
            </span>
            <span className={classes.muted}>
              <bdi>{by}</bdi>
              {there > 0 && ` · ${there} already imported`}
              {unread > 0 && ` · ${unread} skipped`}
            </span>
          </div>
        </li>
      ))}
    </FoldedList>
  )
}
