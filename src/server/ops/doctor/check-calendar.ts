import { isPractice } from '#domain/calendar-sync.ts'
import {
  type CalendarFailure,
  calendarWindow,
  type EventNote,
  type NoteReason,
  notesOfPractices,
} from '#server/features/calendar/calendar-source.ts'
import { type CalendarFindings, changesIds, noFindings } from '#server/features/calendar/findings.ts'
import { createGoogleSource } from '#server/features/calendar/google-calendar.ts'
import { createIcsSource } from '#server/features/calendar/ics.ts'
import { fetchLimits } from '#server/features/calendar/limited-fetch.ts'
import { count } from '#server/ops/terminal.ts'
import { type CheckGroup, type CheckInput, type Finding, inWords, ok, warning, wrong } from './check.ts'

/** The server reads the calendar every minute, so this age means that something is wrong. */
const staleMs = 15 * 60_000

export const calendar: CheckGroup = {
  name: 'Calendar',
  async look(input) {
    const { settings } = input
    if (settings.calendar.kind === 'built-in') return lookAtBuiltIn(input)
    return [...(await readOutside(input)), ...(await lookAtLastAnswer(input))]
  },
}

/** Reads the whole external calendar as the server does, but stores nothing. */
async function readOutside({ settings, club, clock, limits }: CheckInput): Promise<Finding[]> {
  const given = settings.calendar
  const reach = { ...fetchLimits, deadlineMs: limits.timeoutMs }
  if (given.kind === 'built-in') return []
  const source =
    given.kind === 'google'
      ? createGoogleSource({ ...given, clock, limits: reach })
      : createIcsSource({ url: given.url, timeZone: club.timeZone, clock, limits: reach })
  const name = given.kind === 'google' ? 'The Google calendar' : 'The ICS feed'
  const window = calendarWindow(clock.now(), club.timeZone)
  const reading = await source.read({ window, validators: null })
  if (reading.outcome === 'failure') return [failed(reading.failure, given.kind)]
  if (reading.outcome !== 'answer') return []
  const events = reading.answer.events.filter(({ status }) => status !== 'cancelled')
  const { titleFilter, personalEvents } = club.practices
  const practices = events.filter((event) => isPractice(event, { titleFilter, personalEvents }))
  const findings: Finding[] = []
  const notes = notesOfPractices(reading.noted, club.practices)
  const noted = notes.length
  if (noted > 0)
    findings.push(
      warning(
        `${count(noted, 'event')} in the calendar can’t be read fully: ${notes.slice(0, notesAtMost).map(inSentence).join('; ')}${noted > notesAtMost ? '; …' : ''}.`,
        'Open them in the calendar, and set start, end, and repetition again.',
      ),
    )
  if (events.length === 0)
    findings.push(
      warning(
        `${name} can be read, but has no events in the next three months.`,
        'Add the practices there. If they’re already there, the settings point to a different calendar, or its details aren’t public.',
      ),
    )
  else if (practices.length === 0)
    findings.push(
      wrong(
        titleFilter === undefined
          ? `${name} has ${count(events.length, 'event')} in the next three months, all of them private or about a person.`
          : `${name} has ${count(events.length, 'event')} in the next three months, none with "${titleFilter}" in its title.`,
        titleFilter === undefined
          ? 'Make the practices public in the calendar, or set practices.personalEvents in club.config.ts.'
          : 'Correct practices.titleFilter in club.config.ts, or the titles in the calendar.',
      ),
    )
  else findings.push(ok(`${name} can be read: ${count(practices.length, 'practice')} in the next three months.`))
  return findings
}

const notesAtMost = 10

const reasons: Record<NoteReason, string> = {
  'left-out': 'left out, because its start, or the date that it replaces, can’t be read',
  repeat: 'its repetition can’t be read',
  'repeat-part': 'how often or how long it repeats can’t be read',
  dates: 'some of its dates can’t be read',
  exceptions: 'some dates on which it doesn’t take place can’t be read',
  end: 'its end can’t be read',
  zone: 'its time zone is unknown, so the club’s is used',
  'shared-id': 'other events have the same id',
}

function inSentence({ reason, title, on }: EventNote) {
  return `${title ? `"${title}"` : 'an event without a title'}${on ? ` on ${on}` : ''} (${reasons[reason]})`
}

/** The message says what is wrong and what to do; it's often not the setting. */
function failed({ kind, message }: CalendarFailure, source: 'google' | 'ics') {
  const setting = source === 'google' ? 'GOOGLE_CALENDAR_ID or GOOGLE_API_KEY' : 'CALENDAR_ICS_URL'
  const says = `The calendar can’t be read: ${message}`
  if (kind === 'quota')
    return warning(says, 'Nothing to do; the server will try again. Until then, members see the last version.')
  return wrong(
    says,
    `If you change ${setting}, restart the server. Until the calendar can be read, members see the last version.`,
  )
}

async function lookAtLastAnswer({ database, settings, clock, server }: CheckInput): Promise<Finding[]> {
  if (database === null || server.direct.outcome !== 'answers') return []
  const row = await database.db
    .selectFrom('calendarCache')
    .select(['readAt', 'findings'])
    .where('source', '=', settings.calendar.kind)
    .executeTakeFirst()
  const cure =
    'Restart the server with the settings checked here. If that doesn’t help, look in its log: journalctl -u quiver'
  if (!row?.readAt) return [wrong('The running server has never read this calendar.', cure)]
  const age = clock.now() - Date.parse(row.readAt)
  if (age > staleMs) return [wrong(`The running server last read the calendar ${inWords(age)} ago.`, cure)]
  const findings = row.findings ? (JSON.parse(row.findings) as CalendarFindings) : noFindings
  const nowText = new Date(clock.now()).toISOString()
  return [
    ...(findings.held
      ? [
          warning(
            `${count(findings.held.ids.length, 'practice')} ${findings.held.ids.length === 1 ? 'is' : 'are'} missing from the calendar since ${findings.held.since}, and not canceled yet, because it may be an error.`,
            'Look at the calendar. Officers can cancel them now under Manage Practices; practices.holdMinutes in club.config.ts sets how long to wait.',
          ),
        ]
      : []),
    ...(changesIds(findings, nowText)
      ? [
          warning(
            'The calendar gives its events new ids again and again. Practices keep their RSVPs, but a change of time, place, and title at the same time looks like a new practice.',
            'Publish the calendar from a program that keeps the ids of its events, such as Google Calendar or Outlook.',
          ),
        ]
      : []),
    ...(findings.undecided.length > 0
      ? [
          warning(
            `For ${count(findings.undecided.length, 'practice')}, officers have to say which event of the calendar it is.`,
            'An officer decides under Manage Practices.',
          ),
        ]
      : []),
  ]
}

async function lookAtBuiltIn({ database, clock }: CheckInput): Promise<Finding[]> {
  if (database === null) return []
  const { ahead } = await database.db
    .selectFrom('practice')
    .where('startsAt', '>', new Date(clock.now()).toISOString())
    .where('cancelledAt', 'is', null)
    .where('deletedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('ahead'))
    .executeTakeFirstOrThrow()
  if (ahead > 0) return [ok(`The built-in calendar has ${count(ahead, 'upcoming practice')}.`)]
  return [
    warning(
      'The built-in calendar has no upcoming practices.',
      'Officers can plan some under Manage Practices. To use another calendar, set CALENDAR_ICS_URL or GOOGLE_CALENDAR_ID.',
    ),
  ]
}
