import { expect, test } from 'vitest'
import { icsCalendar, icsEvent, readEventsOf, readIcsEvents, startsOf } from '#test/support/ics.ts'

/**
 * The examples of RFC 5545, 3.8.5.3, with the dates listed there, without the year where it is 1997. All are at 9:00 in
 * New York, from September 2, 1997 unless they say otherwise; daylight saving time ended on October 26.
 */
const examples: { rule: string; start?: string; dates: string[] }[] = [
  { rule: 'FREQ=DAILY;COUNT=10', dates: daily('09-02', 10) },
  { rule: 'FREQ=DAILY;UNTIL=19971224T000000Z', dates: daily('09-02', 113) },
  { rule: 'FREQ=DAILY;INTERVAL=10;COUNT=5', dates: ['09-02', '09-12', '09-22', '10-02', '10-12'] },
  { rule: 'FREQ=WEEKLY;COUNT=10', dates: weekly(['09-02'], 10) },
  { rule: 'FREQ=WEEKLY;UNTIL=19971224T000000Z', dates: weekly(['09-02'], 17) },
  { rule: 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', dates: weekly(['09-02', '09-04'], 5) },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    start: '09-01',
    dates: [...weekly(['09-01', '09-03', '09-05'], 8, 2), '12-22'],
  },
  { rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', dates: weekly(['09-02', '09-04'], 4, 2) },
  { rule: 'FREQ=MONTHLY;COUNT=4;BYDAY=1FR', start: '09-05', dates: ['09-05', '10-03', '11-07', '12-05'] },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU',
    start: '09-07',
    dates: ['09-07', '09-28', '11-02', '11-30'],
  },
  { rule: 'FREQ=MONTHLY;COUNT=4;BYDAY=-2MO', start: '09-22', dates: ['09-22', '10-20', '11-17', '12-22'] },
  { rule: 'FREQ=MONTHLY;BYMONTHDAY=-3', start: '09-28', dates: ['09-28', '10-29', '11-28', '12-29'] },
  {
    rule: 'FREQ=MONTHLY;COUNT=8;BYMONTHDAY=2,15',
    dates: ['09-02', '09-15', '10-02', '10-15', '11-02', '11-15', '12-02', '12-15'],
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=7;BYMONTHDAY=1,-1',
    start: '09-30',
    dates: ['09-30', '10-01', '10-31', '11-01', '11-30', '12-01', '12-31'],
  },
  { rule: 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', start: '09-04', dates: ['09-04', '10-07', '11-06'] },
  {
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    start: '09-29',
    dates: ['09-29', '10-30', '11-27', '12-30'],
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    start: '09-13',
    dates: ['09-13', '10-11', '11-08', '12-13'],
  },
  {
    rule: 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    start: '1993-11-02',
    dates: ['11-04'],
  },
  { rule: 'FREQ=YEARLY;BYYEARDAY=1,300,-31', start: '1996-01-01', dates: ['10-27', '12-01'] },
  { rule: 'FREQ=YEARLY;BYWEEKNO=50;BYDAY=MO', start: '1996-05-12', dates: ['12-08'] },
  { rule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=10;COUNT=3', start: '10-01', dates: daily('10-01', 3) },
]

test('rules give the dates of RFC 5545, at the same time of day before and after the change of clocks', async () => {
  const components = examples.map(({ rule, start = '09-02' }, index) => {
    const date = start.length === 5 ? `1997-${start}` : start
    return icsEvent(`UID:${index}`, `DTSTART;TZID=America/New_York:${date.replaceAll('-', '')}T090000`, `RRULE:${rule}`)
  })
  const window = { from: '1997-09-01T00:00:00Z', to: '1998-01-01T05:00:00Z' }
  const events = await readIcsEvents(icsCalendar(...components), { window })
  for (const [index, { rule, dates }] of examples.entries()) {
    const ofRule = events.filter(({ iCalUid }) => iCalUid === String(index))
    expect([rule, ...startsOf(ofRule, 'America/New_York')]).toEqual([
      rule,
      ...dates.map((date) => `1997-${date} 09:00`),
    ])
  }
})

test('two rules in one event give the dates of both', async () => {
  const rules = ['RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=2']
  const events = await readEventsOf(icsEvent('DTSTART:20261005T220000Z', ...rules))
  expect(startsOf(events, 'UTC')).toEqual(['2026-10-05 22:00', '2026-10-12 22:00', '2026-11-05 22:00'])
})

function daily(first: string, count: number, stepDays = 1) {
  const begin = Temporal.PlainDate.from(`1997-${first}`)
  return Array.from({ length: count }, (_, index) =>
    begin
      .add({ days: index * stepDays })
      .toString()
      .slice(5),
  )
}

/** As many weeks of each of these days, in order. */
function weekly(firsts: string[], weeks: number, interval = 1) {
  return firsts.flatMap((first) => daily(first, weeks, 7 * interval)).sort()
}
