import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AuditEntry, AuditFilter } from '#contract/audit.ts'
import { zonedTime } from '#domain/calendar-day.ts'
import { cleanLine } from '#domain/clean-text.ts'
import { bowNames, equipmentNames } from '#domain/club-bows.ts'
import { type Cell, csvLines, toCsv } from '#domain/export-files.ts'
import { inLine, isolated } from '#domain/isolated-text.ts'
import { type Currency, practiceBalance } from '#domain/ledger.ts'
import { semesterOf } from '#domain/semesters.ts'
import { spoken } from '#domain/text/audit-sentences.ts'
import { guestLabel } from '#domain/text/guest-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type AuditCursor, listAudit, readNames, toEntries } from '#server/features/audit/read-audit.ts'
import { listGuestVisits, toGuestVisit } from '#server/queries/guests.ts'
import { createRowMaker, listMembers } from '#server/queries/members.ts'
import { listSalesAt, toSale } from '#server/queries/sales.ts'

/** The tables officers can export. */
export const exportKinds = ['members', 'attendance', 'sales', 'ledger', 'audit'] as const
export type ExportKind = (typeof exportKinds)[number]

type ExportContext = Pick<AppContext, 'database' | 'club' | 'clock' | 'days'>
/** A header and batches of rows, so no table is ever in memory as a whole. */
type Table = { head: string[]; batches: AsyncIterable<Cell[][]> }

const atATime = 1000
const practicesAtATime = 3
const membersAtATime = 100

/** @param filter applies to the audit log only */
export function tableOf(ctx: ExportContext, kind: ExportKind, filter: AuditFilter = {}): Table {
  return kind === 'audit' ? auditTable(ctx, filter) : tables[kind](ctx)
}

const tables: Record<Exclude<ExportKind, 'audit'>, (ctx: ExportContext) => Table> = {
  members: (ctx) => ({ head: memberHead, batches: memberRows(ctx) }),
  attendance: (ctx) => ({ head: attendanceHead, batches: attendanceRows(ctx) }),
  sales: (ctx) => ({ head: salesHead, batches: salesRows(ctx) }),
  ledger: (ctx) => ({ head: ledgerHead, batches: ledgerRows(ctx) }),
}

const memberHead = [
  ...['Name', 'Email', 'Role', 'Current Pass', 'Remaining Day Passes', 'Total Paid Practices', 'Attended Practices'],
  ...[
    'Balance',
    'Bow',
    'Equipment',
    'Has car',
    'Car capacity',
    'RM01 declared',
    'Adult',
    'Pronouns',
    'Joined',
    'Member ID',
  ],
]

/** All current members as officers see them. Never includes birthdays; officers only learn who is an adult. */
async function* memberRows(ctx: ExportContext) {
  const toRow = createRowMaker(ctx)
  const rows = (await listMembers(ctx.database.db)).map(toRow)
  for (const batch of inBatches(rows, atATime))
    yield batch.map((row): Cell[] => [
      ...[row.name, row.email, row.role, row.pass, row.dayPasses, row.paidPractices, row.attended],
      practiceBalance(row),
      row.bowType && bowNames[row.bowType],
      row.personalEquipment && equipmentNames[row.personalEquipment],
      ...[yesNo(row.hasCar), row.carCapacity, yesNo(row.rm01Declared), yesNo(row.adult)],
      ...[row.pronouns.join(', '), zonedTime(row.joinedAt, ctx.club.timeZone), row.id],
    ])
}

const attendanceHead = [
  'Semester',
  'Date',
  'Practice',
  'Name',
  'Email',
  'Checked in',
  'Checked in by',
  'Reason',
  'Practice ID',
  'Member ID',
  'Guest',
  'Host',
  'Waiver signed',
]

/** One row per attendance and guest at practices that aren't deleted, oldest practice first. */
async function* attendanceRows({ database: { db }, club }: ExportContext) {
  const names = await readNames(db, { people: 'everybody', practices: [] })
  const emails = await listContacts(db)
  for (const practices of inBatches(await listAllPractices(db), practicesAtATime)) {
    const rows = await listAttendanceOf(
      db,
      practices.map(({ id }) => id),
    )
    const byPractice = Map.groupBy(rows, ({ practiceId }) => practiceId)
    const visits = await listGuestVisits(
      db,
      practices.map(({ id }) => id),
    )
    const guestsOf = Map.groupBy(visits, ({ practiceId }) => practiceId)
    yield practices.flatMap(({ id, title, startsOn }) => {
      const semester = semesterOf(startsOn, club.terms).name
      const attended = (byPractice.get(id) ?? []).map(({ memberId, checkedInAt, checkedInBy, reason }): Cell[] => [
        ...[semester, startsOn, title, names.person(memberId), emails.get(memberId) ?? ''],
        zonedTime(checkedInAt, club.timeZone),
        checkedInBy === null ? 'a list' : checkedInBy === memberId ? 'self' : names.person(checkedInBy),
        ...[reason, id, memberId, 'no', '', null],
      ])
      const guests = (guestsOf.get(id) ?? [])
        .map(toGuestVisit)
        .map((each): Cell[] => [
          ...[semester, startsOn, title, each.name || guestLabel, each.email],
          ...[zonedTime(each.enteredAt, club.timeZone), each.officer ?? officerMessages.bySomebodyGone, '', id, ''],
          ...['yes', each.host ?? '', yesNo(each.waiverSigned)],
        ])
      return [...attended, ...guests]
    })
  }
}

