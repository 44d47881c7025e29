import { randomUUID } from 'node:crypto'
import type { Totals } from '#domain/ledger.ts'
import { countedReasons } from '#domain/store-orders/order-file.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Tx } from '#server/db/database.ts'
import type { StoreLineRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { type AuditEntry, saveAudit, saveAudits } from '#server/features/audit/save-audit.ts'
import { lockRoleHolder } from '#server/queries/members.ts'
import { bookInLedger, settleLine } from './order-lines.ts'
import { type Candidate, type ImportPlan, planFile, type ReadFile } from './plan-import.ts'

export type StoreOrdersContext = Pick<AppContext, 'clock' | 'club'>
/** `actor` is a member's ID or `command`. */
type By = { actor: string; requestId: string }

export type Imported = {
  booked: number
  members: number
  waiting: number
  signUps: number
  there: number
  unread: number
}

/**
 * Imports a file atomically in the caller's transaction; lines imported before are skipped.
 * @param seen the preview's digest; null without a preview
 * @returns `changed-since` if the import would no longer do what the preview showed
 */
export async function applyFile(
  tx: Tx,
  announce: Announce,
  ctx: StoreOrdersContext,
  { file, seen, by }: { file: ReadFile; seen: string | null; by: By },
): Promise<Imported | 'changed-since'> {
  const plan = await planLocked(tx, ctx, file)
  const done = countOf(plan, file)
  if (plan.seen === '') return done
  if (seen !== null && seen !== plan.seen) return 'changed-since'
  const importId = randomUUID()
  const at = nowAsText(ctx)
  const { booked, waiting, signUps, unread, there } = done
  const counts = { booked, waiting: waiting + signUps, unread, there }
  await tx
    .insertInto('storeImport')
    .values({ id: importId, at, actor: by.actor, ...counts })
    .execute()

  const rows: StoreLineRow[] = []
  // Refunds go last, so no count drops below zero in between.
  for (const { line, result } of plan.entries.toSorted(
    (a, b) => Number(a.line.quantity < 0) - Number(b.line.quantity < 0),
  )) {
    if (line.stored !== null) {
      const byHand = line.remembered && result.outcome === 'book' ? true : undefined
      await settleLine(tx, ctx, line.stored, { result, actor: by.actor, byHand })
      continue
    }
    if (result.outcome !== 'book' && result.outcome !== 'wait') continue
    const row = newRow(line, { importId, at })
    if (result.outcome === 'book') {
      const { memberId } = result
      const times = await bookInLedger(tx, ctx, row, { memberId, actor: by.actor })
      // Booked through a remembered address, so it can be unassigned like a manual assignment.
      rows.push({ ...row, state: 'booked', memberId, times, byHand: line.remembered ? 1 : 0 })
    } else rows.push({ ...row, memberId: result.memberId, forEmail: result.forEmail })
  }
  for (const some of chunk(rows)) await tx.insertInto('storeLine').values(some).execute()

  await auditMembers(tx, ctx, { before: plan.people, after: plan.after, by })
  for (const memberId of plan.after.keys()) announce(`member:${memberId}`)
  await saveAudit(tx, ctx, {
    actor: by.actor,
    action: 'store.import',
    target: importId,
    after: counts,
    requestId: by.requestId,
  })
  announce('members')
  return done
}

/** One audit entry per member whose counts changed. */
export async function auditMembers(
  tx: Tx,
  ctx: StoreOrdersContext,
  facts: { before: ReadonlyMap<string, Totals>; after: ReadonlyMap<string, Totals>; by: By },
) {
  const entries = [...facts.after].flatMap(([memberId, { paidPractices, dayPasses }]): AuditEntry[] => {
    const known = facts.before.get(memberId)
    const before = { paidPractices: known?.paidPractices ?? 0, dayPasses: known?.dayPasses ?? 0 }
    // A purchase and its refund in one file, or a product that includes nothing.
    if (before.paidPractices === paidPractices && before.dayPasses === dayPasses) return []
    return [{ ...facts.by, action: 'member.store', target: memberId, before, after: { paidPractices, dayPasses } }]
  })
  await saveAudits(tx, nowAsText(ctx), entries)
}

/**
 * Plans the import and locks all members concerned, in ID order, until the plan needs no further locks. This includes accounts
 * that haven't finished the wizard; otherwise one finishing right now would miss its new order lines.
 */
async function planLocked(tx: Tx, ctx: StoreOrdersContext, file: ReadFile): Promise<ImportPlan> {
  const locked = new Set<string>()
  for (;;) {
    const plan = await planFile(tx, ctx, file)
    const open = (await concernedBy(tx, plan)).filter((id) => !locked.has(id))
    if (open.length === 0) return plan
    for (const id of open.toSorted()) {
      await lockRoleHolder(tx, id)
      locked.add(id)
    }
  }
}

async function concernedBy(tx: Tx, { entries }: ImportPlan) {
  const ids = new Set<string>()
  const emails = new Set<string>()
  for (const { result } of entries) {
    if (result.outcome !== 'book' && result.outcome !== 'wait') continue
    if (result.memberId !== null) ids.add(result.memberId)
    if (result.outcome === 'wait' && result.forEmail !== null) emails.add(result.forEmail)
  }
  for (const some of chunk([...emails])) {
    const accounts = await tx
      .selectFrom('member')
      .innerJoin('user', 'user.id', 'member.id')
      .select('member.id')
      .where('user.email', 'in', some)
      .execute()
    for (const { id } of accounts) ids.add(id)
  }
  return [...ids]
}

function newRow(line: Candidate, { importId, at }: { importId: string; at: string }): StoreLineRow {
  const { orderId, lineId, email, name, product, quantity, boughtOn, worth } = line
  return {
    id: randomUUID(),
    importId,
    orderId,
    lineId,
    email,
    name,
    product,
    quantity,
    boughtOn,
    paidPractices: worth?.paidPractices ?? null,
    dayPasses: worth?.dayPasses ?? null,
    state: 'waiting',
    memberId: null,
    forEmail: null,
    byHand: 0,
    times: 0,
    reason: '',
    changedAt: at,
  }
}

/** Number of lines by outcome. */
export function countOf({ entries, after }: ImportPlan, { unread }: ReadFile): Imported {
  const results = entries.map(({ result }) => result)
  const of = (outcome: string) => results.filter((each) => each.outcome === outcome).length
  const signUps = results.filter((each) => each.outcome === 'wait' && each.why === 'sign-up').length
  return {
    booked: of('book'),
    members: after.size,
    waiting: of('wait') - signUps,
    signUps,
    there: of('there'),
    unread: unread.filter(({ reason }) => !countedReasons.has(reason)).length + of('conflict'),
  }
}
