import type { CalendarEvent } from '#domain/calendar-sync.ts'
import { createIcsSource, type IcsOptions } from '#server/features/calendar/ics.ts'
import { answerOf } from './calendar-events.ts'
import { startFakeIcsFeed } from './fake-ics-feed.ts'

/** An ICS calendar of components, each given as its lines. */
export function icsCalendar(...components: string[]) {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//Feed//EN', 'CALSCALE:GREGORIAN']
  return [...head, ...components, 'END:VCALENDAR', ''].join('\r\n')
}

/** A VEVENT. The UID is `u` and the title `Practice` unless a line says otherwise. */
export function icsEvent(...lines: string[]) {
  const has = (name: string) => lines.some((line) => line.startsWith(name))
  return [
    'BEGIN:VEVENT',
    ...(has('UID:') ? [] : ['UID:u']),
    'DTSTAMP:20260101T000000Z',
    ...(has('SUMMARY') ? [] : ['SUMMARY:Practice']),
    ...lines,
    'END:VEVENT',
  ].join('\r\n')
}

/** One-hour events, one per day from tomorrow on. */
export function icsAhead(title: string, events = 1) {
  const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')
  const hourMs = 3_600_000
  return icsCalendar(
    ...Array.from({ length: events }, (_, day) => {
      const begin = Date.now() + (day + 1) * 24 * hourMs
      const times = [`DTSTART:${stamp(begin)}`, `DTEND:${stamp(begin + hourMs)}`]
      return icsEvent(`UID:day-${day}@example.edu`, ...times, `SUMMARY:${title}`)
    }),
  )
}

export const autumn = { from: '2026-10-01T04:00:00.000Z', to: '2026-12-31T05:00:00.000Z' }

type ReadOptions = Partial<IcsOptions> & { window?: { from: string; to: string } }

/** Reads the text through an HTTP feed and the worker, as the server does. */
export async function readIcs(text: string, { window = autumn, ...options }: ReadOptions = {}) {
  await using feed = await startFakeIcsFeed(text)
  const source = createIcsSource({ url: feed.url, timeZone: 'America/Indiana/Indianapolis', ...options })
  return await source.read({ window, validators: null })
}

/** What comes of a calendar that must be readable. */
export async function readIcsAnswer(text: string, given: ReadOptions = {}) {
  return answerOf(await readIcs(text, given))
}

export async function readIcsEvents(text: string, given: ReadOptions = {}) {
  return (await readIcsAnswer(text, given)).answer.events
}

/** The events of a calendar with these components. */
export function readEventsOf(...components: string[]) {
  return readIcsEvents(icsCalendar(...components))
}

/** Starts as short texts: `2026-11-01 18:00` in the club's zone, `2026-11-01` for a day, with a note if canceled. */
export function startsOf(events: CalendarEvent[]) {
  return events.map(({ start, status }) => {
    const text = 'on' in start ? start.on : localText(start.at)
    return status === 'cancelled' ? `${text} cancelled` : text
  })
}

function localText(at: string) {
  const local = Temporal.Instant.from(at).toZonedDateTimeISO('America/Indiana/Indianapolis').toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' }).replace('T', ' ')
}