const salesHead = [
  ...['Date', 'Practice', 'Time', 'Name', 'Email', 'Product', 'Paid practices', 'Day passes', 'Price', 'Paid by'],
  ...['Sold by', 'Undone', 'Undone by', 'Reason', 'Practice ID', 'Member ID', 'Sale ID'],
]

/** Everything sold at the door of practices that aren't deleted, also what was undone; oldest practice first. */
async function* salesRows({ database: { db }, club }: ExportContext) {
  const emails = await listContacts(db)
  const byWhom = (officer: string | null) => officer ?? officerMessages.bySomebodyGone
  for (const practices of inBatches(await listAllPractices(db), practicesAtATime)) {
    const ids = practices.map(({ id }) => id)
    const byPractice = Map.groupBy(await listSalesAt(db, ids), ({ practiceId }) => practiceId)
    yield practices.flatMap(({ id, title, startsOn }) =>
      (byPractice.get(id) ?? [])
        .map(toSale)
        .map(({ undone, ...sale }): Cell[] => [
          ...[startsOn, title, zonedTime(sale.soldAt, club.timeZone)],
          ...[sale.name || officerMessages.bySomebodyGone, emails.get(sale.memberId) ?? '', sale.product],
          ...[sale.paidPractices, sale.dayPasses, sale.cents / 100, sale.paidBy, byWhom(sale.officer)],
          ...[undone && zonedTime(undone.at, club.timeZone), undone && byWhom(undone.officer), undone?.reason ?? ''],
          ...[id, sale.memberId, sale.id],
        ]),
    )
  }
}

const ledgerHead = ['Time', 'Name', 'Email', 'Type', 'Amount', 'Reason', 'By', 'Cause', 'Member ID']
const currencyNames: Record<Currency, string> = { 'day-passes': 'Day passes', 'paid-practices': 'Paid practices' }

/** The whole ledger, grouped by member, each group in chronological order. */
async function* ledgerRows({ database: { db }, club }: ExportContext) {
  const names = await readNames(db, { people: 'everybody', practices: [] })
  const emails = await listContacts(db)
  for (const ids of inBatches(await listMemberIds(db), membersAtATime)) {
    const rows = await listLedgerOf(db, ids)
    const byMember = Map.groupBy(rows, ({ memberId }) => memberId)
    yield ids.flatMap((id) =>
      (byMember.get(id) ?? []).map((row): Cell[] => [
        ...[zonedTime(row.at, club.timeZone), names.person(id), emails.get(id) ?? '', currencyNames[row.currency]],
        ...[row.amount, cleanLine(row.why), names.person(row.actor), row.cause, id],
      ]),
    )
  }
}

const auditHead = ['Time', 'What', 'Before', 'After', 'Reason', 'Action', 'Actor ID', 'Target', 'Request ID']

function auditTable(ctx: ExportContext, filter: AuditFilter): Table {
  return { head: auditHead, batches: auditRows(ctx, filter) }
}

/** Entries that match the filter, newest first, as on the page. */
async function* auditRows({ database: { db }, club: { timeZone } }: ExportContext, filter: AuditFilter) {
  let after: AuditCursor | null = null
  do {
    const rows = await listAudit(db, { filter, timeZone, after, most: atATime })
    const entries = await toEntries(db, rows)
    const inZone = (value: string | null) => (value !== null && isInstant(value) ? zonedTime(value, timeZone) : value)
    yield entries.map(({ at, sentence, changes, reason, requestId }, i): Cell[] => {
      const side = (of: 'before' | 'after') =>
        changes
          .flatMap((change) => (change[of] === null ? [] : inLine`${change.what}: ${inZone(change[of])}`))
          .join('; ')
      const row = rows[i]
      return [
        ...[zonedTime(at, timeZone), spoken(sentence.map(inSentence)), side('before'), side('after'), reason],
        ...[row?.action ?? '', row?.actor ?? '', row?.target ?? '', requestId],
      ]
    })
    after = rows.length === atATime ? (rows.at(-1) ?? null) : null
  } while (after !== null)
}

function* inBatches<Item>(items: Item[], size: number) {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Titles are already isolated. */
function inSentence({ text, memberId }: AuditEntry['sentence'][number]) {
  return memberId === null ? text : isolated(text)
}

function yesNo(value: boolean | null) {
  return value === null ? null : value ? 'yes' : 'no'
}

function isInstant(value: string) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
}

/** Practices that aren't deleted, oldest first. */
function listAllPractices(db: Db) {
  return db
    .selectFrom('practice')
    .select(['id', 'title', 'startsOn'])
    .where('deletedAt', 'is', null)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
}

function listAttendanceOf(db: Db, practiceIds: string[]) {
  return db
    .selectFrom('attendance')
    .selectAll()
    .where('practiceId', 'in', practiceIds)
    .orderBy('checkedInAt')
    .orderBy('memberId')
    .execute()
}

/** Everyone who may have ledger entries, including erased members, by name. */
async function listMemberIds(db: Db) {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .orderBy('nameLast')
    .orderBy('nameFirst')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

function listLedgerOf(db: Db, memberIds: string[]) {
  return db.selectFrom('ledger').selectAll().where('memberId', 'in', memberIds).orderBy('at').orderBy('id').execute()
}

/** Addresses of current members by ID. */
async function listContacts(db: Db) {
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.id', 'user.email'])
    .where('member.removedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Streams a table as chunks of CSV. */
export async function* csvPieces(head: string[], batches: AsyncIterable<Cell[][]>) {
  yield toCsv(head, [])
  for await (const rows of batches) {
    if (rows.length > 0) yield csvLines(rows)
    // SQLite reads are synchronous: yield to the event loop between batches so other requests get served.
    await yieldToEventLoop()
  }
}
