import { expect, test } from 'vitest'
import { icsCalendar, icsEvent, readIcsEvents, startsOf } from '#test/support/ics.ts'

/**
 * Examples of RFC 5545, 3.8.5.3, with the dates listed there. All are at 9:00 in New York, from September 2, 1997 unless
 * they say otherwise; daylight saving time ended on October 26.
 */
const examples: [rule: string, dates: string, start?: string][] = [
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '09-02 09-12 09-22 10-02 10-12'],
  ['FREQ=WEEKLY;UNTIL=19971007T130000Z;WKST=SU;BYDAY=TU', '09-02 09-09 09-16 09-23 09-30 10-07'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '09-02 09-04 09-16 09-18 09-30 10-02 10-14 10-16'],
  ['FREQ=MONTHLY;COUNT=4;BYDAY=1FR', '09-05 10-03 11-07 12-05', '1997-09-05'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', '09-28 10-29 11-28 12-29', '1997-09-28'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '09-29 10-30 11-27 12-30', '1997-09-29'],
  ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '11-04', '1993-11-02'],
  ['FREQ=YEARLY;BYYEARDAY=1,300,-31', '10-27 12-01', '1996-01-01'],
]

test('rules give the dates of RFC 5545, at the same time of day before and after the change of clocks', async () => {
  const components = examples.map(([rule, , start = '1997-09-02'], index) =>
    icsEvent(`UID:${index}`, `DTSTART;TZID=America/New_York:${start.replaceAll('-', '')}T090000`, `RRULE:${rule}`),
  )
  const window = { from: '1997-09-01T00:00:00Z', to: '1998-01-01T05:00:00Z' }
  const events = await readIcsEvents(icsCalendar(...components), { window })
  for (const [index, [rule, dates]] of examples.entries()) {
    const ofRule = events.filter(({ iCalUid }) => iCalUid === String(index))
    const expected = dates.split(' ').map((date) => `1997-${date} 09:00`)
    expect([rule, ...startsOf(ofRule, 'America/New_York')]).toEqual([rule, ...expected])
  }
})
