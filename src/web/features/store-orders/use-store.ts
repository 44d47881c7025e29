import { queryOptions } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { OrdersShown, ResourcesSearch, StorePart } from '#web/addresses/resources-search.ts'
import { useAddressDialog } from '#web/addresses/use-address-dialog.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'

export const storeQuery = queryOptions({
  queryKey: ['store'],
  queryFn: ({ signal }) => api.storeImport.get(undefined, { signal }),
  meta: { topics: ['members'] },
  // Which part opens depends on it.
  staleTime: 0,
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

/** The part of the store that is open, and its filter. They replace the history entry, so that Back leaves the store. */
export function useStoreView() {
  const { part, show, q = '' } = useSearch({ from: '/resources' })
  const navigate = useNavigate({ from: '/resources' })
  const change = useCallback(
    (next: Pick<ResourcesSearch, 'part' | 'show' | 'q'>) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false }),
    [navigate],
  )
  const write = useCallback((typed: string) => change({ q: typed || undefined }), [change])
  const { text, setText, replace } = useDebouncedText(q, write)
  return {
    part,
    show,
    text,
    setText,
    /** With a filter of its own. */
    openPart(next: StorePart) {
      replace('')
      change({ part: next, show: undefined, q: undefined })
    },
    setShow: (next: OrdersShown | undefined) => change({ show: next }),
  }
}
