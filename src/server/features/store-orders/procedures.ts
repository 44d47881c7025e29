import type { RememberedAddress, StoreLine, StoreState } from '#contract/store-orders.ts'
import { leadingDay } from '#domain/iso-day.ts'
import { rateRules } from '#domain/rate-limits.ts'
import type { StoreSettings } from '#domain/store-orders/order-settings.ts'
import { importRefusals, storeLineRefusals, storeMessages } from '#domain/text/store-messages.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { readNames } from '#server/features/audit/read-audit.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { notFound, refuse, refuseField, tooManyTries } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { applyFile } from './apply-import.ts'
import { assign, reopen, setWorth, unassign } from './assign.ts'
import { gainOfRow, lockLines, whyWaiting, worthOfRow } from './order-lines.ts'
import { FileRefused, planFile, previewOf, readStoreFile } from './plan-import.ts'

const get = signedInProcedure.storeImport.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  return {
    products: listProducts(ctx.club.storeImport),
    lines: await listStoreLines(db),
    addresses: await listAddresses(db),
    imports: await listImports(db),
  }
})

const preview = signedInProcedure.storeImport.preview.handler(async ({ input, context: { ctx } }) => {
  const file = read(ctx, input.file)
  return previewOf(await planFile(ctx.database.db, ctx, file), file)
})

const apply = signedInProcedure.storeImport.apply.handler(async ({ input, context: { ctx, me, write, requestId } }) => {
  const file = read(ctx, input.file)
  const imported = await write(async (tx, announce) => {
    const tooMany = await consumeAttempt(tx, `store-imports:${me.id}`, rateRules.storeImports, ctx.clock.now())
    if (tooMany) return tooMany
    const done = await applyFile(tx, announce, ctx, { file, seen: input.seen, by: { actor: me.id, requestId } })
    if (done === 'changed-since') throw refuse(done, importRefusals[done])
    return done
  })
  if ('retryAfterMs' in imported) throw tooManyTries(imported.retryAfterMs)
  return imported
})

function read(ctx: AppContext, file: string) {
  try {
    return readStoreFile(Buffer.from(file, 'base64'), ctx)
  } catch (error) {
    if (error instanceof FileRefused) throw refuseField('file', error.message)
    throw error
  }
}

const dismiss = signedInProcedure.storeImport.dismiss.handler(
  async ({ input, context: { ctx, me, now, write, requestId } }) =>
    write(async (tx, announce) => {
      const [line] = await lockLines(tx, [input.lineId])
      if (!line) throw notFound()
      if (input.reason === '') throw refuseField('reason', storeMessages.dismissReason)
      if (line.state === 'dismissed') return {}
      if (line.state !== 'waiting') throw refuse('line-changed', storeLineRefusals['line-changed'])
      await tx
        .updateTable('storeLine')
        .set({ state: 'dismissed', reason: input.reason, changedAt: now() })
        .where('id', '=', line.id)
        .execute()
      // The reason is stored with the line and not in the audit log, because it may contain a name.
      await saveAudit(tx, ctx, { actor: me.id, action: 'store.dismiss', target: line.id, requestId })
      announce('members')
      return {}
    }),
)

const forget = signedInProcedure.storeImport.forget.handler(async ({ input, context: { ctx, me, write, requestId } }) =>
  write(async (tx, announce) => {
    const gone = await tx.deleteFrom('storeAddress').where('id', '=', input.addressId).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw notFound()
    await saveAudit(tx, ctx, { actor: me.id, action: 'store.forget', target: input.addressId, requestId })
    announce('members')
    return {}
  }),
)

export const storeImport = { get, preview, apply, assign, unassign, setWorth, dismiss, reopen, forget }

/** Handled lines are listed only to undo them; older ones are in the audit log. */
const mostDealtWith = 200
const mostImports = 20

async function listStoreLines(db: Db): Promise<StoreLine[]> {
  const waiting = await db
    .selectFrom('storeLine')
    .innerJoin('storeImport', 'storeImport.id', 'importId')
    .selectAll('storeLine')
    .select('storeImport.at as importedAt')
    .where('state', '=', 'waiting')
    .orderBy('orderId')
    .orderBy('lineId')
    .execute()
  const dealtWith = await db
    .selectFrom('storeLine')
    .selectAll()
    .where((eb) => eb.or([eb('state', '=', 'dismissed'), eb.and([eb('state', '=', 'booked'), eb('byHand', '=', 1)])]))
    .orderBy('changedAt', 'desc')
    .orderBy('id')
    .limit(mostDealtWith)
    .execute()
  const oldestFirst = waiting.toSorted((a, b) => {
    const [one, other] = [waitingSince(a), waitingSince(b)]
    return Number(one > other) - Number(one < other)
  })
  const rows = [...oldestFirst, ...dealtWith]
  const names = await readNames(db, { people: rows.flatMap(({ memberId }) => memberId ?? []), practices: [] })
  return rows.map((row) => ({
    id: row.id,
    order: row.orderId,
    email: row.email,
    name: row.name,
    product: row.product,
    quantity: row.quantity,
    boughtOn: row.boughtOn,
    gain: worthOfRow(row) === null ? null : gainOfRow(row),
    state: row.state,
    why: whyWaiting(row),
    memberId: row.memberId,
    memberName: row.memberId === null ? null : names.person(row.memberId),
    forEmail: row.forEmail,
    byHand: row.byHand === 1,
    reason: row.reason,
  }))
}

/** The time of the order, or of its import if the store wrote the time in a way that can't be compared. */
function waitingSince({ boughtOn, importedAt }: { boughtOn: string; importedAt: string }) {
  return leadingDay(boughtOn) === null ? importedAt : boughtOn
}

async function listAddresses(db: Db): Promise<RememberedAddress[]> {
  const rows = await db.selectFrom('storeAddress').selectAll().orderBy('email').execute()
  const names = await readNames(db, { people: rows.flatMap(({ memberId }) => memberId ?? []), practices: [] })
  return rows.map(({ id, email, memberId, forEmail }) => ({
    id,
    email,
    forEmail,
    memberName: memberId === null ? null : names.person(memberId),
  }))
}

async function listImports(db: Db): Promise<StoreState['imports']> {
  const rows = await db
    .selectFrom('storeImport')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(mostImports)
    .execute()
  const names = await readNames(db, { people: rows.map(({ actor }) => actor), practices: [] })
  return rows.map(({ actor, ...row }) => ({ ...row, by: names.person(actor) }))
}

function listProducts({ products }: StoreSettings): StoreState['products'] {
  return Object.entries(products).map(([name, worth]) => ({ name, worth }))
}
