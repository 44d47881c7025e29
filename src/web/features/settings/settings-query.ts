import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.clubSettings.get(undefined, { signal }),
  meta: { topics: ['club'] },
})

export const settingChangesQuery = queryOptions({
  queryKey: ['settings', 'changes'],
  queryFn: ({ signal }) => api.settingChanges.get({}, { signal }),
  meta: { topics: ['club'] },
})

/** Resolves when the responses are on the screen, or the requests have failed. */
export function refreshSettings() {
  return queryClient.invalidateQueries({ queryKey: ['settings'] })
}
