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

/** Bulk edits of the last 30 days. */
export const bulkEditsQuery = queryOptions({
  queryKey: [...queryKey, 'bulk-edits'],
  queryFn: ({ signal }) => api.bulkEdits.get(undefined, { signal }),
  meta: { topics: ['members'] },
})

/** One of them, with everybody for whom it was made. */
export function bulkEditQuery(editId: string) {
  return queryOptions({
    queryKey: [...queryKey, 'bulk-edits', editId],
    queryFn: ({ signal }) => api.bulkEdit.get({ editId }, { signal }),
    meta: { topics: ['members'] },
  })
}

/** Asks again, for the list and an open record; resolves when the answers are on the screen, or failed to come. */
export function refreshMembers() {
  return queryClient.invalidateQueries({ queryKey })
}
