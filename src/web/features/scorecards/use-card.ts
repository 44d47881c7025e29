import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { arrowsOn, type Summary, tableOf } from '#domain/scorecards/card.ts'
import type { Setup } from '#domain/scorecards/setup.ts'
import { cardsQuery } from '#web/queries/scorecards.ts'
import { listLocalCards } from './card-db.ts'
import { openCard } from './card-sync.ts'
import type { LocalCard } from './local-card.ts'

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

/** All cards, newest first; `lines` is null until the server's or this device's are known. */
export function useCardList(owner: string) {
  const query = useQuery(cardsQuery)
  const kept = useLocalCards(owner)
  const known = query.data?.cards
  const lines = known || kept.data ? mergeCards(known ?? [], kept.data ?? [], known !== undefined) : null
  return { lines, query, kept }
}

/**
 * Merges server and local cards. @param complete true if `known` is the server's full list, so other synced cards were
 * deleted elsewhere
 */
function mergeCards(known: Omit<CardListItem, 'unsent'>[], kept: LocalCard[], complete: boolean): CardListItem[] {
  const byId = new Map(kept.map((card) => [card.id, card]))
  const lines = known.map((line): CardListItem => {
    const card = byId.get(line.id)
    return card && card.unsent.length > 0 ? listItemOf(card) : { ...line, unsent: 0 }
  })
  const there = new Set(known.map((line) => line.id))
  const more = kept.filter((card) => !there.has(card.id) && (!complete || card.seen === null))
  return [...lines, ...more.map(listItemOf)].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1))
}

function listItemOf({ id, archer, setup, startedAt, slots, unsent }: LocalCard): CardListItem {
  return { id, archer, setup, startedAt, summary: tableOf(setup, arrowsOn(slots)).summary, unsent: unsent.length }
}
