import {
  IconBook,
  IconCalendarCheck,
  IconCalendarCog,
  IconCalendarEvent,
  IconCalendarPlus,
  IconDeviceMobile,
  IconDownload,
  IconFileText,
  IconHistory,
  IconHome,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconMap,
  IconMoon,
  IconPlayerPlay,
  IconPlayerStop,
  IconSettings,
  IconSun,
  IconSunglasses,
  IconTicket,
  IconUser,
  IconUserPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ClubMap, Home } from '#contract/home.ts'
import type { Person } from '#contract/session.ts'
import { inLine } from '#domain/isolated-text.ts'
import { isOfficer } from '#domain/roles.ts'
import { profileMessages } from '#domain/text/profile-messages.ts'
import type { HomeSearch } from '#web/addresses/home-search.ts'
import type { ShellLink } from '#web/addresses/menu-links.ts'
import { tabNames, tabs } from '#web/addresses/resources-search.ts'
import { chooseTheme, type ThemeChoice } from '#web/components/color-scheme.ts'
import { downloadExport } from '#web/features/data-table/download-export.ts'
import { isStartable } from '#web/queries/projected-home.ts'
import { TargetMark } from '#web/ui/target-drawings.tsx'
import type { Named } from './find-entries.ts'

type Icon = TablerIcon | typeof TargetMark

/** A page of the app; with `dialog`, the URL opens a dialog over the page, so Back closes it. */
export type LinkTarget = { to: string; search?: object; dialog?: true }

export type Entry = Named & { id: string; note?: string } & (
    | { icon: Icon; face?: never }
    | { face: { displayName: string; pictureUrl: string }; icon?: never }
  ) &
  (
    | { way: LinkTarget; act?: never; lists?: never }
    | { act: () => unknown; way?: never; lists?: never }
    /** Lists the rest of this group. */
    | { lists: string; way?: never; act?: never }
  )

const about: Record<string, { icon: Icon; words: string }> = {
  '/home': { icon: IconHome, words: 'dashboard live check in' },
  '/my-practices': { icon: IconCalendarCheck, words: 'past balance paid semester calendar link' },
  '/info': { icon: IconInfoCircle, words: 'range calls whistle rules' },
  '/my-pass': { icon: IconTicket, words: 'day passes use buy' },
  '/scorecard': { icon: TargetMark, words: 'score a round arrows cards trends' },
  '/profile': { icon: IconUser, words: 'account me name picture pronouns car settings' },
  '/manage-practices': { icon: IconCalendarCog, words: 'attendance attendees carpool rsvps' },
  '/members': { icon: IconUsers, words: 'people roles passes payments balance' },
  '/resources': { icon: IconFileText, words: 'documents links' },
  '/settings': { icon: IconSettings, words: 'club name maps links store terms rules setup' },
}

/** Otherwise reached from the profile menu. */
const profilePage: ShellLink = { label: 'My Profile', to: '/profile' }

/** @param links the navigation bar's links */
export function pagesFor(links: ShellLink[]): Entry[] {
  return [...links, profilePage].map(({ label, to }) => {
    const { icon = IconBook, words } = about[to] ?? {}
    return { id: to, label, icon, words, way: { to } }
  })
}

/** The parts of these pages, which are listed once something is typed. */
export function partsFor(person: Person): Entry[] {
  return [...profileParts, ...(isOfficer(person) ? sections : [])]
}

/** The other pages of the profile. */
const profileParts = (
  [
    { to: '/profile/notifications', words: 'emails reminders push devices settings' },
    { to: '/profile/security', words: 'password sessions install home screen keyboard' },
    { to: '/profile/data', words: 'download export delete account history payments' },
  ] as const
).map(
  ({ to, words }): Entry => ({
    id: to,
    label: `${profilePage.label}: ${profileMessages.titles[to]}`,
    icon: IconUser,
    words,
    way: { to },
  }),
)

