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

/** The last answer of the server, for what must not wait for a rendering. */
export function readMyPractices() {
  return queryClient.getQueryData<MyPractices>(queryKey)
}

export function saveMyPractices(change: (mine: MyPractices) => MyPractices) {
  // The rest of it is as old as it was.
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt
  queryClient.setQueryData<MyPractices>(queryKey, (mine) => (mine ? change(mine) : mine), { updatedAt })
}

export function refreshMyPractices() {
  return queryClient.invalidateQueries({ queryKey })
}

/** Whether the page stands there; only then does what is known of it keep up with the server. */
export function isMyPracticesOpen() {
  return queryClient.getQueryCache().find({ queryKey })?.isActive() === true
}

/**
 * The server lists what is answered; a practice whose answer was withdrawn on the page stays there until one leaves, so
 * that it doesn't vanish under the thumb and can be answered again.
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
