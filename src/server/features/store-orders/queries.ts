import type { RememberedAddress, StoreLine, StoreState } from '#contract/store-orders.ts'
import type { StoreSettings } from '#domain/store-orders/order-file.ts'
import type { Db } from '#server/db/database.ts'
import { readNames } from '#server/features/audit/audit-entries.ts'
import { gainOfRow, whyWaiting, worthOfRow } from './order-lines.ts'

/** What was dealt with is looked at to take it back; older is in the audit log. */
const mostDealtWith = 200
const mostImports = 20

export async function listStoreLines(db: Db): Promise<StoreLine[]> {
  const waiting = await db
    .selectFrom('storeLine')
    .selectAll()
    .where('state', '=', 'waiting')
    .orderBy('email')
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
  const rows = [...waiting, ...dealtWith]
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

export async function listAddresses(db: Db): Promise<RememberedAddress[]> {
  const rows = await db.selectFrom('storeAddress').selectAll().orderBy('email').execute()
  const names = await readNames(db, { people: rows.flatMap(({ memberId }) => memberId ?? []), practices: [] })
  return rows.map(({ id, email, memberId, forEmail }) => ({
    ...{ id, email, forEmail },
    memberName: memberId === null ? null : names.person(memberId),
  }))
}

export async function listImports(db: Db): Promise<StoreState['imports']> {
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

export function listProducts({ products }: StoreSettings): StoreState['products'] {
  return Object.entries(products).map(([name, worth]) => ({ name, worth }))
}
