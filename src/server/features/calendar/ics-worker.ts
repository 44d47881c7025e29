import { parentPort, workerData } from 'node:worker_threads'
import ical, { type VEvent } from 'node-ical'
import { type FeedRequest, type IcalEngine, readFeed } from './ics-feed.ts'

/**
 * The thread in which feeds are read (T58), and the only importer of node-ical. It gets a request, posts one result and
 * ends; `ics.ts` limits its memory and its time.
 *
 * We use only node-ical's rule engine (rrule-temporal), always in UTC, and its table of Windows zones. Its handling of
 * dates, zones, RDATE and exceptions depends on the zone of the process, or is missing.
 */
const engine: IcalEngine = {
  rule: (rule, start, from, to) =>
    parseStart(`DTSTART:${start}Z`, `RRULE:${rule}`)?.rrule?.between(from, to, true) ?? [],
  windowsZone(name) {
    // For Microsoft's custom zone names, node-ical guesses the zone of this process.
    if (!/^[\w() .:&/+,-]{1,100}$/.test(name) || /^(?:tzone:|customized)/i.test(name)) return undefined
    const zone = parseStart(`DTSTART;TZID="${name}":20260101T000000`)?.start?.tz
    return zone === name ? undefined : zone
  },
}

function parseStart(...lines: string[]): VEvent | undefined {
  const calendar = ical.sync.parseICS(
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:u', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n'),
  )
  return calendar.u as VEvent | undefined
}

parentPort?.postMessage(readFeed(workerData as FeedRequest, engine))
