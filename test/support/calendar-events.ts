import { expect } from 'vitest'
import type { CalendarEvent } from '#domain/calendar-sync.ts'
import type { CalendarReading } from '#server/features/calendar/calendar-source.ts'

/** The reading, which must be an answer. */
export function answerOf(reading: CalendarReading) {
  if (reading.outcome !== 'answer') throw new Error(`not an answer: ${JSON.stringify(reading)}`)
  return reading
}

/** How it failed, which it must have. */
export function failureOf(reading: CalendarReading) {
  if (reading.outcome !== 'failure') throw new Error(`not a failure: ${reading.outcome}`)
  return reading.failure
}

/**
 * Reads many spoiled bodies, each of which has to end in well-formed events or in the failure of a bad answer.
 * Readings of both kinds, and notes of what was left out, have to come up.
 */
export async function expectSoundReadings(runs: number, readNext: () => Promise<[body: string, CalendarReading]>) {
  const seen = { answer: 0, failure: 0, noted: 0 }
  for (let run = 0; run < runs; run++) {
    const [body, reading] = await readNext()
    if (reading.outcome === 'failure') {
      seen.failure += 1
      expect([body, reading.failure.kind]).toEqual([body, 'bad-answer'])
    } else {
      const { answer, noted } = answerOf(reading)
      seen.answer += 1
      seen.noted += noted.count
      expectWellFormed(answer.events)
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(runs / 20)
}

const day = /^\d{4}-\d\d-\d\d$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const isMoment = (moment: object) =>
  'on' in moment ? day.test(String(moment.on)) : 'at' in moment && instant.test(String(moment.at))

/** An all-day event lasts a day or more, and another one has no end that isn't after its start. */
function lasts({ start, end }: CalendarEvent) {
  if ('on' in start) return end !== null && 'on' in end && end.on > start.on
  return end === null || ('at' in end && end.at > start.at)
}

/** Expects events that the rest of the app can rely on, no matter what the calendar contained. */
function expectWellFormed(events: CalendarEvent[]) {
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  for (const event of events) {
    expect(isMoment(event.start) && (event.end === null || isMoment(event.end))).toBe(true)
    expect(lasts(event)).toBe(true)
    expect(event.originalStart === null || isMoment(event.originalStart)).toBe(true)
    expect(['confirmed', 'cancelled']).toContain(event.status)
    const texts = [event.id, event.iCalUid, event.summary, event.location, event.description, event.organizer]
    expect(texts.every((text) => typeof text === 'string' && text.isWellFormed() && !text.includes('\u0000'))).toBe(
      true,
    )
    expect(texts.join('')).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
    expect([event.summary.length <= 300, event.location.length <= 500, event.description.length <= 5000]).not.toContain(
      false,
    )
  }
}
