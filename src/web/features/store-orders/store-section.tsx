import { useQuery } from '@tanstack/react-query'
import { NeedsConnection } from '#web/features/data-table/offline-guard.tsx'
import { Loaded, Section } from '#web/features/resources/section.tsx'
import { ImportFile } from './import-file.tsx'
import { LineDialogs } from './order-line-dialogs.tsx'
import { StoreLines } from './order-lines.tsx'
import { PaidCounts } from './paid-counts.tsx'
import { Imports } from './past-imports.tsx'
import { Addresses } from './remembered-addresses.tsx'
import classes from './store.module.css'
import { storeQuery } from './use-store.ts'

/** What was bought in the club's store (D37), and what is paid for who has yet to sign up (D19). */
export function StoreSection() {
  const query = useQuery(storeQuery)
  return (
    <div className={classes.all}>
      <NeedsConnection>
        <ImportFile products={query.data?.products ?? null} />
        <Loaded query={query} label="Loading store orders">
          {query.data && (
            <>
              <StoreLines lines={query.data.lines} />
              <PaidCounts />
              {query.data.addresses.length > 0 && <Addresses addresses={query.data.addresses} />}
              <Section title="Past imports">
                <Imports imports={query.data.imports} />
              </Section>
              <LineDialogs lines={query.data.lines} />
            </>
          )}
        </Loaded>
      </NeedsConnection>
    </div>
  )
}
