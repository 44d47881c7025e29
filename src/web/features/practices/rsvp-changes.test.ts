import { expect, test } from 'vitest'
import type { PracticeCard } from '#contract/practices.ts'
import { countsText, isFull, type Rsvp, spotsGained, waitOf, withRsvp } from './rsvp-changes.ts'

const places = { attendanceLimit: null, waiting: 0, myPosition: null }
const practice = { archers: 9, drivers: 3, seats: 7, cantCome: 0, myAnswer: 'archer', ...places } as PracticeCard
const full: PracticeCard = { ...practice, attendanceLimit: 12, waiting: 2 }
const noon = Date.parse('2026-11-24T12:00:00.000Z')
const rsvp = (card: PracticeCard, answer: Rsvp) => withRsvp(card, answer, noon)

test('an RSVP counts once, also when it changes', () => {
  expect(rsvp(practice, 'archer')).toEqual({ ...practice, myAnswerLate: false })
  expect(rsvp(practice, 'driver')).toMatchObject({ archers: 8, drivers: 4, myAnswer: 'driver' })
  expect(rsvp(practice, null)).toMatchObject({ archers: 8, drivers: 3, myAnswer: null })
  expect(rsvp({ ...practice, myAnswer: null }, 'archer')).toMatchObject({ archers: 10, drivers: 3 })
})

test('counts are written out', () => {
  expect(countsText(practice)).toBe('9 archers, 3 drivers, 7 seats')
  expect(countsText({ ...practice, archers: 1, drivers: 1, seats: 1 })).toBe('1 archer, 1 driver, 1 seat')
  expect(countsText({ archers: 0, drivers: 0, seats: 0, cantCome: 0 })).toBe('No RSVPs yet.')
  expect(countsText({ archers: 0, drivers: 0, seats: 0, cantCome: 1 })).toBe('0 archers, 0 drivers, 1 can’t come')
})

test("can't come gives up a spot or a position on the waitlist, and takes neither", () => {
  expect(rsvp(practice, 'cant-come')).toMatchObject({ archers: 8, cantCome: 1, myAnswer: 'cant-come' })
  const away: PracticeCard = { ...practice, myAnswer: 'cant-come', cantCome: 1 }
  expect(rsvp(away, 'cant-come')).toEqual({ ...away, myAnswerLate: false })
  expect(rsvp(away, 'archer')).toMatchObject({ archers: 10, cantCome: 0, myPosition: null })
  expect(rsvp(away, null)).toMatchObject({ archers: 9, cantCome: 0, myAnswer: null })
  const waits = { ...full, myAnswer: 'archer', myPosition: 1 } as const
  expect(rsvp(waits, 'cant-come')).toMatchObject({ archers: 9, waiting: 1, cantCome: 1, myPosition: null })
  const awayFromFull: PracticeCard = { ...full, myAnswer: 'cant-come', cantCome: 1 }
  expect(rsvp(awayFromFull, 'archer')).toMatchObject({ archers: 9, waiting: 3, cantCome: 0, myPosition: 3 })
  expect(rsvp(awayFromFull, null)).toMatchObject({ archers: 9, waiting: 2, cantCome: 0, myPosition: null })
})

test('where all spots are taken a new RSVP waits, and one that is changed keeps its spot or its turn', () => {
  const newcomer = { ...full, myAnswer: null }
  expect(rsvp(newcomer, 'archer')).toMatchObject({ archers: 9, waiting: 3, myAnswer: 'archer', myPosition: 3 })
  const waits = { ...full, myAnswer: 'archer', myPosition: 1 } as const
  expect(rsvp(waits, 'driver')).toMatchObject({ drivers: 3, waiting: 2, myAnswer: 'driver', myPosition: 1 })
  expect(rsvp(waits, null)).toMatchObject({ archers: 9, waiting: 1, myAnswer: null, myPosition: null })
  expect(rsvp(full, 'driver')).toMatchObject({ archers: 8, drivers: 4, waiting: 2, myPosition: null })
})

test('after the cut-off a free spot is taken by a newcomer, and by one who waits and replies again', () => {
  const promotesUntil = '2026-11-24T11:00:00.000Z'
  const free: PracticeCard = { ...full, archers: 8, promotesUntil, myAnswer: 'archer', myPosition: 2 }
  expect(rsvp(free, 'archer')).toMatchObject({ archers: 9, waiting: 1, myPosition: null })
  expect(rsvp({ ...free, myAnswer: null, myPosition: null }, 'archer')).toMatchObject({ archers: 9, waiting: 2 })
  expect(isFull(free, noon)).toBe(false)
  const before = Date.parse(promotesUntil)
  expect([waitOf(free, before), waitOf(free, noon), waitOf({ ...free, archers: 9 }, noon)]).toEqual([
    'moves',
    'free',
    'over',
  ])
  expect(withRsvp(free, 'archer', before)).toMatchObject({ archers: 8, waiting: 2, myPosition: 2 })
})

test('a reply after the deadline is late; a change of one that was in time isn’t', () => {
  const late = { ...practice, replyBy: '2026-11-24T11:00:00.000Z' }
  const lateness = (['driver', 'cant-come', null] as const).map((answer) => rsvp(late, answer).myAnswerLate)
  expect(lateness).toEqual([false, true, false])
  expect(rsvp({ ...late, myAnswer: null }, 'archer').myAnswerLate).toBe(true)
  expect(rsvp({ ...late, replyBy: '2026-11-24T12:00:00.000Z', myAnswer: null }, 'archer').myAnswerLate).toBe(false)
})

test('a spot that one waited for is news; one given up or had before is none', () => {
  const waits = { ...full, id: 'a', myAnswer: 'archer', myPosition: 1 } as const
  expect(spotsGained([waits], [{ ...waits, myPosition: null }]).map(({ id }) => id)).toEqual(['a'])
  expect(spotsGained([waits], [waits])).toEqual([])
  expect(spotsGained([waits], [{ ...waits, myAnswer: null, myPosition: null }])).toEqual([])
  expect(spotsGained([{ ...waits, myPosition: null }], [{ ...waits, myPosition: null }])).toEqual([])
})
