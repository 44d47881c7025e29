import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The member's calendar link. */
export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => api.calendarFeed.get(undefined, { signal }),
  meta: { topics: ['member'] },
})

export function refreshFeed() {
  return queryClient.invalidateQueries({ queryKey: feedQuery.queryKey })
}
