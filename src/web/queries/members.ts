import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { compareText } from '#web/lib/collate.ts'
import { queryClient } from '#web/lib/query-client.ts'

const queryKey = ['members']

/** All members by name, loaded in pages of a thousand. */
export async function listEverybody({ signal }: { signal: AbortSignal }) {
  let { members, removed, next } = await api.members.get(undefined, { signal })
  while (next !== null) {
    const more = await api.members.get({ cursor: next }, { signal })
    members = [...members, ...more.members]
    next = more.next
  }
  return { members: compareText(members, ({ name }) => name, false), removed }
}

export const membersQuery = queryOptions({
  queryKey,
  queryFn: listEverybody,
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

/** One bulk edit, with all the members it affected. */
export function bulkEditQuery(editId: string) {
  return queryOptions({
    queryKey: [...queryKey, 'bulk-edits', editId],
    queryFn: ({ signal }) => api.bulkEdit.get({ editId }, { signal }),
    meta: { topics: ['members'] },
  })
}

/**
 * Refetches the list and an open record; resolves when the responses are on the screen, or the requests have failed.
 */
export function refreshMembers() {
  return queryClient.invalidateQueries({ queryKey })
}
