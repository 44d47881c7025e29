import type { PracticeCard } from '#contract/practices.ts'
import { startableFrom } from '#domain/practices.ts'
import type { RsvpKind } from '#domain/rsvp.ts'
import type { PracticeRow } from '../db/schema.ts'
import type { Answers } from './queries.ts'

/** A practice as members see it on their screens. */
export function toCard(
  row: PracticeRow,
  facts: { answers: Map<string, Answers>; mine: Map<string, RsvpKind>; startWindowMinutes: number },
): PracticeCard {
  const { archers = 0, drivers = 0, seats = 0 } = facts.answers.get(row.id) ?? {}
  return {
    id: row.id,
    title: row.title,
    location: row.location,
    description: row.description,
    organizer: row.organizer,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    allDay: row.allDay === 1,
    startsOn: row.startsOn,
    lastOn: row.lastOn,
    startableFrom: startableFrom(row, facts.startWindowMinutes),
    cancelled: row.cancelledAt !== null,
    sample: row.sample === 1,
    archers,
    drivers,
    seats,
    myAnswer: facts.mine.get(row.id) ?? null,
  }
}
