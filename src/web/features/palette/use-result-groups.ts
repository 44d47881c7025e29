import { IconCalendarEvent, IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import type { MemberRow } from '#contract/members.ts'
import type { Person } from '#contract/session.ts'
import { isOfficer } from '#domain/roles.ts'
import { leaveMessages, paletteMessages } from '#domain/text/header-messages.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { useThemeChoice } from '#web/components/color-scheme.ts'
import { managePracticesQuery } from '#web/features/manage-practices/manage-practices-query.ts'
import { indexPractices, selectPractices } from '#web/features/manage-practices/select-practices.ts'
import { findMembers, indexMembers } from '#web/features/members/select-members.ts'
import { useLeave } from '#web/features/session/use-log-out.ts'
import { type ClubTimes, useClubTimes } from '#web/lib/club-times.ts'
import { sortByMatch } from '#web/lib/match-words.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { useNow } from '#web/lib/server-clock.ts'
import { toast } from '#web/lib/toast.ts'
import { homeQuery } from '#web/queries/home.ts'
import { membersQuery } from '#web/queries/members.ts'
import { homeAtTime } from '#web/queries/projected-home.ts'
import { actionsFor, type Entry, pagesFor, partsFor, practiceActions } from './entries.ts'
import { findEntries, isCalled } from './find-entries.ts'

/** How many are listed at first: typing another letter helps more than a longer list. */
const maxPerGroup = { Recent: 4, 'For officers': 4, 'Go to': 5, Actions: 4, Members: 6, Practices: 5 } as const

export type Group = { title: keyof typeof maxPerGroup; entries: Entry[]; found: number }

type Asked = {
  typed: string
  /** Ids of what was chosen before, the last one first. */
  recent: string[]
  /** The groups of which everything is listed. */
  whole: string[]
  showShortcuts: () => void
}

/** Results for the typed text; with no text, what was opened last, all actions, and all pages without their parts. */
export function useResultGroups(person: Person, links: ShellLink[], { typed, recent, whole, showShortcuts }: Asked) {
  const theme = useThemeChoice()
  const { data } = useQuery({ ...homeQuery, staleTime: Number.POSITIVE_INFINITY, refetchInterval: false }, queryClient)
  const officer = isOfficer(person)
  const finds = useRemoteSearch(officer, typed, recent)
  const times = useClubTimes()
  const now = useNow('minute')
  const home = data ? homeAtTime(data, now) : null
  const leave = useLogOutWithToast()
  const pages = pagesFor(links)
  const all = [...pages, ...partsFor(person)]
  const acts = actionsFor(person, { maps: home?.maps ?? [], theme, showShortcuts, leave })
  const toPractice = (practice: ManagedPractice) => practiceEntry(practice, times, now)
  const group = <Found>(title: Group['title'], found: Found[], entryOf: (each: Found) => Entry): Group => {
    const most = maxPerGroup[title]
    if (title === 'Recent') return { title, entries: found.slice(0, most).map(entryOf), found: found.length }
    // The option that lists the rest would take the place of the last one.
    const isWhole = typed === '' || whole.includes(title) || found.length <= most + 1
    const entries = isWhole ? found.map(entryOf) : [...found.slice(0, most).map(entryOf), restOf(title, found.length)]
    return { title, entries, found: found.length }
  }

  const goTo = group('Go to', findEntries(typed === '' ? pages : all, typed), asItIs)
  const forOfficers = group('For officers', officer ? findEntries(practiceActions(home, now), typed) : [], asItIs)
  const others = group('Actions', findEntries(acts, typed), asItIs)
  const groups =
    typed === ''
      ? [group('Recent', findRecent(recent, all, finds, toPractice), asRecent), forOfficers, goTo, others]
      : calledFirst(
          [
            goTo,
            forOfficers,
            others,
            group('Members', finds.members, memberEntry),
            group('Practices', finds.practices, toPractice),
          ],
          ({ entries }) => entries.some(({ label }) => isCalled(label, typed)),
        )
  return { groups: groups.filter(({ found }) => found > 0), pending: finds.pending, problem: finds.problem }
}

function restOf(title: string, found: number): Entry {
  return { id: `all ${title}`, label: paletteMessages.showAll(found), icon: IconChevronDown, lists: title }
}

/** What still exists of it. */
function findRecent(
  ids: string[],
  pages: Entry[],
  { everyone, all }: { everyone: MemberRow[]; all: ManagedPractice[] },
  toPractice: (practice: ManagedPractice) => Entry,
): Entry[] {
  return ids.flatMap((id) => {
    const member = everyone.find((each) => id === memberEntryId(each))
    const practice = all.find((each) => id === practiceEntryId(each))
    return (
      pages.find((page) => page.id === id) ??
      (member && memberEntry(member)) ??
      (practice && toPractice(practice)) ??
      []
    )
  })
}

/** The same page may be listed further down. */
function asRecent(entry: Entry): Entry {
  return { ...entry, id: `recent ${entry.id}` }
}

/** What begins with the typed words before what only contains them, or is only meant by them. */
function calledFirst<Each>(list: Each[], isCalled: (each: Each) => boolean) {
  return [...list.filter(isCalled), ...list.filter((each) => !isCalled(each))]
}

const asItIs = (entry: Entry) => entry

const memberEntryId = ({ id }: { id: string }) => `member ${id}`
const practiceEntryId = ({ id }: { id: string }) => `practice ${id}`

function memberEntry({ id, name, email, pictureUrl }: MemberRow): Entry {
  return {
    id: memberEntryId({ id }),
    label: name || email,
    face: { displayName: name, pictureUrl },
    note: name ? email : undefined,
    way: { to: '/members', search: { member: id }, dialog: true },
  }
}

function practiceEntry(practice: ManagedPractice, times: ClubTimes, now: number): Entry {
  const { date, time } = times.when(practice, now)
  return {
    id: practiceEntryId(practice),
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

/** For officers: members and practices, fetched on the first typed letter or for a recent one, unless they are cached. */
function useRemoteSearch(officer: boolean, typed: string, recent: string[]) {
  const enabled = officer && (typed !== '' || recent.some((id) => /^(member|practice) /.test(id)))
  // The palette is in the navigation bar, outside the pages' query provider.
  const members = useQuery({ ...membersQuery, ...fromCache, enabled }, queryClient)
  const practices = useQuery({ ...managePracticesQuery, ...fromCache, enabled }, queryClient)
  // Indexed once per list, not on each keystroke.
  const people = useMemo(() => indexMembers(members.data?.members ?? []), [members.data])
  const planned = useMemo(() => indexPractices(practices.data?.practices ?? []), [practices.data])
  const missing = enabled && typed !== '' ? [members, practices].filter(({ data }) => data === undefined) : []
  const error = missing.find((query) => query.error)?.error
  const asked = officer && typed !== ''
  return {
    everyone: members.data?.members ?? [],
    all: practices.data?.practices ?? [],
    members: asked ? sortByMatch(findMembers(people, { q: typed }), typed, ({ name }) => name) : [],
    practices: asked
      ? calledFirst(selectPractices(planned, { q: typed, sort: 'date', descending: true }), ({ title }) =>
          isCalled(title, typed),
        )
      : [],
    pending: missing.length > 0,
    problem: error ? toProblem(error) : null,
  }
}