/** The first tab is the page itself. */
const sections = tabs.map((tab): Entry => {
  const search = tab === 'documents' ? {} : { tab }
  return {
    id: `tab ${tab}`,
    label: `Resources: ${tabNames[tab]}`,
    icon: IconFileText,
    ...(tab === 'exports' && { words: 'download csv tables' }),
    ...(tab === 'audit' && { words: 'log who did what' }),
    ...(tab === 'store' && { words: 'import orders' }),
    way: { to: '/resources', search },
  }
})

type ActionContext = {
  maps: ClubMap[]
  theme: ThemeChoice
  showShortcuts: () => void
  leave: () => unknown
}

const themes = [
  { value: 'light', name: 'Light', icon: IconSun },
  { value: 'dark', name: 'Dark', icon: IconMoon },
  { value: 'outdoor', name: 'Outdoor', icon: IconSunglasses },
  { value: 'auto', name: 'System', icon: IconDeviceMobile },
] as const

/** Actions available to this person on every page. */
export function actionsFor(person: Person, { maps, theme, showShortcuts, leave }: ActionContext): Entry[] {
  const officer = isOfficer(person)
  const opens = (label: string, icon: Icon, search: HomeSearch, words?: string) =>
    onHome({ id: label, label, icon, words }, search)
  return [
    opens('Show my pass', IconTicket, { open: 'pass' }),
    // Officers get the lists of all practices instead of their own.
    ...(officer ? [] : [opens('Show my past practices', IconHistory, { open: 'past' })]),
    opens('Show upcoming practices', IconCalendarEvent, { open: 'upcoming' }, 'next planned rsvp'),
    ...maps.map(({ place, title }) =>
      opens(inLine`Open the map: ${title}`, IconMap, { map: place }, `directions ${place}`),
    ),
    ...(officer ? [exportMembers] : []),
    ...themes.map(({ value, name, icon }) => ({
      id: `theme ${value}`,
      label: `Theme: ${name}`,
      icon,
      words: 'color colour mode',
      ...(theme === value && { note: 'Current' }),
      act: () => chooseTheme(value),
    })),
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: IconKeyboard, words: 'keys help', act: showShortcuts },
    { id: 'logout', label: 'Logout', icon: IconLogout, words: 'sign log out leave', act: leave },
  ]
}

/** What officers do about practices, from every page. @param home null until it has loaded */
export function practiceActions(home: Home | null, now: number): Entry[] {
  const plan = home?.calendar.source === 'built-in' ? [planPractice] : []
  // What ends is last, away from what is pressed all the time.
  if (home?.live) return [checkInSomeone, ...plan, { ...endPractice, note: home.live.practice.title }]
  const startable = home?.next.find((practice) => isStartable(practice, now))
  if (startable === undefined) return plan
  const { id: practice, title } = startable
  const start = { id: 'start', label: 'Start practice', icon: IconPlayerPlay, note: title, words: 'begin live' }
  return [onHome(start, { open: 'start', practice }), ...plan]
}

/** A dialog over the home page. */
function onHome(entry: Named & { id: string; icon: Icon; note?: string }, search: HomeSearch): Entry {
  return { ...entry, way: { to: '/home', search, dialog: true } }
}

const checkInSomeone = onHome(
  { id: 'check-in', label: 'Check in someone', icon: IconUserPlus, words: 'attendees attendance add' },
  { open: 'attendees' },
)

const endPractice = onHome(
  { id: 'end', label: 'End practice', icon: IconPlayerStop, words: 'stop early' },
  { open: 'end' },
)

const exportMembers: Entry = {
  id: 'export-members',
  label: 'Export members',
  icon: IconDownload,
  words: 'download csv table list',
  act: () => downloadExport('/exports/members.csv'),
}

const planPractice: Entry = {
  id: 'plan',
  label: 'New practice',
  icon: IconCalendarPlus,
  words: 'plan add create',
  way: { to: '/manage-practices', search: { ask: 'new' }, dialog: true },
}
