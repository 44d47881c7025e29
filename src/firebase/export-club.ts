import { dayOf, zonedTime } from '#domain/calendar-day.ts'
import type { HashConfig } from '#firebase/documents/account-document.ts'
import type { Db } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { asDocumentId, type Document, type Documents, type Ids, listsBy, noDocuments, readIds } from './export-ids.ts'
import { exportPeople, type Picture } from './export-people.ts'
import { seriesOf } from './practice-document.ts'

/** The club in the old app's document format, and a list of what the format can't hold. */
export type ExportedClub = {
  collections: { users: Documents; practices: Documents; settings: Documents; emailPaidCounts: Documents }
  /**
   * `accounts` have passwords in Firebase's own scrypt; `standardAccounts` have ours, which Firebase imports separately
   * under its STANDARD_SCRYPT algorithm.
   */
  accounts: Document[]
  standardAccounts: Document[]
  hashConfig: HashConfig | null
  pictures: Picture[]
  left: string[]
}

/** Exports the whole club. Pass a connection with a consistent snapshot. */
export async function exportClub(db: Db, timeZone: string): Promise<ExportedClub> {
  const ids = await readIds(db)
  const left: string[] = []
  const { users, accounts, standardAccounts, hashConfig, pictures } = await exportPeople(db, ids, left)
  const practices = await exportPractices(db, ids, timeZone, left)
  const live = Object.entries(practices).find(([, { isActive }]) => isActive === true)
  const active = { isActive: live !== undefined, practiceId: live?.[0] ?? null, startedAt: live?.[1].startedAt ?? null }
  const emailPaidCounts = await exportPaid(db, left)
  await countLeftOut(db, left)
  return {
    collections: { users, practices, settings: { activePractice: active }, emailPaidCounts },
    accounts,
    standardAccounts,
    hashConfig,
    pictures,
    left,
  }
}

