import { describe, expect, test } from 'vitest'
import type { CalendarEvent } from '#domain/calendar-sync.ts'
import { icsEvent, readEventsOf } from '#test/support/ics.ts'

/** A VTIMEZONE with the rules of the European Union, or of the United States, under any name. */
function vtimezone(tzid: string, rules: 'eu' | 'us', standard: string, daylight: string, ...more: string[]) {
  const [spring, back] =
    rules === 'eu'
      ? ['16010101T030000;BYMONTH=3;BYDAY=-1SU', '16010101T040000;BYMONTH=10;BYDAY=-1SU']
      : ['16010101T020000;BYMONTH=3;BYDAY=2SU', '16010101T020000;BYMONTH=11;BYDAY=1SU']
  const observance = (name: string, from: string, to: string, change: string) => {
    const [start, rule] = change.split(/;(.*)/)
    return `BEGIN:${name}\r\nDTSTART:${start}\r\nTZOFFSETFROM:${from}\r\nTZOFFSETTO:${to}\r\nRRULE:FREQ=YEARLY;${rule}\r\nEND:${name}`
  }
  return [
    ...['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...more],
    observance('STANDARD', daylight, standard, back),
    observance('DAYLIGHT', standard, daylight, spring),
    'END:VTIMEZONE',
  ].join('\r\n')
}

/** A weekly series at 18:00 across the end of daylight saving time, in the zone. */
const weekly = (uid: string, tzid: string) =>
  icsEvent(`UID:${uid}`, `DTSTART;TZID=${tzid}:20261020T180000`, 'DURATION:PT2H', 'RRULE:FREQ=WEEKLY;COUNT=3')
const floating = icsEvent('DTSTART:20261020T180000', 'RRULE:FREQ=WEEKLY;COUNT=3')

/** By UID, its starts in UTC without year and seconds. */
async function utcStarts(...components: string[]) {
  const byUid = Object.groupBy(await readEventsOf(...components), ({ iCalUid }) => iCalUid)
  const short = ({ start }: CalendarEvent) => ('at' in start ? start.at.slice(5, 16) : start.on)
  return Object.fromEntries(Object.entries(byUid).map(([uid, events = []]) => [uid, events.map(short)]))
}
const newYork = ['10-20T22:00', '10-27T22:00', '11-03T23:00']
const berlin = ['10-20T16:00', '10-27T17:00', '11-03T17:00']
const helsinki = ['10-20T15:00', '10-27T16:00', '11-03T16:00']
const fiveWest = ['10-20T23:00', '10-27T23:00', '11-03T23:00']

describe('a time zone', () => {
  test('is found by the names that calendars use', async () => {
    const names: Record<string, [tzid: string, starts: string[]]> = {
      'an IANA name': ['America/Indiana/Indianapolis', newYork],
      'Evolution’s prefix': ['/freeassociation.sourceforge.net/Tzfile/America/Indiana/Indianapolis', newYork],
      'Windows’ name of Indiana': ['US Eastern Standard Time', newYork],
      'what Outlook shows': ['"(UTC-05:00) Eastern Time (US & Canada)"', newYork],
      'an offset': ['UTC-05:00', fiveWest],
      'EST, which has no summer time': ['EST', fiveWest],
      'a name that nobody knows: the club’s': ['Somewhere', newYork],
    }
    const events = Object.entries(names).map(([what, [tzid]]) => weekly(what, tzid))
    const expected = Object.fromEntries(Object.entries(names).map(([what, [, starts]]) => [what, starts]))
    expect(await utcStarts(...events)).toEqual(expected)
  })

  test('with an unknown name is what its VTIMEZONE says, before or after the events', async () => {
    const names = ['Club time', 'tzone://Microsoft/Custom', '+0200', 'Nowhere/At All']
    const zones = names.map((tzid) => vtimezone(tzid, 'eu', '+0200', '+0300'))
    const events = names.map((tzid) => weekly(tzid, tzid))
    const expected = Object.fromEntries(names.map((tzid) => [tzid, helsinki]))
    expect(await utcStarts(...zones, ...events)).toEqual(expected)
    expect(await utcStarts(...events, ...zones)).toEqual(expected)
  })

  test.each([
    ['X-WR-TIMEZONE:Europe/Berlin', 'the calendar’s', berlin],
    ['X-WR-TIMEZONE:Somewhere', 'the club’s', newYork],
    [vtimezone('Europe/Berlin', 'eu', '+0100', '+0200'), 'the club’s', newYork],
  ])('of times without a zone, with %j in the calendar, is %s', async (line, _, starts) => {
    expect(await utcStarts(line, floating)).toEqual({ u: starts })
  })
})
