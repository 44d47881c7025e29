import type { ExpressionBuilder } from 'kysely'
import type { LedgerLine, MemberRow, RemovedMember } from '#contract/members.ts'
import { addDays } from '#domain/calendar-day.ts'
import { cleanLine } from '#domain/clean-text.ts'
import { endingWithinDays, rm01Of } from '#domain/drivers.ts'
import { totalOf } from '#domain/ledger.ts'
import { erasableFrom, erasedFrom } from '#domain/members.ts'
import { displayName, firstName, nameOrNull } from '#domain/names.ts'
import { effectivePass } from '#domain/passes.ts'
import { isAdult } from '#domain/profile.ts'
import { isOfficer } from '#domain/roles.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { AppContext } from '#server/context.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { MemberRow as MemberColumns, Schema } from '#server/db/schema.ts'
import { officersOnly, signedOut } from '#server/http/errors.ts'
import { deletedPractices } from './practices.ts'

const ofId = compiledOne((db, { id }: { id: string }) => db.selectFrom('member').selectAll().where('id', '=', id))

export async function getMember(db: Db | Tx, memberId: string) {
  return there(await ofId(db, { id: memberId }))
}

/** Undefined for a removed member. */
export async function findMember(db: Db | Tx, memberId: string) {
  return unlessRemoved(await ofId(db, { id: memberId }))
}

/** The same, locked until the transaction ends. */
export async function lockIfPresent(tx: Tx, memberId: string) {
  return unlessRemoved(await toLock(tx, { id: memberId }))
}

function unlessRemoved(row: MemberColumns | undefined) {
  return row?.removedAt === null ? row : undefined
}

function there<Row>(row: Row | undefined) {
  if (row === undefined) throw new Error('a member is not there')
  return row
}

