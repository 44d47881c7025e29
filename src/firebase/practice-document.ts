import { copyOf } from '#domain/calendar-sync.ts'
import { canonicalEmail, checkEmail } from '#domain/email.ts'
import type { EventCopy } from '#domain/stored-practice.ts'
import { isYes, type ReportDefect, readIds } from '#firebase/documents/user-document.ts'
import { asSaid, type Fields, isDay, isRecord, readInstant, type Value } from '#firebase/documents/values.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { cleanDescription, cleanLocation, cleanSummary, isUsableId } from '#server/features/calendar/clean-event.ts'
import { readItem } from '#server/features/calendar/google-answers.ts'

/** A practice as the old app stored it. */
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
/** The fields of the calendar event that are imported. */
export const eventFields = new Set([
  ...['id', 'iCalUID', 'recurringEventId', 'originalStartTime', 'status', 'summary', 'location', 'description'],
  ...['organizer', 'start', 'end', 'endTimeUnspecified'],
])

type Club = { now: Date; timeZone: string; emailDomain: string }
const mostSpots = 9999

/** Reads a document of `practices`; null if it has no date. */
export function readPractice(id: string, fields: Fields, club: Club, report: ReportDefect): PracticeFacts | null {
  const copy = readCopy(id, fields, club, report)
  if (copy === null) {
    const done = 'The practice is left out, with its attendees; their balances don’t change.'
    report('googleEvent.start', 'it has no date', done)
    return null
  }
  const archers = readIds(fields.archers, 'archers', report).ids
  const drivers = readIds(fields.drivers, 'drivers', report).ids
  const both = archers.filter((uid) => drivers.includes(uid))
  for (const uid of both) report('archers', `${asSaid(uid)} is also listed as a driver`, 'Imported as a driver.')
  const { status } = isRecord(fields.googleEvent) ? fields.googleEvent : {}
  return {
    id,
    copy,
    cancelled: status === 'cancelled',
    attendanceLimit: readLimit(fields.attendanceLimit, report),
    startedAt: readStartedAt(fields.startedAt, copy, club, report),
    endedEarly: readEndedEarly(fields.endedEarly, report),
    isActive: isYes(fields.isActive),
    archers: archers.filter((uid) => !both.includes(uid)),
    drivers,
    members: readIds(fields.members, 'members', report).ids,
    carpool: readIds(fields.carpool, 'carpool', report).ids,
    emails: readEmails(fields.emails, 'emails', club, report),
    carpoolEmails: readEmails(fields.carpoolEmails, 'carpoolEmails', club, report),
  }
}

function readCopy(id: string, fields: Fields, { timeZone }: Club, report: ReportDefect): EventCopy | null {
  const event = isRecord(fields.googleEvent) ? fields.googleEvent : {}
  const organizer = isRecord(event.organizer) ? event.organizer : { email: asText(event.organizer) }
  const eventId = isUsableId(asText(event.id)) ? asText(event.id) : id
  const occurrence = { moment: timeIn(startOfOccurrence(eventId), timeZone), from: 'the event’s id' }
  const timeOf = (field: 'start' | 'end' | 'originalStartTime', others: PossibleTime[], without: string) => {
    const moment = momentIn(event[field], timeZone)
    return readTime(event[field], [{ moment, from: '' }, ...others], without, (why, done) =>
      report(`googleEvent.${field}`, why, done),
    )
  }
  const time = (field: 'startDateTime' | 'endDateTime' | 'startedAt', from: string = field) => ({
    moment: timeIn(fields[field], timeZone),
    from,
  })
  const originalStartTime = timeOf('originalStartTime', [{ ...occurrence, isUsual: true }], 'Left out.')
  const end = timeOf('end', [{ ...time('endDateTime'), isUsual: true }], 'Imported as two hours after the start.')
  const start = timeOf(
    'start',
    [{ ...time('startDateTime'), isUsual: true }, occurrence, time('startedAt', 'when it was started')],
    '',
  )
  const summary = asText(event.summary) || asText(fields.name)
  const description = asText(event.description) || asText(fields.description)
  const series = readId(event, 'recurringEventId', report) ?? seriesOf(eventId)
  const read = readItem({
    id: eventId,
    iCalUID: readId(event, 'iCalUID', report),
    status: asText(event.status),
    start,
    end,
    // Only an occurrence of a series has an original start.
    recurringEventId: series ?? (originalStartTime === undefined ? undefined : eventId),
    originalStartTime,
    organizer: { email: asText(organizer.email) },
  })
  if (start === undefined || read === null || read === 'gone') return null
  if (end !== undefined && read.end === null)
    report('googleEvent.end', 'it ends at or before its start', 'Imported as two hours after the start.')
  return {
    ...copyOf({ ...read, summary: cleanSummary(summary) }, 'google', timeZone),
    location: cleanLocation(asText(event.location)),
    description: cleanDescription(description),
  }
}

