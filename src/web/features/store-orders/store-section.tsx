import { useQuery } from '@tanstack/react-query'
import { OfflineGuard } from '#web/features/data-table/offline-guard.tsx'
import { Loaded, Section } from '#web/features/resources/section.tsx'
import { ImportFile } from './import-file.tsx'
import { OrderLineDialogs } from './order-line-dialogs.tsx'
import { OrderLines } from './order-lines.tsx'
import { PaidCounts } from './paid-counts.tsx'
import { PastImports } from './past-imports.tsx'
import { RememberedAddresses } from './remembered-addresses.tsx'
import classes from './store.module.css'
import { storeQuery } from './use-store.ts'

/** What was bought in the club's store (D37), and what is paid for who has yet to sign up (D19). */
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
