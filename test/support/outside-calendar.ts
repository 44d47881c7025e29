import type { CalendarFindings } from '#server/features/calendar/findings.ts'
import type { TestClub } from './club.ts'

/** Stores what a reading of the calendar has left open. */
export async function plantFindings({ db, ctx }: TestClub, findings: Partial<CalendarFindings>) {
  const all = { notes: [], noted: 0, undecided: [], held: null, idChanges: [], ...findings }
  const row = {
    source: ctx.calendarSource,
    validators: null,
    windowFrom: null,
    windowTo: null,
    readAt: null,
    failedAt: null,
    failure: null,
    findings: JSON.stringify(all satisfies CalendarFindings),
  }
  await db
    .insertInto('calendarCache')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ findings: row.findings }))
    .execute()
}

/** A practice whose event could be one of several. @returns its id */
export async function plantUndecided(club: TestClub, startsAt = '2026-12-08T23:00:00.000Z') {
  const endsAt = new Date(Date.parse(startsAt) + 7_200_000).toISOString()
  const practiceId = await club.practice({ title: 'Undecided', startsAt, endsAt })
  const copy = {
    source: club.ctx.calendarSource,
    icalUid: 'new',
    originalStart: '',
    title: 'Undecided',
    location: 'Hall',
    description: '',
    organizer: '',
    startsAt,
    endsAt,
    allDay: false,
    startsOn: startsAt.slice(0, 10),
    lastOn: startsAt.slice(0, 10),
  }
  const candidates = ['new-one', 'new-two'].map((eventId) => ({ ...copy, eventId }))
  await plantFindings(club, { undecided: [{ practiceId, candidates }] })
  return practiceId
}
