import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

const queryKey = ['members']

export const membersQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => api.members.get(undefined, { signal }),
  meta: { topics: ['members'] },
})

/** One member's practices and ledger. */
export function recordQuery(memberId: string) {
  return queryOptions({
    queryKey: [...queryKey, memberId],
    queryFn: ({ signal }) => api.memberRecord.get({ memberId }, { signal }),
    meta: { topics: ['members'] },
  })
}

/** Asks again, for the list and an open record; resolves when the answers are on the screen, or failed to come. */
export function refreshMembers() {
  return queryClient.invalidateQueries({ queryKey })
}
