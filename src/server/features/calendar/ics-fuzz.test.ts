import { expect, test } from 'vitest'
import { createRandom, type Random } from '#server/ops/demo/random.ts'
import { expectSoundReadings } from '#test/support/calendar-events.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { autumn, icsCalendar, icsEvent } from '#test/support/ics.ts'
import { createIcsSource } from './ics.ts'

/**
 * Calendar files with garbage in them (T53), from a fixed seed. A fifth as many as Google's, because each is read in
 * its own thread.
 */
const numRuns = process.env.CALENDAR_FUZZ ? Number(process.env.CALENDAR_FUZZ) / 5 : 20
const seed = Number(process.env.CALENDAR_FUZZ_SEED ?? 20_261_101)

const zone = 'TZID=America/Indiana/Indianapolis'
const right = icsCalendar(
  'BEGIN:VTIMEZONE\r\nTZID:Club\r\nBEGIN:STANDARD\r\nDTSTART:20251102T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r\nEND:STANDARD\r\nEND:VTIMEZONE',
  icsEvent(
    ...['UID:single', 'SUMMARY:Practice\\, outdoors', 'LOCATION:The Range'],
    ...[`DTSTART;${zone}:20261019T180000`, 'DURATION:PT2H'],
  ),
  icsEvent(
    ...['UID:day', 'DESCRIPTION:Bring <b>arrows</b>\\nand water'],
    ...['DTSTART;VALUE=DATE:20261031', 'DTEND;VALUE=DATE:20261101'],
  ),
  icsEvent(
    'UID:series',
    'DTSTART;TZID=Club:20261005T180000',
    'DTEND;TZID=Club:20261005T200000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=12',
    'EXDATE;TZID=Club:20261007T180000',
    'RDATE;TZID=Club:20261010T100000',
  ),
  icsEvent(
    ...['UID:series', 'RECURRENCE-ID;TZID=Club:20261012T180000'],
    ...['DTSTART;TZID=Club:20261012T190000', 'STATUS:CANCELLED'],
  ),
)

const names =
  'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS SUMMARY TZID TZOFFSETTO SEQUENCE ORGANIZER BEGIN END'
const params = ' ;TZID=Nowhere/Land ;TZID=" ;TZID=Club ;VALUE=DATE ;VALUE=PERIOD ;RANGE=THISANDFUTURE'.split(' ')
const values = [
  ...['', ' ', '\0', '\u202Eevil', '<script>alert(1)</script>', 'x'.repeat(5_000), '__proto__', 'Europe/Nowhere'],
  ...['0', '-1', '20260230', '20261301T000000Z', '99991231T235959Z', '00010101T000000', '2026-10-19T18:00:00'],
  ...['VEVENT', 'VCALENDAR', 'VTIMEZONE', 'CANCELLED', 'PT0S', 'P-1D', 'P99999W', '+9999', 'FREQ=WEEKLY'],
  ...['FREQ=DAILY;COUNT=0', 'FREQ=DAILY;COUNT=99999', 'FREQ=YEARLY;BYMONTH=13', 'FREQ=X', 'FREQ=DAILY;UNTIL=x'],
]

/** The file cut off, with some other bytes, or with one to six lines left out, repeated, replaced, or moved to its end. */
function spoil({ chance, int, pick }: Random) {
  const bytes = Buffer.from(right)
  if (chance(0.25)) return bytes.subarray(0, int(0, bytes.length))
  if (chance(0.3)) {
    for (let more = int(1, 12); more > 0; more--) bytes[int(0, bytes.length - 1)] = int(0, 255)
    return bytes
  }
  const lines = right.split('\r\n')
  for (let more = int(1, 6); more > 0; more--) {
    const [line = ''] = lines.splice(int(0, lines.length - 1), 1)
    const other = `${pick(names.split(' '))}${pick(params)}:${pick(values)}`
    lines.splice(int(0, lines.length), 0, ...pick([[], [line, line], [other], [line]]))
  }
  return Buffer.from(lines.join('\r\n'))
}

// Shows: T53
test('garbage in a calendar file gives well-formed events or a failure, never a crash', async () => {
  await using feed = await startFakeIcsFeed(right)
  const source = createIcsSource({ url: feed.url, timeZone: 'America/Indiana/Indianapolis' })
  const read = () => source.read({ window: autumn, validators: null })
  const usual = await read()
  expect(usual).toMatchObject({ outcome: 'answer', noted: { count: 0 } })
  const random = createRandom(seed)
  await expectSoundReadings(numRuns, async () => {
    const body = spoil(random)
    feed.fault({ kind: 'answer', body, headers: { 'content-type': 'text/calendar' } }, { times: 1 })
    const reading = await read()
    feed.fault(null)
    return [body.toString('latin1'), reading]
  })
  expect(await read()).toEqual(usual)
}, 600_000)