/** Undefined for removed members, and for a name that has nothing to see. */
export async function findFirstName(db: Db, memberId: string) {
  const row = await db
    .selectFrom('member')
    .select('nameFirst')
    .where('id', '=', memberId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return (row && firstName(row)) || undefined
}

const toLock = compiledOne((db, { id }: { id: string }) =>
  db.selectFrom('member').selectAll().where('id', '=', id).forUpdate(),
)

/**
 * A member's row, locked until the transaction ends. @throws UNAUTHORIZED if they were removed since the session lookup, so that
 * nothing is written to a removed or erased record (T11)
 */
export async function lockMember(tx: Tx, memberId: string) {
  const row = there(await toLock(tx, { id: memberId }))
  if (row.removedAt !== null) throw signedOut()
  return row
}

/**
 * Locks an officer's own row for something that only officers may do. @throws FORBIDDEN if the role was taken from them since the
 * session lookup
 */
export async function lockOfficer(tx: Tx, memberId: string) {
  const officer = await lockIfPresent(tx, memberId)
  if (officer === undefined || !isOfficer(officer)) throw officersOnly()
}

const toLockTogether = compiled((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('member')
    .select(['id', 'pass', 'passUsedAt', 'dayPasses'])
    .where('id', 'in', ids)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate(),
)

/** The passes and day passes of those members who weren't removed, by ID. Locked in ID order, so concurrent callers can't deadlock. */
export async function lockMembers(tx: Tx, ids: string[]) {
  return new Map((await toLockTogether(tx, { ids })).map((row) => [row.id, row]))
}

/** Officers who can sign in. Locked in ID order, so concurrent callers can't deadlock. */
export function lockActingOfficers(tx: Tx) {
  return actingOfficers(tx).forUpdate('member').execute()
}

/** The same without a lock. */
export function actingOfficers(db: Db | Tx) {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select('member.id')
    .where('member.role', '=', 'Officer')
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
    .orderBy('member.id')
}

/** A member, removed or not, with address and verification; locked until the transaction ends. */
export function lockRoleHolder(tx: Tx, id: string) {
  return tx
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .selectAll('member')
    .select(['user.email', 'user.emailVerified'])
    .where('member.id', '=', id)
    .forUpdate('member')
    .executeTakeFirst()
}

/** Attendance count of the query's member. A correlated subquery is faster here than joining grouped counts. */
export function attended(eb: ExpressionBuilder<Schema, 'member'>) {
  return eb
    .selectFrom('attendance')
    .select((count) => count.fn.countAll<number>().as('attended'))
    .whereRef('attendance.memberId', '=', 'member.id')
    .where('attendance.practiceId', 'not in', deletedPractices())
}

function presentOnes(db: Db) {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
}

/** How many members have attended more practices than they have paid for. */
export async function countOutstanding(db: Db) {
  const { outstanding } = await presentOnes(db)
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('attendance')
          .select('memberId')
          .select((count) => count.fn.countAll<number>().as('attended'))
          .where('practiceId', 'not in', deletedPractices())
          .groupBy('memberId')
          .as('each'),
      (join) => join.onRef('each.memberId', '=', 'member.id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('outstanding'))
    .where((eb) => eb(eb.fn.coalesce('each.attended', eb.lit(0)), '>', eb.ref('member.paidPractices')))
    .executeTakeFirstOrThrow()
  return outstanding
}

/** How many driver approvals (form RM01) expire soon. @param today the club's local day */
export async function countRm01Ending(db: Db, today: string) {
  const { ending } = await presentOnes(db)
    .select((eb) => eb.fn.countAll<number>().as('ending'))
    .where('member.rm01Until', '>=', today)
    .where('member.rm01Until', '<=', addDays(today, endingWithinDays))
    .executeTakeFirstOrThrow()
  return ending
}

/** Members with a verified address who weren't removed, with their attendance count. */
function presentMembers(db: Db) {
  return presentOnes(db)
    .select(['member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl', 'member.pronouns'])
    .select(['member.role', 'member.pass', 'member.passUsedAt', 'member.dayPasses', 'member.paidPractices'])
    .select(['member.hasCar', 'member.carCapacity', 'member.rm01Completed', 'member.rm01Until'])
    .select(['member.bowType', 'member.personalEquipment'])
    .select(['member.birthday', 'member.createdAt', 'user.email'])
    .select((eb) => attended(eb).as('attended'))
}

/** All present members by name. */
export function listMembers(db: Db) {
  return presentMembers(db).orderBy('member.nameLast').orderBy('member.nameFirst').orderBy('member.id').execute()
}

/** One page of present members, in ID order so that edits don't shift pages. */
export function listMembersById(db: Db, { after, most }: { after: string; most: number }) {
  return presentMembers(db).where('member.id', '>', after).orderBy('member.id').limit(most).execute()
}

export function findPresent(db: Db, id: string) {
  return presentMembers(db).where('member.id', '=', id).executeTakeFirst()
}

/** Removed but not yet erased, latest first. */
export function listRemoved(db: Db) {
  return db
    .selectFrom('member')
    .select(['id', 'nameFirst', 'nameLast', 'removedEmail', 'removedAt'])
    .where('removedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .orderBy('removedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** A member's ledger in chronological order. */
export function listLedger(db: Db, memberId: string) {
  return db
    .selectFrom('ledger')
    .leftJoin('member as actor', (join) =>
      join.onRef('actor.id', '=', 'ledger.actor').on('actor.removedAt', 'is', null),
    )
    .select(['ledger.id', 'ledger.at', 'ledger.currency', 'ledger.amount', 'ledger.why', 'ledger.actor'])
    .select(['actor.nameFirst', 'actor.nameLast'])
    .where('ledger.memberId', '=', memberId)
    .orderBy('ledger.at')
    .orderBy('ledger.id')
    .execute()
}

type Listed = Awaited<ReturnType<typeof listMembers>>[number]

/** Maps a member to what officers may see: whether they are an adult, but not the birthday. */
export function createRowMaker({ days, clock }: Pick<AppContext, 'days' | 'clock'>) {
  const startOfToday = days.startOfToday(clock.now())
  const today = days.today(clock.now())
  const pronounsIn = new Map<string, string[]>()
  function pronounsOf({ pronouns }: Listed) {
    const known = pronounsIn.get(pronouns) ?? JSON.parse(pronouns)
    pronounsIn.set(pronouns, known)
    return known
  }
  return (row: Listed): MemberRow => ({
    id: row.id,
    name: displayName(row),
    email: row.email,
    pictureUrl: row.pictureUrl,
    pronouns: pronounsOf(row),
    role: row.role,
    pass: effectivePass(row, startOfToday),
    dayPasses: row.dayPasses,
    paidPractices: row.paidPractices,
    attended: row.attended ?? 0,
    bowType: row.bowType,
    personalEquipment: row.personalEquipment,
    hasCar: row.hasCar === 1,
    carCapacity: row.carCapacity,
    rm01Declared: row.rm01Completed === 1,
    rm01Until: row.rm01Until,
    rm01: rm01Of({ hasCar: row.hasCar === 1, rm01Declared: row.rm01Completed === 1, rm01Until: row.rm01Until }, today),
    adult: isAdult(row.birthday, today),
    joinedAt: row.createdAt,
  })
}

export function toRemoved(row: Awaited<ReturnType<typeof listRemoved>>[number]): RemovedMember {
  const removedAt = row.removedAt ?? ''
  return {
    id: row.id,
    name: displayName(row),
    email: row.removedEmail ?? '',
    removedAt,
    erasableFrom: erasableFrom(removedAt),
    erasedFrom: erasedFrom(removedAt),
  }
}

/** Ledger entries with the running balance, newest first, like a bank statement. */
export function toStatement(rows: Awaited<ReturnType<typeof listLedger>>): LedgerLine[] {
  const totals = { dayPasses: 0, paidPractices: 0 }
  return rows
    .map(({ nameFirst, nameLast, actor, ...line }) => {
      totals[totalOf[line.currency]] += line.amount
      const name = nameOrNull({ nameFirst, nameLast }) ?? officerMessages.bySomebodyGone
      const by = actor === 'system' || actor === 'command' ? officerMessages.byTheClub : name
      return { ...line, why: cleanLine(line.why), balance: totals[totalOf[line.currency]], by }
    })
    .reverse()
}
