import { randomUUID } from 'node:crypto'
import { causes, type Totals } from '#domain/ledger.ts'
import { effectivePass } from '#domain/passes.ts'
import { decideSale, decideUndo, keptOf, leftOf, productsForSale } from '#domain/sales.ts'
import { decideScan } from '#domain/scans.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { type SaleCheckIn, saleRefusals, saleWhys } from '#domain/text/sale-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { enterScanned, removeScanned } from '#server/features/attendance/enter-scanned.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'
import { missing, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { findAttendance } from '#server/queries/attendance.ts'
import { lockIfPresent, lockOfficer, lockRoleHolder } from '#server/queries/members.ts'
import { asPractice, findPractice, lockPractice } from '#server/queries/practices.ts'
import { listSalesAt, toSale, toTotals } from '#server/queries/sales.ts'

const get = signedInProcedure.sales.get.handler(async ({ input, context: { ctx } }) => {
  const { db } = ctx.database
  const practice = (await findPractice(db, input.practiceId)) ?? missing()
  const rows = await listSalesAt(db, [practice.id])
  return { sales: rows.map(toSale), totals: toTotals(rows) }
})

/** Locks the practice, then the member, then the officer, whose role may have just been taken. */
const add = signedInProcedure.sales.add.handler(async ({ input, context: { ctx, me, now, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const member = await lockIfPresent(tx, input.memberId)
    await lockOfficer(tx, me.id)
    if (member === undefined) throw refuse('member-gone', saleRefusals['member-gone'])
    const product = productsForSale(ctx.club.storeImport.products).find(({ product }) => product === input.product)
    const at = now()
    const decision = decideSale({ practice: asPractice(row), product, seen: input, totals: member, now: at })
    if (decision.outcome === 'refused') throw refuse(decision.reason, saleRefusals[decision.reason])
    const saleId = randomUUID()
    const { paidPractices, dayPasses, cents, paidBy } = input
    await book(
      tx,
      ctx,
      { paidPractices, dayPasses },
      {
        ...{ memberId: member.id, actor: me.id, cause: causes.sale(saleId), why: saleWhys.sold(input.product) },
      },
    )
    const after = { ...member, dayPasses: member.dayPasses + dayPasses }
    const entry = { practiceId: row.id, member: after, actor: me.id, reason: '', requestId }
    const entered = input.checkIn
      ? await checkIn(tx, ctx, row, entry, at)
      : { checkIn: 'not-asked' as const, usedDayPass: false }
    await tx
      .insertInto('sale')
      .values({
        ...{ id: saleId, practiceId: row.id, memberId: member.id, product: input.product },
        ...{ paidPractices, dayPasses, cents, paidBy, soldAt: at, soldBy: me.id, undoneAt: null, undoneBy: null },
        checkedInAt: entered.checkIn === 'checked-in' ? at : null,
      })
      .execute()
    await saveAudit(tx, ctx, {
      actor: me.id,
      action: 'sale.add',
      target: `${row.id} ${member.id}`,
      after: { sale: saleId, paidPractices, dayPasses, cents, paidBy },
      requestId,
    })
    announce(`member:${member.id}`, 'members')
    if (entered.checkIn === 'checked-in') announce('live', 'practices')
    return { saleId, ...entered }
  }),
)

/** Of two officers who undo the same sale, the second finds it done. */
const undo = signedInProcedure.sales.undo.handler(async ({ input, context: { ctx, me, now, write, requestId } }) =>
  write(async (tx, announce) => {
    const row = (await lockPractice(tx, input.practiceId)) ?? missing()
    const found = tx.selectFrom('sale').selectAll().where('id', '=', input.saleId).where('practiceId', '=', row.id)
    const sale = (await found.forUpdate().executeTakeFirst()) ?? missing()
    // A member who has left keeps their counts, and may be restored.
    const member = (await lockRoleHolder(tx, sale.memberId)) ?? missing()
    await lockOfficer(tx, me.id)
    const { reason } = input
    const decision = decideUndo({ undoneAt: sale.undoneAt, reason })
    if (decision.outcome === 'refused') throw refuseField('reason', officerMessages.reasonMissing)
    if (decision.outcome === 'unchanged') {
      const taken = { paidPractices: sale.practicesTaken, dayPasses: sale.passesTaken }
      return { outcome: 'already' as const, kept: keptOf(sale, taken), checkInUndone: false }
    }
    const entry = { practiceId: row.id, member, actor: me.id, reason, requestId }
    const back = input.undoCheckIn ? await undoCheckIn(tx, ctx, entry, sale.checkedInAt) : null
    const { paidPractices, dayPasses, cents, paidBy } = sale
    const taken = leftOf(sale, { ...member, dayPasses: member.dayPasses + (back?.dayPassReturned ? 1 : 0) })
    const kept = keptOf(sale, taken)
    const less = { paidPractices: -taken.paidPractices, dayPasses: -taken.dayPasses }
    const by = { memberId: member.id, actor: me.id, cause: causes.saleUndone(sale.id) }
    await book(tx, ctx, less, { ...by, why: saleWhys.undone(sale.product) })
    await tx
      .updateTable('sale')
      .set({
        undoneAt: now(),
        undoneBy: me.id,
        reason,
        practicesTaken: taken.paidPractices,
        passesTaken: taken.dayPasses,
      })
      .where('id', '=', sale.id)
      .execute()
    await saveAudit(tx, ctx, {
      actor: me.id,
      action: 'sale.undo',
      target: `${row.id} ${member.id}`,
      before: { sale: sale.id, paidPractices, dayPasses, cents, paidBy },
      after: kept,
      reason,
      requestId,
    })
    announce(`member:${member.id}`, 'members')
    if (back !== null) announce('live', 'practices')
    return { outcome: 'undone' as const, kept, checkInUndone: back !== null }
  }),
)

export const sales = { get, add, undo }

type Entry = { memberId: string; actor: string; cause: string; why: string }

async function book(tx: Tx, ctx: AppContext, { paidPractices, dayPasses }: Totals, entry: Entry) {
  if (dayPasses !== 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: dayPasses })
  if (paidPractices !== 0) await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: paidPractices })
}

type Entered = Parameters<typeof enterScanned>[2]

/** As a scan would, with what was just bought. @param entry.member with it */
async function checkIn(tx: Tx, ctx: AppContext, row: PracticeRow, entry: Entered, at: string) {
  const done = (checkIn: SaleCheckIn, usedDayPass = false) => ({ checkIn, usedDayPass })
  const { member } = entry
  const decision = decideScan({
    practice: asPractice(row),
    already: (await findAttendance(tx, row.id, member.id)) !== undefined,
    scannedAt: null,
    pass: effectivePass(member, ctx.days.startOfToday(ctx.clock.now())),
    dayPasses: member.dayPasses,
    now: at,
  })
  if (decision.outcome === 'refused') return done('practice-over')
  if (decision.outcome !== 'checked-in') return done(decision.outcome)
  await enterScanned(tx, ctx, entry, decision)
  return done('checked-in', decision.usesDayPass)
}

/** Only the check-in that came with the sale; null if it's gone, or another one has taken its place. */
async function undoCheckIn(tx: Tx, ctx: AppContext, entry: Entered, checkedInAt: string | null) {
  const before = await findAttendance(tx, entry.practiceId, entry.member.id)
  if (before === undefined || before.checkedInAt !== checkedInAt) return null
  return { dayPassReturned: await removeScanned(tx, ctx, entry, before) }
}
