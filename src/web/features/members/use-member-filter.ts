import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { BowFilter, EquipmentFilter, MemberFilter, MembersSearch } from '#web/addresses/members-search.ts'
import type { Sorting } from '#web/features/data-table/data-table.tsx'
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'
import type { Selection } from './select-members.ts'

export type MemberFilters = ReturnType<typeof useMemberFilter>

/** Filter and order of the members in the URL: a filter adds a history entry, typing and sorting replace it. */
export function useMemberFilter() {
  const { q = '', filter = 'all', bow = 'all', equipment = 'all', sort = 'name', dir } = useSearch({ from: '/members' })
  const navigate = useNavigate({ from: '/members' })
  const change = useCallback(
    (next: Partial<MembersSearch>, replace: boolean) =>
      void navigate({ search: (before) => ({ ...before, ...next }), replace, resetScroll: false }),
    [navigate],
  )
  const write = useCallback((typed: string) => change({ q: typed || undefined }, true), [change])
  const { text, setText, replace } = useDebouncedText(q, write)
  const selection: Selection = { q: text, filter, bow, equipment, sort, descending: dir === 'desc' }
  return {
    selection,
    on: text.trim() !== '' || filter !== 'all' || bow !== 'all' || equipment !== 'all',
    setText,
    setFilter: (next: MemberFilter) => change({ filter: next === 'all' ? undefined : next }, false),
    setBow: (next: BowFilter) => change({ bow: next === 'all' ? undefined : next }, false),
    setEquipment: (next: EquipmentFilter) => change({ equipment: next === 'all' ? undefined : next }, false),
    setSorting: ({ by, descending }: Sorting) =>
      change(
        { sort: by === 'name' ? undefined : (by as MembersSearch['sort']), dir: descending ? 'desc' : undefined },
        true,
      ),
    clear() {
      replace('')
      change({ q: undefined, filter: undefined, bow: undefined, equipment: undefined }, false)
    },
  }
}
