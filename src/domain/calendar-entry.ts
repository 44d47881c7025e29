import { inLine } from '#domain/isolated-text.ts'
import type { RsvpKind } from './rsvp.ts'

/** A practice as an event in a member's own calendar. */
export type CalendarEntry = {
  title: string
  location: string
  text: string
  cancelled: boolean
  /** Whether to show the time as busy: only if the member has an RSVP or attended. */
  busy: boolean
  /** Instants, or calendar days (`YYYY-MM-DD`) for all-day practices; the end is exclusive. */
  time: { kind: 'instants'; from: string; to: string } | { kind: 'days'; from: string; to: string }
}

/** The member's relation to the practice; null and false in a feed for no particular member. */
export type OwnPart = { answer: RsvpKind | null; checkedIn: boolean }

type EntryFacts = {
  title: string
  location: string
  description: string
  startsAt: string
  endsAt: string
  allDay: boolean
  startsOn: string
  lastOn: string
  cancelled: boolean
}

/** Builds the event. The title also says that it is canceled, for calendar apps that ignore the status. */
export function calendarEntry(practice: EntryFacts, own: OwnPart): CalendarEntry {
  const { title, location, description, cancelled } = practice
  const parts = [...(own.answer === null ? [] : [own.answer]), ...(own.checkedIn ? ['checked in'] : [])]
  const mine = parts.length === 0 ? '' : `You: ${parts.join(', ')}`
  return {
    title: cancelled ? inLine`Canceled: ${title}` : title,
    location,
    text: [mine, description].filter((part) => part !== '').join('\n\n'),
    cancelled,
    busy: parts.length > 0 && !cancelled,
    time: entryTime(practice),
  }
}

/** Start and end of the event; an all-day practice uses days, so it doesn't shift in another time zone. */
export function entryTime(practice: Omit<EntryFacts, 'title' | 'location' | 'description' | 'cancelled'>) {
  const { allDay, startsAt, endsAt, startsOn, lastOn } = practice
  if (allDay) return { kind: 'days', from: startsOn, to: dayAfter(lastOn) } as const
  return { kind: 'instants', from: startsAt, to: endsAt } as const
}

function dayAfter(day: string) {
  const at = new Date(`${day}T00:00:00.000Z`)
  at.setUTCDate(at.getUTCDate() + 1)
  return at.toISOString().slice(0, 10)
}
