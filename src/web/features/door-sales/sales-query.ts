import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** What was sold at the door of a practice. */
export function salesQuery(practiceId: string) {
  return queryOptions({
    queryKey: ['sales', practiceId],
    queryFn: ({ signal }) => api.sales.get({ practiceId }, { signal }),
    meta: { topics: ['members'] },
  })
}

export function refreshSales(practiceId: string) {
  return queryClient.invalidateQueries({ queryKey: salesQuery(practiceId).queryKey })
}
