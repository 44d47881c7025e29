import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => api.pushDevices.get(undefined, { signal }),
  meta: { topics: ['member'] },
})

/** Resolves when the answer is on the screen, or failed to come. */
export function refreshDevices() {
  return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
}
