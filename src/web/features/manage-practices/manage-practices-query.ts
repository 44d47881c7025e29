import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const managePracticesQuery = queryOptions({
  queryKey: ['manage-practices'],
  queryFn: ({ signal }) => api.managePractices.get(undefined, { signal }),
  meta: { topics: ['practices', 'live'] },
})

/** What the last reading of the external calendar left open. */
export const outsideCalendarQuery = queryOptions({
  queryKey: ['outside-calendar'],
  queryFn: ({ signal }) => api.outsideCalendar.get(undefined, { signal }),
  meta: { topics: ['practices'] },
})

/** One practice with all its people. */
export function practiceRecordQuery(practiceId: string) {
  return queryOptions({
    queryKey: ['practice-record', practiceId],
    queryFn: ({ signal }) => api.practiceRecord.get({ practiceId }, { signal }),
    meta: { topics: ['practices', 'live', 'members'] },
  })
}

/** Refunds of a rained-out practice: pending or done. */
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

export async function refreshCalendar() {
  await Promise.all([queryClient.invalidateQueries({ queryKey: outsideCalendarQuery.queryKey }), refreshPractices()])
}

/** Refetches the practices; resolves when the result is rendered or the request failed. */
export function refreshPractices() {
  return queryClient.invalidateQueries({ queryKey: managePracticesQuery.queryKey })
}

export function refreshRecord(practiceId: string) {
  return queryClient.invalidateQueries({ queryKey: practiceRecordQuery(practiceId).queryKey })
}

/** Whether the last list from the server contains the practice. */
export function isListed(practiceId: string) {
  const known = queryClient.getQueryData(managePracticesQuery.queryKey)
  return known === undefined || known.practices.some(({ id }) => id === practiceId)
}

/** The cached record of a practice. */
export function readRecord(practiceId: string) {
  return queryClient.getQueryData(practiceRecordQuery(practiceId).queryKey)
}
