import type { CalendarFindings } from '#server/features/calendar/findings.ts'
import type { TestClub } from './club.ts'

/** Stores what a reading of the calendar has left open. */
export async function plantFindings({ db, ctx }: TestClub, findings: Partial<CalendarFindings>) {
  const all = { notes: [], noted: 0, undecided: [], held: null, idChanges: [], ...findings }
  const unread = { validators: null, windowFrom: null, windowTo: null, readAt: null, failedAt: null, failure: null }
  const row = { source: ctx.calendarSource, ...unread, findings: JSON.stringify(all satisfies CalendarFindings) }
  await db
    .insertInto('calendarCache')
    .values(row)
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ findings: row.findings }))
    .execute()
}

/** Makes the practice one whose event is gone, and which could be either of two new ones. */
export async function plantUndecided(club: TestClub, practiceId: string) {
  const row = await club.db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirstOrThrow()
  const { source, originalStart, title, startsAt, endsAt, startsOn, lastOn } = row
  const copy = { source, originalStart, title, startsAt, endsAt, startsOn, lastOn }
  const names = ['new-one', 'new-two'].map((eventId) => ({ eventId, key: eventId, icalUid: eventId }))
  const candidates = names.map((ids) => ({ ...copy, ...ids, location: 'Hall', allDay: row.allDay === 1 }))
  await plantFindings(club, { undecided: [{ practiceId, candidates }] })
}
