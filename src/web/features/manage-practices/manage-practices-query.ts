import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const managePracticesQuery = queryOptions({
  queryKey: ['manage-practices'],
  queryFn: ({ signal }) => api.managePractices.get(undefined, { signal }),
  meta: { topics: ['practices', 'live'] },
})

/** One practice with everybody in it. */
export function practiceRecordQuery(practiceId: string) {
  return queryOptions({
    queryKey: ['practice-record', practiceId],
    queryFn: ({ signal }) => api.practiceRecord.get({ practiceId }, { signal }),
    meta: { topics: ['practices', 'live', 'members'] },
  })
}

/** Who gets, or got, what back for a practice that was rained out. */
export function rainOutQuery(practiceId: string) {
  return queryOptions({
    queryKey: ['rain-out', practiceId],
    queryFn: ({ signal }) => api.rainOut.get({ practiceId }, { signal }),
    meta: { topics: ['practices', 'live', 'members'] },
  })
}

export function refreshRainOut(practiceId: string) {
  return queryClient.invalidateQueries({ queryKey: rainOutQuery(practiceId).queryKey })
}

/** Asks again; resolves when the answer is on the screen, or failed to come. */
export function refreshPractices() {
  return queryClient.invalidateQueries({ queryKey: managePracticesQuery.queryKey })
}

export function refreshRecord(practiceId: string) {
  return queryClient.invalidateQueries({ queryKey: practiceRecordQuery(practiceId).queryKey })
}

/** Whether the last answer of the server had it. */
export function isListed(practiceId: string) {
  const known = queryClient.getQueryData(managePracticesQuery.queryKey)
  return known === undefined || known.practices.some(({ id }) => id === practiceId)
}

/** The last answer of the server about one of them. */
export function readRecord(practiceId: string) {
  return queryClient.getQueryData(practiceRecordQuery(practiceId).queryKey)
}
