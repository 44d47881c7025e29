import type { PracticeCard } from '#contract/practices.ts'
import { type ClubBows, noClubBows } from '#domain/club-bows.ts'
import { startableFrom } from '#domain/practices.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { type Answers, noAnswers, type OwnAnswer } from './rsvp-queries.ts'

/** A practice as members see it on their screens. @param facts.clubBows for officers; null for members */
export function toCard(
  row: PracticeRow,
  facts: {
    answers: Map<string, Answers>
    mine: Map<string, OwnAnswer>
    startWindowMinutes: number
    clubBows: Map<string, ClubBows> | null
  },
): PracticeCard {
  const mine = facts.mine.get(row.id)
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
    ...(facts.answers.get(row.id) ?? noAnswers),
    clubBows: facts.clubBows && (facts.clubBows.get(row.id) ?? noClubBows),
    attendanceLimit: row.attendanceLimit,
    myAnswer: mine?.kind ?? null,
    myPosition: mine?.position ?? null,
  }
}
