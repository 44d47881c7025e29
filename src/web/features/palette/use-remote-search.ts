import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { managePracticesQuery } from '#web/features/manage-practices/manage-practices-query.ts'
import { indexPractices, selectPractices } from '#web/features/manage-practices/select-practices.ts'
import { membersQuery } from '#web/features/members/members-query.ts'
import { findMembers, indexMembers } from '#web/features/members/select-members.ts'
import { toProblem } from '#web/lib/api-error.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** What is known is enough: the stream says when it is not true any more. */
const whenKnown = { staleTime: Number.POSITIVE_INFINITY }

/** Members and practices, for officers, once something is typed: then they are asked for, unless they are known already. */
export function useRemoteSearch(officer: boolean, typed: string) {
  const enabled = officer && typed !== ''
  // In the bar, outside of the pages and of what they are given.
  const members = useQuery({ ...membersQuery, ...whenKnown, enabled }, queryClient)
  const practices = useQuery({ ...managePracticesQuery, ...whenKnown, enabled }, queryClient)
  // Indexed once for a list, not at each key that is typed.
  const people = useMemo(() => indexMembers(members.data?.members ?? []), [members.data])
  const planned = useMemo(() => indexPractices(practices.data?.practices ?? []), [practices.data])
  const missing = enabled ? [members, practices].filter(({ data }) => data === undefined) : []
  const error = missing.find((query) => query.error)?.error
  return {
    members: enabled ? findMembers(people, { q: typed }) : [],
    practices: enabled ? selectPractices(planned, { q: typed, sort: 'date', descending: true }) : [],
    plans: practices.data?.builtIn ?? false,
    pending: missing.length > 0,
    problem: error ? toProblem(error) : null,
  }
}
