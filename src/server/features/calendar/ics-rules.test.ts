import { describe, expect, test } from 'vitest'
import { icsCalendar, icsEvent, readIcsEvents, startsOf } from '#test/support/ics.ts'

/**
 * The examples of RFC 5545, 3.8.5.3, with the dates listed there. All are at 9:00 in New York, from September 2, 1997
 * unless they say otherwise; daylight saving time ended on October 26.
 */
const examples: { rule: string; start?: string; dates: string[] }[] = [
  { rule: 'FREQ=DAILY;COUNT=10', dates: days('1997-09', 2, 11) },
  { rule: 'FREQ=DAILY;UNTIL=19971224T000000Z', dates: daily('1997-09-02', '1997-12-23') },
  {
    rule: 'FREQ=DAILY;INTERVAL=10;COUNT=5',
    dates: ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'],
  },
  { rule: 'FREQ=WEEKLY;COUNT=10', dates: weekly('1997-09-02', 10) },
  { rule: 'FREQ=WEEKLY;UNTIL=19971224T000000Z', dates: weekly('1997-09-02', 17) },
  { rule: 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', dates: merge(weekly('1997-09-02', 5), weekly('1997-09-04', 5)) },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    start: '1997-09-01',
    dates: merge(weekly('1997-09-01', 9, 2), weekly('1997-09-03', 8, 2), weekly('1997-09-05', 8, 2)),
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    dates: merge(weekly('1997-09-02', 4, 2), weekly('1997-09-04', 4, 2)),
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=4;BYDAY=1FR',
    start: '1997-09-05',
    dates: ['1997-09-05', '1997-10-03', '1997-11-07', '1997-12-05'],
  },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU',
    start: '1997-09-07',
    dates: ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30'],
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=4;BYDAY=-2MO',
    start: '1997-09-22',
    dates: ['1997-09-22', '1997-10-20', '1997-11-17', '1997-12-22'],
  },
  {
    rule: 'FREQ=MONTHLY;BYMONTHDAY=-3',
    start: '1997-09-28',
    dates: ['1997-09-28', '1997-10-29', '1997-11-28', '1997-12-29'],
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=8;BYMONTHDAY=2,15',
    dates: [
      '1997-09-02',
      '1997-09-15',
      '1997-10-02',
      '1997-10-15',
      '1997-11-02',
      '1997-11-15',
      '1997-12-02',
      '1997-12-15',
    ],
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=7;BYMONTHDAY=1,-1',
    start: '1997-09-30',
    dates: ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01', '1997-11-30', '1997-12-01', '1997-12-31'],
  },
  {
    rule: 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    start: '1997-09-04',
    dates: ['1997-09-04', '1997-10-07', '1997-11-06'],
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    start: '1997-09-29',
    dates: ['1997-09-29', '1997-10-30', '1997-11-27', '1997-12-30'],
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    start: '1997-09-13',
    dates: ['1997-09-13', '1997-10-11', '1997-11-08', '1997-12-13'],
  },
  {
    rule: 'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    start: '1993-11-02',
    dates: ['1997-11-04'],
  },
  { rule: 'FREQ=YEARLY;BYYEARDAY=1,300,-31', start: '1996-01-01', dates: ['1997-10-27', '1997-12-01'] },
  { rule: 'FREQ=YEARLY;BYWEEKNO=50;BYDAY=MO', start: '1996-05-12', dates: ['1997-12-08'] },
  { rule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;BYMONTH=10;COUNT=3', start: '1997-10-01', dates: days('1997-10', 1, 3) },
]

test('rules give the dates of RFC 5545, at the same time of day before and after the change of clocks', async () => {
  const components = examples.map(({ rule, start = '1997-09-02' }, index) =>
    icsEvent(`UID:${index}`, `DTSTART;TZID=America/New_York:${start.replaceAll('-', '')}T090000`, `RRULE:${rule}`),
  )
  const window = { from: '1997-09-01T00:00:00Z', to: '1998-01-01T05:00:00Z' }
  const events = await readIcsEvents(icsCalendar(...components), { window })
  for (const [index, { rule, dates }] of examples.entries()) {
    const starts = startsOf(
      events.filter(({ iCalUid }) => iCalUid === String(index)),
      'America/New_York',
    )
    expect([rule, ...starts]).toEqual([rule, ...dates.map((date) => `${date} 09:00`)])
  }
})

describe('two rules in one event', () => {
  test('give the dates of both', async () => {
    const lines = ['DTSTART:20261005T220000Z', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=MONTHLY;COUNT=2']
    const events = await readIcsEvents(icsCalendar(icsEvent(...lines)))
    expect(startsOf(events, 'UTC')).toEqual(['2026-10-05 22:00', '2026-10-12 22:00', '2026-11-05 22:00'])
  })
})

function days(month: string, first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => `${month}-${String(first + index).padStart(2, '0')}`)
}

function daily(first: string, last: string) {
  const begin = Temporal.PlainDate.from(first)
  return Array.from({ length: begin.until(last).days + 1 }, (_, index) => begin.add({ days: index }).toString())
}

function weekly(first: string, count: number, interval = 1) {
  const begin = Temporal.PlainDate.from(first)
  return Array.from({ length: count }, (_, index) => begin.add({ weeks: index * interval }).toString())
}

function merge(...lists: string[][]) {
  return lists.flat().sort()
}
