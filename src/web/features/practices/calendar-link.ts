import type { PracticeCard } from '#contract/practices.ts'
import { entryTime } from '#domain/calendar-entry.ts'

export type CalendarPractice = Pick<
  PracticeCard,
  'id' | 'title' | 'location' | 'description' | 'startsAt' | 'endsAt' | 'allDay' | 'startsOn' | 'lastOn'
>

/** URLs are limited in length; longer text is in the app. */
const longestText = 1000

/** Opens Google Calendar with the practice filled in, ready to save. */
export function googleCalendarLink(practice: CalendarPractice, timeZone: string) {
  const { from, to } = entryTime(practice)
  const link = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  link.searchParams.set('text', practice.title)
  link.searchParams.set('dates', [from, to].map(compact).join('/'))
  link.searchParams.set('ctz', timeZone)
  if (practice.location !== '') link.searchParams.set('location', practice.location)
  if (practice.description !== '') link.searchParams.set('details', practice.description.slice(0, longestText))
  return link.href
}

/** The practice as an .ics file from the server, for all other calendar apps. */
export function calendarFileLink({ id }: { id: string }) {
  return `/practice.ics?${new URLSearchParams({ id })}`
}

/** `2026-11-24T23:00:00.000Z` → `20261124T230000Z`; `2026-11-28` → `20261128` */
function compact(moment: string) {
  return moment.replace(/\.\d{3}/, '').replace(/[-:]/g, '')
}
