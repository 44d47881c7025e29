import { copyOf, type EventCopy } from '#domain/calendar-sync.ts'
import { canonicalEmail, checkEmail } from '#domain/email.ts'
import { isYes, readIds, type Tell } from '#domain/firebase/user-document.ts'
import { asSaid, type Fields, isDay, isRecord, readInstant, type Value } from '#domain/firebase/values.ts'
import { cleanDescription, cleanLocation, cleanSummary, isUsableId } from '../calendar/event-text.ts'
import { readItem } from '../calendar/google-items.ts'

/** A practice as the former app knew it (specification §3). */
export type PracticeFacts = {
  id: string
  copy: EventCopy
  cancelled: boolean
  attendanceLimit: number | null
  startedAt: string | null
  endedEarly: boolean
  isActive: boolean
  archers: string[]
  drivers: string[]
  members: string[]
  carpool: string[]
  emails: string[]
  carpoolEmails: string[]
}

export const practiceFields = new Set([
  ...['archers', 'drivers', 'googleEvent', 'members', 'carpool', 'emails', 'carpoolEmails', 'endedEarly', 'isActive'],
  ...['startedAt', 'name', 'description', 'attendanceLimit', 'startDateTime', 'endDateTime'],
])
/** What is kept of the copy of the calendar's event. */
export const eventFields = new Set([
  ...['id', 'iCalUID', 'recurringEventId', 'originalStartTime', 'status', 'summary', 'location', 'description'],
  ...['organizer', 'start', 'end', 'endTimeUnspecified'],
])

type Club = { timeZone: string; emailDomain: string }
const mostPlaces = 9999

/** A document of `practices`; null where nothing says when it was. */
export function readPractice(id: string, fields: Fields, club: Club, tell: Tell): PracticeFacts | null {
  const copy = readCopy(id, fields, club, tell)
  if (copy === null) {
    const done = 'The practice is left out, with who was there; their balances stay as they were.'
    tell('googleEvent.start', 'nothing says when it was', done)
    return null
  }
  const archers = readIds(fields.archers, 'archers', tell).ids
  const drivers = readIds(fields.drivers, 'drivers', tell).ids
  const both = archers.filter((uid) => drivers.includes(uid))
  for (const uid of both) tell('archers', `${asSaid(uid)} stands among the drivers, too`, 'Taken as a driver.')
  const { status } = isRecord(fields.googleEvent) ? fields.googleEvent : {}
  return {
    id,
    copy,
    cancelled: status === 'cancelled',
    attendanceLimit: readLimit(fields.attendanceLimit, tell),
    startedAt: readInstant(fields.startedAt, club.timeZone)?.toISOString() ?? null,
    endedEarly: isYes(fields.endedEarly),
    isActive: isYes(fields.isActive),
    archers: archers.filter((uid) => !both.includes(uid)),
    drivers,
    members: readIds(fields.members, 'members', tell).ids,
    carpool: readIds(fields.carpool, 'carpool', tell).ids,
    emails: readEmails(fields.emails, 'emails', club, tell),
    carpoolEmails: readEmails(fields.carpoolEmails, 'carpoolEmails', club, tell),
  }
}

function readCopy(id: string, fields: Fields, { timeZone }: Club, tell: Tell): EventCopy | null {
  const event = isRecord(fields.googleEvent) ? fields.googleEvent : {}
  const organizer = isRecord(event.organizer) ? event.organizer : { email: asText(event.organizer) }
  const said = {
    id: isUsableId(asText(event.id)) ? asText(event.id) : id,
    ...{ iCalUID: event.iCalUID, status: event.status },
    recurringEventId: event.recurringEventId ?? seriesOf(id),
    summary: asText(event.summary) || asText(fields.name),
    location: asText(event.location),
    description: asText(event.description) || asText(fields.description),
    organizer: { email: asText(organizer.email) },
    originalStartTime: momentIn(event.originalStartTime, timeZone) ?? timeIn(startOfOccurrence(id), timeZone),
  }
  const end = momentIn(event.end, timeZone) ?? timeIn(fields.endDateTime, timeZone)
  const starts = [
    momentIn(event.start, timeZone),
    timeIn(fields.startDateTime, timeZone),
    timeIn(startOfOccurrence(id), timeZone),
    timeIn(fields.startedAt, timeZone),
  ]
  for (const [at, start] of starts.entries()) {
    if (start === undefined) continue
    const read = readItem({ ...said, start, end })
    if (read === null || read === 'gone') continue
    if (at > 1)
      tell('googleEvent.start', 'it has none', `Taken from ${at === 2 ? 'the event’s id' : 'when it was started'}.`)
    if (end !== undefined && read.end === null)
      tell('googleEvent.end', 'it ends when or before it begins', 'Taken as two hours after the start.')
    const summary = cleanSummary(said.summary)
    return {
      ...copyOf({ ...read, summary }, 'google', timeZone),
      location: cleanLocation(said.location),
      description: cleanDescription(said.description),
    }
  }
  return null
}

/** `{dateTime}`, `{date}`, or the instant itself. */
function momentIn(value: Value | undefined, timeZone: string) {
  if (!isRecord(value)) return timeIn(value, timeZone)
  const { date, dateTime } = value
  if (dateTime instanceof Date) return timeIn(dateTime, timeZone)
  if (typeof dateTime === 'string') return { dateTime, timeZone: asText(value.timeZone) || timeZone }
  if (date instanceof Date) return { date: date.toISOString().slice(0, 10) }
  return typeof date === 'string' ? { date } : undefined
}

function timeIn(value: Value | undefined, timeZone: string) {
  if (typeof value === 'string' && isDay(value)) return { date: value }
  const at = readInstant(value, timeZone)
  return at === null ? undefined : { dateTime: at.toISOString() }
}

/** Of one in a series, Google's ids end with when it was to begin: `abc_20260915T220000Z`. */
function startOfOccurrence(id: string) {
  const [, year, month, day, hour, minute] = /_(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\dZ$/.exec(id) ?? []
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:00.000Z`
}

function seriesOf(id: string) {
  return /^(.+)_\d{8}T\d{6}Z$/.exec(id)?.[1]
}

function readLimit(value: Value | undefined, tell: Tell) {
  if (value === undefined || value === null || value === '' || value === 0) return null
  const limit = Number(value)
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostPlaces) return limit
  tell('attendanceLimit', `${asSaid(value)} is no whole number from 1 to ${mostPlaces}`, 'Taken as no limit.')
  return null
}

function readEmails(value: Value | undefined, field: string, { emailDomain }: Club, tell: Tell) {
  const emails = new Set<string>()
  for (const typed of readIds(value, field, tell).ids) {
    const checked = checkEmail(typed, emailDomain)
    if (checked.outcome === 'accepted') emails.add(checked.email)
    else
      tell(field, `${asSaid(canonicalEmail(typed))} is no address of the club`, 'Left out: nobody can sign up with it.')
  }
  return [...emails]
}

function asText(value: unknown) {
  return typeof value === 'string' ? value : ''
}