type Moment = { date: string } | { dateTime: string; timeZone?: string }
/** @param isUsual a normal substitute for the event's own time, not worth reporting */
type PossibleTime = { moment: Moment | undefined; from: string; isUsual?: boolean }

/**
 * The first valid time of these; the event's own comes first.
 * @param without what the import does if there is none; empty if that is reported elsewhere
 */
function readTime(
  said: Value | undefined,
  times: PossibleTime[],
  without: string,
  report: (why: string, done: string) => void,
) {
  const found = times.find(({ moment }) => isTime(moment))
  const isSaid = said !== undefined && said !== null
  const done = found ? `Imported from ${found.from}.` : without
  if (found !== times[0] && done !== '' && (isSaid || (found && !found.isUsual)))
    report(isSaid ? `${asSaid(said)} isn’t a time` : 'it has none', done)
  return found?.moment
}

/** Checked by the calendar's own parser, because some days and times don't exist. */
function isTime(moment: Moment | undefined) {
  return moment !== undefined && readItem({ id: 'any', start: moment }) !== null
}

function readId(event: Fields, field: 'iCalUID' | 'recurringEventId', report: ReportDefect) {
  const value = event[field]
  if (value === undefined || value === null || value === '') return undefined
  if (isUsableId(asText(value))) return asText(value)
  report(`googleEvent.${field}`, `${asSaid(value)} isn’t an id`, 'Left out.')
  return undefined
}

/** Reads `{dateTime}`, `{date}`, or an instant. */
function momentIn(value: Value | undefined, timeZone: string): Moment | undefined {
  if (!isRecord(value)) return timeIn(value, timeZone)
  const { date, dateTime } = value
  if (dateTime instanceof Date) return timeIn(dateTime, timeZone)
  if (typeof dateTime === 'string') return { dateTime, timeZone: asText(value.timeZone) || timeZone }
  if (date instanceof Date) return { date: date.toISOString().slice(0, 10) }
  return typeof date === 'string' ? { date } : undefined
}

function timeIn(value: Value | undefined, timeZone: string): Moment | undefined {
  if (typeof value === 'string' && isDay(value)) return { date: value }
  const at = readInstant(value, timeZone)
  return at === null ? undefined : { dateTime: at.toISOString() }
}

/** Google's id for an occurrence ends with its original start: `abc_20260915T220000Z` or `abc_20260915`. */
const occurrenceId = /^(.+)_(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\dZ)?$/

function startOfOccurrence(eventId: string) {
  const [, , year, month, day, hour, minute] = occurrenceId.exec(eventId) ?? []
  if (year === undefined) return undefined
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:00.000Z`}`
}

/** The id of the series that an occurrence's id contains. */
export function seriesOf(eventId: string) {
  return occurrenceId.exec(eventId)?.[1]
}

/** Any value means that it was started; an invalid time becomes the planned start. */
function readStartedAt(
  value: Value | undefined,
  { startsAt, endsAt }: EventCopy,
  { now, timeZone }: Club,
  report: ReportDefect,
) {
  if (value === undefined || value === null || value === '' || value === false) return null
  const at = readInstant(value, timeZone)?.toISOString()
  const late = at === undefined ? 'isn’t a time' : at > now.toISOString() ? 'is in the future' : 'is after the end'
  if (at !== undefined && at <= endsAt && at <= now.toISOString()) return at
  report('startedAt', `${asSaid(value)} ${late}`, 'Imported as its planned start.')
  return startsAt
}

function readEndedEarly(value: Value | undefined, report: ReportDefect) {
  const isNo = value === undefined || value === null || value === false || value === ''
  if (!isNo && !isYes(value) && !/^(no|false)$/i.test(String(value).trim()))
    report('endedEarly', `${asSaid(value)} is neither yes nor no`, 'Imported as not ended early.')
  return isYes(value)
}

