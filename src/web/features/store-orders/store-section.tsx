import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RememberedAddress, StoreState } from '#contract/store-orders.ts'
import { inLine } from '#domain/isolated-text.ts'
import { count } from '#domain/text/public-messages.ts'
import { storeMessages } from '#domain/text/store-messages.ts'
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
import { ImportFile } from './import-file.tsx'
import { OrderLineDialogs } from './order-line-dialogs.tsx'
import { OrderLines } from './order-lines.tsx'
import { PaidCounts } from './paid-counts.tsx'
import classes from './store.module.css'
import { refreshStore, storeQuery } from './use-store.ts'

/** Orders from the club's store, and paid counts of people who have yet to sign up. */
export function StoreSection() {
  const query = useQuery(storeQuery)
  return (
    <div className={classes.all}>
      <OfflineGuard>
        <ImportFile products={query.data?.products ?? null} />
        <Loaded query={query} label="Loading store orders">
          {query.data && (
            <>
              <OrderLines lines={query.data.lines} />
              <PaidCounts />
              {query.data.addresses.length > 0 && <RememberedAddresses addresses={query.data.addresses} />}
              <Section title="Past imports">
                <PastImports imports={query.data.imports} />
              </Section>
              <OrderLineDialogs lines={query.data.lines} />
            </>
          )}
        </Loaded>
      </OfflineGuard>
    </div>
  )
}

/** Which member each private email of a buyer belongs to. */
function RememberedAddresses({ addresses }: { addresses: RememberedAddress[] }) {
  return (
    <Section title="Remembered emails" text="Orders from these emails are assigned automatically.">
      <Card as="ul" flush>
        {addresses.map((address) => (
          <AddressRow key={address.id} address={address} />
        ))}
      </Card>
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

/** No one looks for an old import often. */
const shownAtFirst = 3

/** Past imports: when, who, how many rows; imports without changes are not recorded. */
function PastImports({ imports }: { imports: StoreState['imports'] }) {
  const times = useClubTimes()
  const [all, setAll] = useState(false)
  const more = imports.length - shownAtFirst
  if (imports.length === 0)
    return (
      <Card flush>
        <EmptyState>{storeMessages.noImportsYet}</EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <ul>
        {(all ? imports : imports.slice(0, shownAtFirst)).map(({ id, at, by, booked, waiting, unread, there }) => (
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
      </ul>
      {more > 0 && !all && (
        <div className={classes.more}>
          <ActionButton onClick={() => setAll(true)}>Show {more} more</ActionButton>
        </div>
      )}
    </Card>
  )
}
