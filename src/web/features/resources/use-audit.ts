import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AuditFilter } from '#contract/audit.ts'
import { asAct } from '#domain/text/audit-sentences.ts'
import { api } from '#web/lib/api.ts'

const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal, pageParam }) =>
      api.audit.get(pageParam === null ? filter : { ...filter, cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { topics: ['members', 'practices', 'live'] },
    placeholderData: keepPreviousData,
  })

/** What the address asks for of the log, as far as it has been leafed through. */
export function useAudit() {
  const { person, from, to, ...search } = useSearch({ from: '/resources' })
  const act = asAct(search.act ?? '')
  const filter: AuditFilter = {
    ...(person === undefined ? {} : { person }),
    ...(act === null ? {} : { act }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  const query = useInfiniteQuery(auditQuery(filter))
  return { query, filter, filtered: Object.keys(filter).length > 0 }
}
