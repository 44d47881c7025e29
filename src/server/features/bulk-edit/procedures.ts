import { randomUUID } from 'node:crypto'
import type { BulkEditSummary } from '#contract/bulk-edit.ts'
import {
  type BulkEdit,
  type BulkValue,
  bulkUndoableForDays,
  bulkUndoableUntil,
  decideBulkEdit,
  decideBulkUndo,
  isOfCounts,
  planUndo,
  type Undoable,
  valueFor,
} from '#domain/bulk-edit.ts'
import { causes, totalOf } from '#domain/ledger.ts'
import { heldFrom } from '#domain/members.ts'
import { displayName } from '#domain/names.ts'
import { effectivePass, type HeldPass } from '#domain/passes.ts'
import { bulkRefusals, bulkUndoRefusals } from '#domain/text/bulk-edit-messages.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { listPeople } from '#server/features/audit/read-audit.ts'
import { saveAudits } from '#server/features/audit/save-audit.ts'
import { appendLedgerForEach } from '#server/features/ledger/ledger.ts'
import { missing, refuse, refuseField } from '#server/http/errors.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import {
  actOfEach,
  type BulkEditRow,
  listEach,
  listMade,
  listPassesSetSince,
  listPeopleOf,
  listUndoings,
  lockPeopleOf,
  setForAll,
} from './queries.ts'

const dayMs = 86_400_000

const recent = signedInProcedure.bulkEdits.get.handler(async ({ context: { ctx } }) => {
  const { db } = ctx.database
  const since = new Date(ctx.clock.now() - bulkUndoableForDays * dayMs).toISOString()
  return { edits: await toSummaries(db, await listMade(db, { since })) }
})

const get = signedInProcedure.bulkEdit.get.handler(async ({ input, context: { ctx } }) => {
  const { db } = ctx.database
  const made = (await listMade(db, { id: input.editId }))[0] ?? missing()
  const summary = (await toSummaries(db, [made]))[0] ?? missing()
  const entries = await listEntries(db, ctx, made)
  const rows = await listPeopleOf(
    db,
    entries.all.map(({ memberId }) => memberId),
  )
  const names = new Map(rows.map((row) => [row.id, displayName(row)]))
  const open = new Set(entries.open(rows).map(({ memberId }) => memberId))
  const startOfToday = ctx.days.startOfToday(ctx.clock.now())
  const people = entries.withNow(rows).map((entry) => {
    const { memberId, before, after, now } = entry
    const shown = { memberId, name: names.get(memberId) ?? '', before, after, now: now?.value ?? null }
    if (!open.has(memberId)) return { ...shown, to: null, undo: 'undone' as const }
    const plan = planUndo(made.edit, entry, startOfToday)
    if (plan.outcome === 'back') return { ...shown, to: plan.to, undo: 'back' as const }
    return { ...shown, to: null, undo: plan.reason }
  })
  return { summary, people }
})

/** Locks the members in the order of their ids, which prevents deadlocks. */
const apply = signedInProcedure.bulkEdit.apply.handler(async ({ input, context: { ctx, me, now, write, requestId } }) =>
  write(async (tx, announce) => {
    const { edit, seen, reason } = input
    if (edit.of === 'rm01' && edit.until < ctx.days.today(ctx.clock.now()))
      throw refuseField('until', officerMessages.rm01PastDay)
    if (isOfCounts(edit) && reason === '') throw refuseField('reason', officerMessages.reasonMissing)
    const rows = (
      await lockPeopleOf(
        tx,
        seen.map(({ memberId }) => memberId),
      )
    ).filter(({ removedAt }) => removedAt === null)
    const current = new Map(rows.map((row) => [row.id, currentOf(ctx, edit, row)]))
    const decision = decideBulkEdit(edit, { seen, current })
    if (decision.outcome === 'refused') throw refuse(decision.reason, bulkRefusals[decision.reason])
    const { changes, left } = decision
    if (decision.outcome === 'unchanged') return { editId: null, people: 0, left }
    const [editId, at] = [randomUUID(), now()]
    const ids = changes.map(({ memberId }) => memberId)
    if (isOfCounts(edit))
      await appendLedgerForEach(tx, ctx, ids, {
        currency: edit.of,
        amount: edit.by,
        cause: causes.bulk(editId),
        why: reason,
        actor: me.id,
      })
    else await setForAll(tx, ids, edit.of === 'rm01' ? { rm01Until: edit.until } : heldFrom(edit.pass, at))
    const held = new Map(rows.map(({ id, pass, passUsedAt }) => [id, { pass, passUsedAt }]))
    const by = { actor: me.id, reason, requestId }
    await saveAudits(tx, at, [
      { ...by, action: 'members.bulk-edit', target: editId, after: { edit, people: changes.length } },
      ...changes.map(({ memberId, before, after }) => ({
        ...by,
        action: actOfEach[edit.of],
        target: memberId,
        before: { ...named(edit, before), ...(edit.of === 'pass' && { held: held.get(memberId) }) },
        after: named(edit, after),
      })),
    ])
    announce('members', ...ids.map((id) => `member:${id}` as const))
    return { editId, people: changes.length, left }
  }),
)

