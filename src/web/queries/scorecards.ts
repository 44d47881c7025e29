import { queryOptions } from '@tanstack/react-query'
import type { CardLine } from '#contract/scorecards.ts'
import { api } from '#web/lib/api.ts'
import { readPersistedQuery } from '#web/lib/query-client.ts'

/** The member's cards, and those they score for others. */
export const cardsQuery = queryOptions({
  ...readPersistedQuery<{ cards: CardLine[] }>(['scorecards']),
  queryFn: ({ signal }) => api.scorecards.get(undefined, { signal }),
  meta: { topics: ['cards'], kept: true },
})