function readLimit(value: Value | undefined, report: ReportDefect) {
  if (value === undefined || value === null || value === '' || value === 0) return null
  const limit = Number(value)
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostSpots) return limit
  report('attendanceLimit', `${asSaid(value)} isn’t a whole number from 1 to ${mostSpots}`, 'Imported as no limit.')
  return null
}

function readEmails(value: Value | undefined, field: string, { emailDomain }: Club, report: ReportDefect) {
  const emails = new Set<string>()
  for (const typed of readIds(value, field, report).ids) {
    const checked = checkEmail(typed, emailDomain)
    if (checked.outcome === 'accepted') emails.add(checked.email)
    else
      report(
        field,
        `${asSaid(canonicalEmail(typed))} isn’t a club email address`,
        'Left out: no one can sign up with it.',
      )
  }
  return [...emails]
}

function asText(value: unknown) {
  return typeof value === 'string' ? value : ''
}

/** The practice that the setting marks as live. */
export type ActivePractice = { file: string; practiceId: string; startedAt: string | null }
export type PracticeState = Pick<PracticeRow, 'startedAt' | 'endedAt' | 'endedEarly'>
export const notStarted: PracticeState = { startedAt: null, endedAt: null, endedEarly: 0 }

/** Reads the document `settings/activePractice`; null if no practice is live. */
export function readActive(
  fields: Fields,
  file: string,
  timeZone: string,
  report: ReportDefect,
): ActivePractice | null {
  if (!isYes(fields.isActive)) return null
  const { practiceId } = fields
  if (typeof practiceId !== 'string') {
    report('practiceId', `${asSaid(practiceId ?? null)} isn’t an id`, 'No practice is live.')
    return null
  }
  const startedAt = readInstant(fields.startedAt, timeZone)?.toISOString() ?? null
  if (startedAt === null && fields.startedAt)
    report('startedAt', `${asSaid(fields.startedAt)} isn’t a time`, 'Imported as it is in the practice’s own document.')
  return { file, practiceId, startedAt }
}

/**
 * Whether a practice of the old app is live, has ended, or was never started. The setting decides which is live, until
 * its end; any other that was started has ended.
 */
export function sourceState(
  { id, copy, startedAt, endedEarly }: PracticeFacts,
  active: ActivePractice | null,
  now: string,
): PracticeState {
  const isActive = active?.practiceId === id
  const began = isActive ? (active.startedAt ?? startedAt ?? copy.startsAt) : startedAt
  if (isActive && now < copy.endsAt) return { startedAt: earlier(began ?? now, now), endedAt: null, endedEarly: 0 }
  const endedAt = earlier(copy.endsAt, now)
  if (endedEarly && (began ?? copy.startsAt) <= now)
    return { startedAt: earlier(began ?? copy.startsAt, endedAt), endedAt, endedEarly: 1 }
  return began !== null && copy.endsAt <= now
    ? { startedAt: earlier(began, endedAt), endedAt, endedEarly: 0 }
    : notStarted
}

type Practices = Map<string, { file: string; facts: PracticeFacts }>

/**
 * Reports flags that contradict the setting, and practices that were canceled but also started.
 * @returns the live practice, if it is one of these
 */
export function checkStates(
  active: ActivePractice | null,
  practices: Practices,
  now: string,
  reportFor: (file: string, document: string) => ReportDefect,
) {
  for (const [id, { file, facts }] of practices) {
    const report = reportFor(file, `practices/${id}`)
    const { startedAt, endedAt } = sourceState(facts, active, now)
    if (facts.isActive && active?.practiceId !== id)
      report('isActive', 'the setting says it isn’t the live one', 'Imported as not live.')
    if (facts.endedEarly && startedAt !== null && endedAt === null)
      report('endedEarly', 'the setting says it’s the live one', 'Imported as live.')
    if (facts.cancelled && startedAt !== null)
      report('googleEvent.status', 'it was canceled but also started', 'Imported as not canceled.')
  }
  if (active === null) return null
  const report = reportFor(active.file, 'settings/activePractice')
  const copy = practices.get(active.practiceId)?.facts.copy
  if (!copy) report('practiceId', `${asSaid(active.practiceId)} isn’t an imported practice`, 'No practice is live.')
  else if (copy.endsAt <= now) report('practiceId', `${asSaid(copy.title)} is already over`, 'Imported as ended.')
  return copy ? active : null
}

function earlier(one: string, other: string) {
  return one < other ? one : other
}
