/**
 * Attendance and no-shows over the practices of a semester. Days are text (`YYYY-MM-DD`), so nothing here needs a clock
 * or a time zone.
 */
export type HeldPractice = {
  /** The local day on which it started. */
  startsOn: string
  /** Number of attendees, with or without an RSVP. */
  attended: number
  /** Number of RSVPs as archer or driver. */
  answered: number
  /** How many of those RSVPs attended. */
  came: number
}

export type Turnout = {
  practices: number
  attended: number
  answered: number
  noShows: number
  /** Average attendees per practice; null without a practice. */
  average: number | null
  /** Share of RSVPs that did not attend, 0 to 1; null without RSVPs. */
  noShowRate: number | null
}

/** Members with an RSVP who did not attend. */
export function noShowsOf({ answered, came }: Pick<HeldPractice, 'answered' | 'came'>) {
  return answered - came
}

export function turnoutOf(held: HeldPractice[]): Turnout {
  const sum = (of: (practice: HeldPractice) => number) => held.reduce((total, practice) => total + of(practice), 0)
  const [attended, answered, noShows] = [sum((each) => each.attended), sum((each) => each.answered), sum(noShowsOf)]
  return {
    practices: held.length,
    attended,
    answered,
    noShows,
    average: held.length === 0 ? null : attended / held.length,
    noShowRate: answered === 0 ? null : noShows / answered,
  }
}

/** Monday first. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Weekday = (typeof weekdays)[number]

export function weekdayOf(day: string): Weekday {
  return weekdays[(new Date(utcOf(day)).getUTCDay() + 6) % 7] as Weekday
}

/** Only weekdays with at least one practice, Monday first. */
export function byWeekday(held: HeldPractice[]): { weekday: Weekday; turnout: Turnout }[] {
  const groups = grouped(held, weekdayOf)
  return weekdays.flatMap((weekday) => {
    const group = groups.get(weekday)
    return group ? [{ weekday, turnout: turnoutOf(group) }] : []
  })
}

/** The Monday of the week that contains the day. */
export function weekOf(day: string) {
  return dayText(utcOf(day) - weekdays.indexOf(weekdayOf(day)) * dayMs)
}

/** Oldest week first; weeks without a practice are left out. */
export function byWeek(held: HeldPractice[]): { monday: string; turnout: Turnout }[] {
  const groups = grouped(held, weekOf)
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([monday, group]) => ({ monday, turnout: turnoutOf(group) }))
}

/** Instead of `Map.groupBy`, which older phones lack. */
function grouped<Key>(held: HeldPractice[], keyOf: (day: string) => Key) {
  const groups = new Map<Key, HeldPractice[]>()
  for (const practice of held) {
    const key = keyOf(practice.startsOn)
    const group = groups.get(key)
    if (group) group.push(practice)
    else groups.set(key, [practice])
  }
  return groups
}

const dayMs = 86_400_000

function utcOf(day: string) {
  return Date.parse(`${day}T00:00:00.000Z`)
}

function dayText(at: number) {
  return new Date(at).toISOString().slice(0, 10)
}
