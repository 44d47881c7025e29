import { type BulkEdit, isBulkEdit } from '#domain/bulk-edit.ts'
import { cleanLine } from '#domain/clean-text.ts'
import type { HeldPass } from '#domain/passes.ts'
import type { AuditAct } from '#domain/text/audit-acts.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'

/** The action of each member's own audit row. The edit as a whole has another row of the same request and time. */
export const actOfEach: Record<BulkEdit['of'], AuditAct> = {
  'day-passes': 'member.day-passes',
  'paid-practices': 'member.paid-practices',
  rm01: 'member.rm01',
  pass: 'member.pass',
}

/** A bulk edit as its own audit row describes it. */
export type BulkEditRow = {
  id: string
  at: string
  requestId: string
  actor: string
  reason: string
  edit: BulkEdit
  people: number
}

export async function listMade(db: Db | Tx, facts: { since: string } | { id: string }): Promise<BulkEditRow[]> {
  const query = db
    .selectFrom('audit')
    .select(['target', 'at', 'requestId', 'actor', 'reason', 'after'])
    .where('action', '=', 'members.bulk-edit')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
  const rows = await ('id' in facts
    ? query.where('target', '=', facts.id)
    : query.where('at', '>', facts.since)
  ).execute()
  return rows.flatMap(({ target, after, ...row }) => {
    const { edit, people } = JSON.parse(after ?? '{}')
    return isBulkEdit(edit) ? [{ ...row, reason: cleanLine(row.reason), id: target, edit, people: Number(people) }] : []
  })
}

/** The undo operations of these bulk edits: when, and for how many members each. */
export async function listUndoings(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('audit')
    .select(['target', 'at', 'requestId', 'after'])
    .where('action', '=', 'members.bulk-undo')
    .where('target', 'in', ids)
    .execute()
  return rows.map(({ after, ...row }) => ({ ...row, people: Number(JSON.parse(after ?? '{}').people) }))
}

type MemberAuditRow = { memberId: string; before: Record<string, unknown>; after: Record<string, unknown> }

/** The per-member audit rows of a bulk operation. */
export async function listEach(
  db: Db | Tx,
  of: { at: string; requestId: string },
  act: AuditAct,
): Promise<MemberAuditRow[]> {
  const rows = await db
    .selectFrom('audit')
    .select(['target', 'before', 'after'])
    .where('at', '=', of.at)
    .where('requestId', '=', of.requestId)
    .where('action', '=', act)
    .orderBy('target')
    .execute()
  return rows.map(({ target, before, after }) => ({
    memberId: target,
    before: JSON.parse(before ?? '{}'),
    after: JSON.parse(after ?? '{}'),
  }))
}

/** Ids of members whose pass an officer has set after that time. */
export async function listPassesSetSince(db: Db | Tx, at: string) {
  const rows = await db
    .selectFrom('audit')
    .select('target')
    .where('at', '>', at)
    .where('action', '=', 'member.pass')
    .execute()
  return new Set(rows.map(({ target }) => target))
}

/** Members with these ids, including removed and erased ones, in the order of their ids. */
export async function listPeopleOf(db: Db | Tx, ids: string[]) {
  const rows = []
  for (const portion of chunk(ids.toSorted()))
    rows.push(...(await db.selectFrom('member').selectAll().where('id', 'in', portion).orderBy('id').execute()))
  return rows
}

/** Locks and returns these members, in the order of their ids, which prevents deadlocks. */
export async function lockPeopleOf(tx: Tx, ids: string[]) {
  const rows = []
  for (const portion of chunk(ids.toSorted()))
    rows.push(
      ...(await tx.selectFrom('member').selectAll().where('id', 'in', portion).orderBy('id').forUpdate().execute()),
    )
  return rows
}

export async function setForAll(tx: Tx, ids: string[], values: Partial<HeldPass> & { rm01Until?: string | null }) {
  for (const portion of chunk(ids)) await tx.updateTable('member').set(values).where('id', 'in', portion).execute()
}
