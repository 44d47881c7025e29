import type { RsvpKind } from './rsvp.ts'

/** A practice as an entry of somebody's own calendar. */
export type CalendarEntry = {
  title: string
  location: string
  text: string
  cancelled: boolean
  /** Whether the time is taken: a member is busy during what they answered or attended. */
  busy: boolean
  /** Instants, or for all-day practices calendar days (`YYYY-MM-DD`); the end is exclusive (D24). */
  time: { kind: 'instants'; from: string; to: string } | { kind: 'days'; from: string; to: string }
}

/** What a practice is to one member; both empty where nobody in particular is meant. */
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

/** A practice as one member's calendar shows it. A calendar that does not know cancelled events still says so in the title. */
export function calendarEntry(practice: EntryFacts, own: OwnPart): CalendarEntry {
  const { title, location, description, cancelled } = practice
  const parts = [...(own.answer === null ? [] : [own.answer]), ...(own.checkedIn ? ['checked in'] : [])]
  const mine = parts.length === 0 ? '' : `You: ${parts.join(', ')}`
  return {
    title: cancelled ? `Canceled: ${title}` : title,
    location,
    text: [mine, description].filter((part) => part !== '').join('\n\n'),
    cancelled,
    busy: parts.length > 0 && !cancelled,
    time: entryTime(practice),
  }
}

/** When an entry begins and ends; an all-day one by its days, whatever the reader's zone. */
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
