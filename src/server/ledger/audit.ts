import { randomUUID } from 'node:crypto'
import type { AuditAct } from '#domain/audit.ts'
import type { Tx } from '../db/database.ts'
import { inPortions } from '../db/portions.ts'
import { nowText, type Parts } from '../parts.ts'

export type AuditEntry = {
  /** A member's id, `command` for the command line, `system` for timed work. */
  actor: string
  action: AuditAct
  /** What was acted on: ids, never names or addresses (D39). */
  target: string
  before?: unknown
  after?: unknown
  reason?: string
  requestId: string
}

/** One row for an officer's act or a changed count, in the transaction that does it (D41). */
export async function saveAudit(tx: Tx, parts: Pick<Parts, 'clock'>, entry: AuditEntry) {
  await saveAudits(tx, nowText(parts), [entry])
}

/** Those of an act on many: one for each target and one for the whole, all of the same moment. */
export async function saveAudits(tx: Tx, at: string, entries: AuditEntry[]) {
  for (const portion of inPortions(entries))
    await tx
      .insertInto('audit')
      .values(portion.map((entry) => toRow(entry, at)))
      .execute()
}

function toRow(entry: AuditEntry, at: string) {
  return {
    id: randomUUID(),
    at,
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    before: entry.before === undefined ? null : JSON.stringify(entry.before),
    after: entry.after === undefined ? null : JSON.stringify(entry.after),
    reason: entry.reason ?? '',
    requestId: entry.requestId,
  }
}
