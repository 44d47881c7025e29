import type { Practice } from './practices.ts'

export type CalendarSourceName = 'google' | 'ics' | 'built-in'

/** The fields of a practice that come from its event. */
export type EventCopy = {
  eventId: string
  source: CalendarSourceName
  icalUid: string
  originalStart: string
  title: string
  location: string
  description: string
  organizer: string
  startsAt: string
  endsAt: string
  allDay: boolean
  startsOn: string
  lastOn: string
}
/** `answered`: whether a member has an RSVP. */
export type StoredPractice = Practice & EventCopy & { deletedAt: string | null; sample: boolean; answered: boolean }

/** Whether a practice still follows its event: not deleted, started, over, or already canceled. */
export function canFollow(practice: StoredPractice, now: string) {
  return (
    practice.deletedAt === null && practice.startedAt === null && practice.cancelledAt === null && practice.endsAt > now
  )
}
