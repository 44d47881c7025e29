import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CardLine } from '#contract/scorecards.ts'
import type { Summary } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { api } from '#web/lib/api.ts'
import { readPersistedQuery } from '#web/lib/query-client.ts'
import { listLocalCards } from './card-db.ts'
import { openCard } from './card-sync.ts'

/** One card: its state, and the store with its operations. */
export function useCard(owner: string, id: string) {
  const store = openCard(owner, id)
  const state = useSyncExternalStore(store.subscribe, store.read)
  const open = state.status === 'open'
  // Another device has changed something, or the page is visible again: sync.
  useQuery({
    queryKey: ['scorecard', owner, id],
    queryFn: async () => {
      await store.send()
      return null
    },
    meta: { topics: ['cards'] },
    enabled: open,
    staleTime: 5000,
  })
  return { ...state, store }
}

export const cardsQuery = queryOptions({
  ...readPersistedQuery<{ cards: CardLine[] }>(['scorecards']),
  queryFn: ({ signal }) => api.scorecards.get(undefined, { signal }),
  meta: { topics: ['cards'], kept: true },
})

/** Cards on this device: available offline, and may hold unsent changes. */
export function useLocalCards(owner: string) {
  return useQuery({ queryKey: ['kept-cards', owner], queryFn: () => listLocalCards(owner), staleTime: 0, retry: false })
}

export type CardListItem = {
  id: string
  archer: string | null
  setup: Setup
  startedAt: string
  summary: Summary
  unsent: number
}