const undo = signedInProcedure.bulkEdit.undo.handler(async ({ input, context: { ctx, me, now, write, requestId } }) =>
  write(async (tx, announce) => {
    const made = (await listMade(tx, { id: input.editId }))[0] ?? missing()
    const { edit } = made
    const each = await listEach(tx, made, actOfEach[edit.of])
    const rows = await lockPeopleOf(
      tx,
      each.map(({ memberId }) => memberId),
    )
    // Read under the locks what has been undone: of two concurrent undos, the second finds it done.
    const entries = await listEntries(tx, ctx, made)
    const decision = decideBulkUndo(edit, {
      at: made.at,
      now: now(),
      open: entries.open(rows),
      startOfToday: ctx.days.startOfToday(ctx.clock.now()),
    })
    if (decision.outcome === 'refused') throw refuse(decision.reason, bulkUndoRefusals[decision.reason])
    if (decision.outcome === 'unchanged') return { people: 0, left: [] }
    const { back, left } = decision
    const ids = back.map(({ memberId }) => memberId)
    if (isOfCounts(edit))
      await appendLedgerForEach(tx, ctx, ids, {
        currency: edit.of,
        amount: -edit.by,
        cause: causes.bulkUndone(made.id),
        actor: me.id,
        why: officerMessages.bulkUndone,
      })
    else await restoreValues(tx, edit, back)
    const by = { actor: me.id, requestId }
    await saveAudits(tx, now(), [
      {
        ...by,
        action: 'members.bulk-undo',
        target: made.id,
        before: { edit, people: made.people },
        after: { people: back.length },
      },
      ...back.map((entry) => ({
        ...by,
        action: actOfEach[edit.of],
        target: entry.memberId,
        before: named(edit, entry.now?.value ?? null),
        after: named(edit, entry.to),
      })),
    ])
    announce('members', ...ids.map((id) => `member:${id}` as const))
    return { people: back.length, left }
  }),
)

/** Restores what each of them had, with one statement per distinct value. */
async function restoreValues(tx: Tx, edit: BulkEdit, back: (Undoable & { to: BulkValue })[]) {
  for (const same of Map.groupBy(back, ({ to, pass }) => JSON.stringify(pass?.held ?? to)).values()) {
    const ids = same.map(({ memberId }) => memberId)
    const [first] = same
    if (edit.of === 'rm01') await setForAll(tx, ids, { rm01Until: first?.to === null ? null : String(first?.to) })
    else if (first?.pass) await setForAll(tx, ids, first.pass.held)
  }
}

/** The members of a bulk edit according to the log, and those for whom it has not been undone yet. */
async function listEntries(db: Db | Tx, ctx: AppContext, made: BulkEditRow) {
  const act = actOfEach[made.edit.of]
  const all = await listEach(db, made, act)
  const undone = new Set<string>()
  for (const undoing of await listUndoings(db, [made.id]))
    for (const { memberId } of await listEach(db, undoing, act)) undone.add(memberId)
  const setSince = made.edit.of === 'pass' ? await listPassesSetSince(db, made.at) : new Set<string>()
  const key = keyOf(made.edit)
  const withNow = (rows: MemberRow[]): Undoable[] => {
    const known = new Map(rows.map((row) => [row.id, row]))
    return all.map(({ memberId, before, after }) => {
      const row = known.get(memberId)
      const isThere = row !== undefined && row.erasedAt === null
      return {
        memberId,
        before: before[key] as BulkValue,
        after: after[key] as BulkValue,
        now: isThere
          ? { value: currentOf(ctx, made.edit, row), held: { pass: row.pass, passUsedAt: row.passUsedAt } }
          : null,
        ...(made.edit.of === 'pass' && {
          pass: { held: before.held as HeldPass, setAt: made.at, setSince: setSince.has(memberId) },
        }),
      }
    })
  }
  return {
    all,
    withNow,
    open: (rows: MemberRow[]) => withNow(rows).filter(({ memberId }) => !undone.has(memberId)),
  }
}

async function toSummaries(db: Db, made: BulkEditRow[]): Promise<BulkEditSummary[]> {
  const undoings = await listUndoings(
    db,
    made.map(({ id }) => id),
  )
  const actors = [...new Set(made.map(({ actor }) => actor))]
  const people = actors.length === 0 ? [] : await listPeople(db, actors)
  const names = new Map(people.filter(({ erasedAt }) => erasedAt === null).map((row) => [row.id, displayName(row)]))
  return made.map(({ id, at, actor, edit, reason, people }) => ({
    id,
    at,
    edit,
    reason,
    people,
    by: names.get(actor) || officerMessages.bySomebodyGone,
    undone: undoings.filter(({ target }) => target === id).reduce((sum, each) => sum + each.people, 0),
    undoableUntil: bulkUndoableUntil(at),
  }))
}

function currentOf(ctx: AppContext, edit: BulkEdit, row: MemberRow) {
  return valueFor(edit, { ...row, pass: effectivePass(row, ctx.days.startOfToday(ctx.clock.now())) })
}

/** The key of the edited value in the audit log. */
function keyOf(edit: BulkEdit) {
  if (isOfCounts(edit)) return totalOf[edit.of]
  return edit.of === 'rm01' ? 'rm01Until' : 'pass'
}

function named(edit: BulkEdit, value: BulkValue) {
  return { [keyOf(edit)]: value }
}

export const bulkEdits = { get: recent }
export const bulkEdit = { get, apply, undo }
