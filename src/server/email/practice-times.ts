import type { PracticeFacts } from '#domain/notifications.ts'

const dayOf = { weekday: 'long', month: 'long', day: 'numeric' } as const
const timeOf = { hour: 'numeric', minute: '2-digit' } as const

/** `Wednesday, November 25 at 5:50 PM EST`: with the zone, because a mail is read wherever its reader is. */
export function inClubZone(atMs: number, timeZone: string) {
  return plainSpaces(written({ ...dayOf, ...timeOf, timeZoneName: 'short' }, timeZone).format(atMs))
}

type Times = Pick<PracticeFacts, 'startsAt' | 'endsAt' | 'allDay'>

/** `Tuesday, November 24, 6:00 – 8:00 PM EST`, or the day alone where a practice has no times. */
export function wholeTime({ startsAt, endsAt, allDay }: Times, timeZone: string) {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  // The end is exclusive: a day that ends at midnight is over on the day before.
  if (allDay) return plainSpaces(`${written(dayOf, timeZone).formatRange(from, Math.max(from, to - 1))}, all day`)
  return plainSpaces(written({ ...dayOf, ...timeOf, timeZoneName: 'short' }, timeZone).formatRange(from, to))
}

/** `Tue, Nov 24, 6:00 PM`: for a line that is short. */
export function shortTime({ startsAt, allDay }: Times, timeZone: string) {
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  return plainSpaces(written(allDay ? day : { ...day, ...timeOf }, timeZone).format(Date.parse(startsAt)))
}

function written(options: Intl.DateTimeFormatOptions, timeZone: string) {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone })
}

/** Older programs show a box for the narrow space before PM and the thin ones around a dash. */
function plainSpaces(text: string) {
  return text.replace(/[\u2009\u202f]/g, ' ')
}
