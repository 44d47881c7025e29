import { queryOptions } from '@tanstack/react-query'
import type { ResourcesSearch } from '#web/addresses/resources-search.ts'
import { useAddressDialog } from '#web/addresses/use-address-dialog.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const storeQuery = queryOptions({
  queryKey: ['store'],
  queryFn: ({ signal }) => api.storeImport.get(undefined, { signal }),
  meta: { topics: ['members'] },
})

export const paidCountsQuery = queryOptions({
  queryKey: ['paid-counts'],
  queryFn: ({ signal }) => api.paidCounts.get(undefined, { signal }),
  meta: { topics: ['members'] },
})

/** Refetches the store data; resolves when the results are rendered or the requests failed. */
export async function refreshStore() {
  await Promise.all([storeQuery, paidCountsQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
}

export function useStoreDialog() {
  return useAddressDialog<Pick<ResourcesSearch, 'line' | 'ask'>>(['line', 'ask'])
}
