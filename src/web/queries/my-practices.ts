import { queryOptions } from '@tanstack/react-query'
import type { MyPractices } from '#contract/my-practices.ts'
import { api } from '#web/lib/api.ts'
import { queryClient, readPersistedQuery } from '#web/lib/query-client.ts'

const queryKey = ['my-practices']

export const myPracticesQuery = queryOptions({
  ...readPersistedQuery<MyPractices>(queryKey),
  queryFn: async ({ signal }): Promise<MyPractices> =>
    withWithdrawn(await api.myPractices.get(undefined, { signal }), readMyPractices()),
  meta: { topics: ['practices', 'live', 'member'], kept: true },
})

/** The member's calendar link. */
export const feedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: ({ signal }) => api.calendarFeed.get(undefined, { signal }),
  meta: { topics: ['member'] },
})

export function refreshFeed() {
  return queryClient.invalidateQueries({ queryKey: feedQuery.queryKey })
}

/** The cached response, for code that can't wait for a render. */
export function readMyPractices() {
  return queryClient.getQueryData<MyPractices>(queryKey)
}

export function saveMyPractices(change: (mine: MyPractices) => MyPractices) {
  // The rest is as old as before.
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  queryClient.setQueryData<MyPractices>(queryKey, (mine) => (mine ? change(mine) : mine), { updatedAt })
}

export function refreshMyPractices() {
  return queryClient.invalidateQueries({ queryKey })
}

/** Whether the page is open; otherwise there is no need to update its data. */
export function isMyPracticesOpen() {
  return queryClient.getQueryCache().find({ queryKey })?.isActive() === true
}

/**
 * The server lists only practices with an RSVP. One whose RSVP was withdrawn on the page stays listed until the person
 * leaves, so that it doesn't vanish under the thumb and can be RSVP'd to again.
 */
export function withWithdrawn(fresh: MyPractices, before: MyPractices | undefined): MyPractices {
  const listed = new Set(fresh.ahead.map(({ id }) => id))
  const withdrawn = (before?.ahead ?? []).filter(({ id, myAnswer }) => myAnswer === null && !listed.has(id))
  if (withdrawn.length === 0) return fresh
  const ahead = [...fresh.ahead, ...withdrawn].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  return { ...fresh, ahead }
}

export function forgetWithdrawn() {
  saveMyPractices((mine) => ({ ...mine, ahead: mine.ahead.filter(({ myAnswer }) => myAnswer !== null) }))
}

function sortKey({ startsAt, id }: { startsAt: string; id: string }) {
  return `${startsAt} ${id}`
}