/** Adds to `left` the counts of records that the old app's format can't hold. */
async function countLeftOut(db: Db, left: string[]) {
  const count = async (rows: Promise<{ n: number } | undefined>) => (await rows)?.n ?? 0
  const all = (table: 'scorecard' | 'noShowExcuse' | 'sale' | 'ledger' | 'audit') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst()
  const removed = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('removedAt', 'is not', null)
  const deleted = db
    .selectFrom('practice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('sample', '=', 1)]))
  const waiting = db
    .selectFrom('rsvp')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('waiting', 'is not', null)
  const cantCome = db.selectFrom('cantCome').select((eb) => eb.fn.countAll<number>().as('n'))
  const withdrawals = db.selectFrom('lateWithdrawal').select((eb) => eb.fn.countAll<number>().as('n'))
  const guests = db
    .selectFrom('preRegistration')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('guestId', 'is not', null)
  const deadlines = db
    .selectFrom('practice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('replyDeadlineHours', 'is not', null)
  const modes = db
    .selectFrom('practice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('checkInMode', 'in', ['code', 'officer'])
  const rm01 = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('rm01Until', 'is not', null)
  const showing = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('showGoing', 'is not', null)
  const lines = db
    .selectFrom('storeLine')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', 'waiting')
  const found: [number, string][] = [
    [await count(removed.executeTakeFirst()), 'removed members, with their attendance.'],
    [await count(deleted.executeTakeFirst()), 'deleted practices and samples.'],
    [await count(all('scorecard')), 'scorecards.'],
    [await count(waiting.executeTakeFirst()), 'spots on waitlists: exported as ordinary RSVPs.'],
    [await count(cantCome.executeTakeFirst()), '“Can’t come” RSVPs: the old app has no list for them.'],
    [await count(withdrawals.executeTakeFirst()), 'late withdrawals from practices.'],
    [await count(guests.executeTakeFirst()), 'visits of guests.'],
    [await count(deadlines.executeTakeFirst()), 'reply deadlines of practices.'],
    [await count(all('noShowExcuse')), 'excused no-shows.'],
    [await count(modes.executeTakeFirst()), 'practices with another check-in than a tap.'],
    [await count(rm01.executeTakeFirst()), 'RM01 approvals.'],
    [await count(showing.executeTakeFirst()), 'choices to show other members who’s going, or not to.'],
    [await count(lines.executeTakeFirst()), 'store orders that need review.'],
    [await count(all('sale')), 'sales at the door: only what they added.'],
    [await count(all('ledger')), 'ledger entries: only their totals.'],
    [await count(all('audit')), 'audit log entries.'],
  ]
  for (const [n, what] of found) if (n > 0) left.push(`${n.toLocaleString('en-US')} ${what}`)
}

async function exportPractices(db: Db, ids: Ids, timeZone: string, left: string[]): Promise<Documents> {
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
  const rsvps = (kind: 'archer' | 'driver') =>
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
  const [archers, drivers] = [await rsvps('archer'), await rsvps('driver')]
  const [emails, carpoolEmails] = [await exportListed(db, 'attendance'), await exportListed(db, 'carpool')]
  const documents = noDocuments()
  let renamed = 0
  for (const row of rows) {
    const uids = (lists: Map<string, string[]>) => (lists.get(row.id) ?? []).map(ids.uidOf)
    const id = ids.documentOf(row.id)
    if (id.includes('%2F')) renamed += 1
    documents[id] = {
      archers: uids(archers),
      drivers: uids(drivers),
      googleEvent: eventOf(row, timeZone),
      members: uids(members),
      carpool: uids(carpool),
      emails: emails.get(row.id) ?? [],
      carpoolEmails: carpoolEmails.get(row.id) ?? [],
      endedEarly: row.endedEarly === 1,
      isActive: row.startedAt !== null && row.endedAt === null,
      startedAt: row.startedAt === null ? null : timestamp(row.startedAt),
      name: row.title,
      description: row.description,
      attendanceLimit: row.attendanceLimit,
      startDateTime: timestamp(row.startsAt),
      endDateTime: timestamp(row.endsAt),
    }
  }
  if (renamed > 0)
    left.push(
      `the original ids of ${renamed} practices, because a document can’t have that name (a / is written as %2F).`,
    )
  return documents
}

/** A copy of the calendar event, without the fields that follow from its id. */
function eventOf(row: PracticeRow, timeZone: string) {
  const at = (instant: string) => ({ dateTime: zonedTime(instant, timeZone), timeZone })
  const day = (instant: string) => ({ date: dayOf(Date.parse(instant), timeZone) })
  const series = seriesOf(row.eventId)
  return {
    id: row.eventId,
    summary: row.title,
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

/** In the format of node-firestore-import-export. */
function timestamp(at: string) {
  const ms = Date.parse(at)
  const value = { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 }
  return { __datatype__: 'timestamp', value }
}

/**
 * The pre-registered addresses by practice: those still waiting, and those claimed by a current member. Other claimed
 * ones would be granted again to anyone who signs up with the address after a new import.
 */
function exportListed(db: Db, kind: 'attendance' | 'carpool') {
  const table = kind === 'attendance' ? 'attendance' : 'carpoolCredit'
  return listsBy(
    db
      .selectFrom('preRegistration')
      .select(['practiceId as of', 'email as is'])
      .where('kind', '=', kind)
      .where('practiceId', 'is not', null)
      .where('guestId', 'is', null)
      .where((eb) => {
        const owner = eb
          .selectFrom(table)
          .innerJoin('member', 'member.id', `${table}.memberId`)
          .innerJoin('user', 'user.id', 'member.id')
          .select('member.id')
          .whereRef(`${table}.practiceId`, '=', 'preRegistration.practiceId')
          .whereRef('user.email', '=', 'preRegistration.email')
          .where('member.removedAt', 'is', null)
          .where('member.hasLoggedIn', '=', 1)
        return eb.or([eb('consumedAt', 'is', null), eb.exists(owner)])
      })
      .orderBy('email')
      .$narrowType<{ of: string }>()
      .execute(),
  )
}

/** The paid practices by address, with the same rule as `exportListed`. */
async function exportPaid(db: Db, left: string[]): Promise<Documents> {
  const rows = await db
    .selectFrom('preRegistration')
    .select(['email', 'paid', 'dayPasses', 'consumedAt'])
    .where('kind', '=', 'paid')
    .where((eb) => {
      const owner = eb
        .selectFrom('user')
        .innerJoin('member', 'member.id', 'user.id')
        .select('member.id')
        .whereRef('user.email', '=', 'preRegistration.email')
        .where('member.removedAt', 'is', null)
        .where('member.hasLoggedIn', '=', 1)
      return eb.or([eb('consumedAt', 'is', null), eb.exists(owner)])
    })
    .orderBy('email')
    .execute()
  const documents = noDocuments()
  for (const [email, theirs] of Map.groupBy(rows, (row) => row.email)) {
    const open = theirs.filter(({ consumedAt }) => consumedAt === null)
    const paid = (open.length > 0 ? open : theirs).reduce((sum, row) => sum + (row.paid ?? 0), 0)
    if (paid > 0) documents[asDocumentId(email)] = { paid }
  }
  const waiting = rows.filter(({ dayPasses, consumedAt }) => dayPasses > 0 && consumedAt === null).length
  if (waiting > 0) left.push(`the day passes waiting for ${waiting} emails.`)
  return documents
}
