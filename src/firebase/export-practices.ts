import { dayOf, zonedTime } from '#domain/calendar-day.ts'
import type { Db } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { type Documents, type Ids, listsBy, noDocuments } from './export-ids.ts'
import { exportListed } from './export-lists.ts'
import { seriesOf } from './practice-document.ts'

export async function exportPractices(db: Db, ids: Ids, timeZone: string, left: string[]): Promise<Documents> {
  const rows = await db
    .selectFrom('practice')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('sample', '=', 0)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  const present = (table: 'attendance' | 'carpoolCredit') =>
    db
      .selectFrom(table)
      .innerJoin('member', 'member.id', `${table}.memberId`)
      .select([`${table}.practiceId as of`, `${table}.memberId as is`])
      .where('member.removedAt', 'is', null)
  const members = await listsBy(present('attendance').orderBy('checkedInAt').orderBy('member.id').execute())
  const carpool = await listsBy(present('carpoolCredit').orderBy('creditedAt').orderBy('member.id').execute())
  const answers = (kind: 'archer' | 'driver') =>
    listsBy(
      db
        .selectFrom('rsvp')
        .innerJoin('member', 'member.id', 'rsvp.memberId')
        .select(['rsvp.practiceId as of', 'rsvp.memberId as is'])
        .where('kind', '=', kind)
        .where('member.removedAt', 'is', null)
        .orderBy((eb) => eb.fn.coalesce('rsvp.waiting', eb.lit(-1)))
        .orderBy('rsvp.answeredAt')
        .orderBy('member.id')
        .execute(),
    )
  const [archers, drivers] = [await answers('archer'), await answers('driver')]
  const [emails, carpoolEmails] = [await exportListed(db, 'attendance'), await exportListed(db, 'carpool')]
  const documents = noDocuments()
  let renamed = 0
  for (const row of rows) {
    const uids = (lists: Map<string, string[]>) => (lists.get(row.id) ?? []).map(ids.uidOf)
    const id = ids.documentOf(row.id)
    if (id.includes('%2F')) renamed += 1
    documents[id] = {
      ...{ archers: uids(archers), drivers: uids(drivers) },
      googleEvent: eventOf(row, timeZone),
      ...{ members: uids(members), carpool: uids(carpool) },
      ...{ emails: emails.get(row.id) ?? [], carpoolEmails: carpoolEmails.get(row.id) ?? [] },
      endedEarly: row.endedEarly === 1,
      isActive: row.startedAt !== null && row.endedAt === null,
      startedAt: row.startedAt === null ? null : timestamp(row.startedAt),
      ...{ name: row.title, description: row.description, attendanceLimit: row.attendanceLimit },
      ...{ startDateTime: timestamp(row.startsAt), endDateTime: timestamp(row.endsAt) },
    }
  }
  if (renamed > 0)
    left.push(
      `the original ids of ${renamed} practices, because a document can’t have that name (a / is written as %2F).`,
    )
  return documents
}

/** The copy of the calendar's event, with what can't be told from its id. */
function eventOf(row: PracticeRow, timeZone: string) {
  const at = (instant: string) => ({ dateTime: zonedTime(instant, timeZone), timeZone })
  const day = (instant: string) => ({ date: dayOf(Date.parse(instant), timeZone) })
  const series = seriesOf(row.eventId)
  return {
    ...{ id: row.eventId, summary: row.title },
    ...(row.icalUid === `${series ?? row.eventId}@google.com` ? {} : { iCalUID: row.icalUid }),
    ...(row.originalStart === '' || series !== undefined ? {} : { originalStartTime: momentOf(row.originalStart) }),
    ...(row.cancelledAt === null ? {} : { status: 'cancelled' }),
    ...(row.location === '' ? {} : { location: row.location }),
    ...(row.description === '' ? {} : { description: row.description }),
    ...(row.organizer === '' ? {} : { organizer: { email: row.organizer } }),
    start: row.allDay === 1 ? day(row.startsAt) : at(row.startsAt),
    end: row.allDay === 1 ? day(row.endsAt) : at(row.endsAt),
  }
}

function momentOf(text: string) {
  return text.includes('T') ? { dateTime: text } : { date: text }
}

/** As node-firestore-import-export marks one. */
function timestamp(at: string) {
  const ms = Date.parse(at)
  const value = { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 }
  return { __datatype__: 'timestamp', value }
}
