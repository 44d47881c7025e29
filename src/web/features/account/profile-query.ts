import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.profile.get(undefined, { signal }),
  // What is saved on another device shows here by itself.
  meta: { topics: ['member'] },
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.sessions.get(undefined, { signal }),
  meta: { topics: ['member'] },
})

/** Asks again; resolves when the answer is on the screen, or failed to come. */
export function refreshSessions() {
  return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}
