import { IconCalendarEvent, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import type { MemberRow } from '#contract/members.ts'
import type { Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { leaveMessages } from '#domain/text/header-messages.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { useThemeChoice } from '#web/components/color-scheme.ts'
import { managePracticesQuery } from '#web/features/manage-practices/manage-practices-query.ts'
import { indexPractices, selectPractices } from '#web/features/manage-practices/select-practices.ts'
import { findMembers, indexMembers } from '#web/features/members/select-members.ts'
import { useLeave } from '#web/features/session/use-log-out.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { homeQuery } from '#web/queries/home.ts'
import { membersQuery } from '#web/queries/members.ts'
import { actionsFor, type Entry, pagesFor } from './entries.ts'
import { findEntries } from './find-entries.ts'

/** Limits per group, twenty in total: typing another letter helps more than a longer list. */
const maxPerGroup = { 'Go to': 5, Actions: 4, Members: 6, Practices: 5 } as const

export type Group = { title: keyof typeof maxPerGroup; entries: Entry[]; found: number }

/** Results for the typed text; with no text, all pages and actions. */
export function useResultGroups(person: Person, links: ShellLink[], typed: string, showShortcuts: () => void) {
  const theme = useThemeChoice()
  const { data: home } = useQuery(
    { ...homeQuery, staleTime: Number.POSITIVE_INFINITY, refetchInterval: false },
    queryClient,
  )
  const finds = useRemoteSearch(isOfficer(person), typed)
  const times = useClubTimes()
  const now = useNow('minute')
  const leave = useLogOutWithToast()
  const acts = actionsFor(person, {
    maps: home?.maps ?? [],
    plans: finds.plans,
    theme,
    showShortcuts,
    leave,
  })
  const group = <Found>(title: Group['title'], found: Found[], entryOf: (each: Found) => Entry): Group => {
    const shown = typed === '' ? found : found.slice(0, maxPerGroup[title])
    return { title, entries: shown.map(entryOf), found: found.length }
  }
  const groups = [
    group('Go to', findEntries(pagesFor(person, links), typed), asItIs),
    group('Actions', findEntries(acts, typed), asItIs),
    group('Members', finds.members, memberEntry),
    group('Practices', finds.practices, (practice) => practiceEntry(practice, times, now)),
  ]
  return { groups: groups.filter(({ found }) => found > 0), pending: finds.pending, problem: finds.problem }
}

const asItIs = (entry: Entry) => entry

function memberEntry({ id, name, email }: MemberRow): Entry {
  return {
    id: `member ${id}`,
    label: name || email,
    icon: IconUser,
    note: name ? email : undefined,
    way: { to: '/members', search: { member: id }, dialog: true },
  }
}

function practiceEntry(practice: ManagedPractice, times: ClubTimes, now: number): Entry {
  const { date, time } = times.when(practice, now)
  return {
    id: `practice ${practice.id}`,
    label: practice.title,
    icon: IconCalendarEvent,
    note: [date, time, practice.cancelled ? 'Canceled' : null].filter(Boolean).join(' · '),
    way: { to: '/manage-practices', search: { practice: practice.id }, dialog: true },
  }
}

function useLogOutWithToast() {
  const { leave, leaveNow } = useLeave({
    onUnsent(text) {
      const action = { label: leaveMessages.anyway, onClick: () => void leaveNow() }
      toast({ role: 'alert', text, stays: true, action })
    },
    onFailed: () => void toast({ role: 'alert', text: leaveMessages.failed }),
  })
  return leave
}

/** Cached data is enough: the live stream invalidates it when it changes. */
const fromCache = { staleTime: Number.POSITIVE_INFINITY }

/** For officers: members and practices, fetched on the first typed letter unless they are cached. */
function useRemoteSearch(officer: boolean, typed: string) {
  const enabled = officer && typed !== ''
  // The palette is in the navigation bar, outside the pages' query provider.
  const members = useQuery({ ...membersQuery, ...fromCache, enabled }, queryClient)
  const practices = useQuery({ ...managePracticesQuery, ...fromCache, enabled }, queryClient)
  // Indexed once per list, not on each keystroke.
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
