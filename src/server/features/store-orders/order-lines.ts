import type { Totals } from '#domain/ledger.ts'
import { decideNew, gainOf, type Outcome, storeCauses, waitReason } from '#domain/store-orders/import-plan.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { StoreLineRow } from '#server/db/schema.ts'
import { OvertakenError } from '#server/db/write.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { getMember } from '#server/queries/members.ts'

/** Imported order lines, and how they are booked. */

export function worthOfRow({ paidPractices, dayPasses }: Pick<StoreLineRow, 'paidPractices' | 'dayPasses'>) {
  return paidPractices === null && dayPasses === null
    ? null
    : { paidPractices: paidPractices ?? 0, dayPasses: dayPasses ?? 0 }
}

export function gainOfRow(row: StoreLineRow): Totals {
  return gainOf({ quantity: row.quantity, worth: worthOfRow(row) })
}

export function whyWaiting(row: StoreLineRow) {
  return row.state === 'waiting' ? waitReason({ ...row, worth: worthOfRow(row) }) : null
}

/** Locks in ID order, so concurrent callers can't deadlock. */
export function lockLines(tx: Tx, ids: string[]) {
  return tx.selectFrom('storeLine').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export function findLine(db: Db | Tx, id: string) {
  return db.selectFrom('storeLine').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Waiting lines an officer must decide about: without an owner, or of a product without a value. */
export async function countToDecide(db: Db) {
  const { lines } = await db
    .selectFrom('storeLine')
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('forEmail', 'is', null), eb('paidPractices', 'is', null)]))
    .executeTakeFirstOrThrow()
  return lines
}

type Booking = { memberId: string; actor: string }

/** Adds a line's gain to the ledger; the caller updates the row. @returns how often it has been booked, including this time */
export async function bookInLedger(
  tx: Tx,
  ctx: Pick<AppContext, 'clock'>,
  line: StoreLineRow,
  { memberId, actor }: Booking,
) {
  const times = line.times + 1
  const what = `${Math.abs(line.quantity)} × ${line.product}`
  const why = line.quantity < 0 ? `Refunded in the store: ${what}` : `Bought in the store: ${what}`
  await append(tx, ctx, gainOfRow(line), { memberId, actor, why, cause: storeCauses.booked(line, times) })
  return times
}

export async function reverseInLedger(
  tx: Tx,
  ctx: Pick<AppContext, 'clock'>,
  line: StoreLineRow,
  { memberId, actor }: Booking,
) {
  const { paidPractices, dayPasses } = gainOfRow(line)
  const cause = storeCauses.takenBack(line, line.times)
  const why = `Unassigned: ${Math.abs(line.quantity)} × ${line.product}`
  await append(tx, ctx, { paidPractices: -paidPractices, dayPasses: -dayPasses }, { memberId, actor, why, cause })
}

type Entry = { memberId: string; actor: string; why: string; cause: string }

async function append(tx: Tx, ctx: Pick<AppContext, 'clock'>, { paidPractices, dayPasses }: Totals, entry: Entry) {
  if (paidPractices !== 0) await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: paidPractices })
  if (dayPasses !== 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: dayPasses })
}

/**
 * Applies a decision to a waiting line; a line without a known owner keeps its earlier assignment. Compare-and-swap.
 * @returns whether it is booked @throws OvertakenError if the line has changed since it was read
 */
export async function settleLine(
  tx: Tx,
  ctx: Pick<AppContext, 'clock'>,
  line: StoreLineRow,
  { result, actor, byHand }: { result: Outcome; actor: string; byHand?: boolean },
) {
  if (result.outcome !== 'book' && result.outcome !== 'wait') return false
  const booked = result.outcome === 'book'
  const times = booked ? await bookInLedger(tx, ctx, line, { memberId: result.memberId, actor }) : line.times
  const isNobodys = result.memberId === null && (booked || result.forEmail === null)
  const { numUpdatedRows } = await tx
    .updateTable('storeLine')
    .set({
      state: booked ? 'booked' : 'waiting',
      ...(isNobodys ? {} : { memberId: result.memberId, forEmail: booked ? null : result.forEmail }),
      paidPractices: line.paidPractices,
      dayPasses: line.dayPasses,
      ...(byHand === undefined ? {} : { byHand: byHand ? 1 : 0 }),
      times,
      changedAt: nowAsText(ctx),
    })
    .where('id', '=', line.id)
    .where('state', '=', 'waiting')
    .where('times', '=', line.times)
    .where('changedAt', '=', line.changedAt)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new OvertakenError()
  return booked
}

export function totalsOf({ paidPractices, dayPasses }: Totals): Totals {
  return { paidPractices, dayPasses }
}

/**
 * Books all lines that wait for this address when its owner finishes the wizard, each once, in their transaction, which holds the
 * lock on the member. Buyer addresses remembered for this address now belong to the member.
 * @returns the gain and the number of lines
 */
export async function claimStoreLines(
  tx: Tx,
  ctx: AppContext,
  { memberId, email }: { memberId: string; email: string },
) {
  await tx.updateTable('storeAddress').set({ memberId, forEmail: null }).where('forEmail', '=', email).execute()
  const waiting = await tx
    .selectFrom('storeLine')
    .select('id')
    .where('forEmail', '=', email)
    .where('state', '=', 'waiting')
    .execute()
  const claimed = { paidPractices: 0, dayPasses: 0, lines: 0 }
  if (waiting.length === 0) return claimed
  const ids = waiting.map(({ id }) => id)
  const lines = (await lockLines(tx, ids)).filter((line) => line.state === 'waiting' && line.forEmail === email)
  const { paidPractices, dayPasses } = await getMember(tx, memberId)
  const totals = new Map([[memberId, { paidPractices, dayPasses }]])
  const after = new Map<string, Totals>()
  // Purchases before refunds.
  for (const line of lines.toSorted((a, b) => b.quantity - a.quantity)) {
    const result = decideNew({ ...line, worth: worthOfRow(line) }, { memberId }, after, totals)
    claimed.lines += 1
    if (!(await settleLine(tx, ctx, line, { result, actor: 'system' }))) continue
    const gain = gainOfRow(line)
    claimed.paidPractices += gain.paidPractices
    claimed.dayPasses += gain.dayPasses
  }
  return claimed
}
