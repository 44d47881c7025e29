import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.profile.get(undefined, { signal }),
  // Refetches when another device saves.
  meta: { topics: ['member'] },
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.sessions.get(undefined, { signal }),
  meta: { topics: ['member'] },
})

/** Refetches the sessions; resolves when the result is rendered or the request failed. */
export function refreshSessions() {
  return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}
