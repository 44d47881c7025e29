import { randomUUID } from 'node:crypto'
import type { AuditAct } from '#domain/text/audit-acts.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Clock } from '#server/clock.ts'
import { type AppContext, nowAsText, type RefusedOperations } from '#server/context.ts'
import { chunk, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Rows that one person may add within a day. They are never deleted, so this bounds what an officer's operations can
 * store. It allows 39 bulk edits of a club of 500 members.
 */
export const maxAuditRows = 20_000
const day = 86_400_000

export type AuditEntry = {
  /** A member's id, `command` for the command line, or `system` for scheduled jobs. */
  actor: string
  action: AuditAct
  /** Ids of what was changed, never names or addresses, so that an erasure leaves none in the log. */
  target: string
  before?: unknown
  after?: unknown
  reason?: string
  requestId: string
}

/** Saves one audit row for an officer's operation or a changed count, in the same transaction. */
export async function saveAudit(tx: Tx, ctx: Pick<AppContext, 'clock'>, entry: AuditEntry) {
  await saveAudits(tx, nowAsText(ctx), [entry])
}

/** Saves the rows of a bulk operation with one timestamp: one per target and one for the whole. */
export async function saveAudits(tx: Tx, at: string, entries: AuditEntry[]) {
  await requireRoom(tx, at, entries)
  for (const portion of chunk(entries))
    await tx
      .insertInto('audit')
      .values(portion.map((entry) => toRow(entry, at)))
      .execute()
}

/**
 * The command line, scheduled jobs, and operations with a limit of their own: refused ones, undoing a bulk edit, and
 * deleting one's own account.
 */
function hasOtherBound({ actor, action, target }: AuditEntry) {
  return (
    ['command', 'system'].includes(actor) ||
    ['refused', 'members.bulk-undo'].includes(action) ||
    (action === 'member.erase' && actor === target)
  )
}

async function requireRoom(tx: Tx, at: string, entries: AuditEntry[]) {
  const [first] = entries
  if (!first || hasOtherBound(first)) return
  const { rows } = await tx
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('at', '>', new Date(Date.parse(at) - day).toISOString())
    .where('actor', '=', first.actor)
    .executeTakeFirstOrThrow()
  if (Number(rows) + entries.length > maxAuditRows) throw refuse('too-many-changes', officerMessages.tooManyChanges)
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

const hour = 3_600_000

type Refused = Pick<AuditEntry, 'actor' | 'target' | 'requestId'>
type Noted = { refused: Refused; untilMs: number; more: number }

/**
 * Records members who try an officer operation in the audit log (T22). Repeats within the hour are counted in this
 * process and written as one more row when the hour is over, so that a flood of them can neither fill the log nor hide
 * anything in it.
 */
export function createRefusedOperations({ write, clock }: { write: Write; clock: Clock }): RefusedOperations {
  const noted = new Map<string, Noted>()

  const save = (refused: Refused, after?: { times: number }) =>
    write((tx) => saveAudit(tx, { clock }, { ...refused, action: 'refused', ...(after && { after }) }))

  async function note(refused: Refused) {
    const key = `${refused.actor} ${refused.target}`
    const last = noted.get(key)
    if (last && clock.now() < last.untilMs) {
      last.more += 1
      return
    }
    const now = { refused, untilMs: clock.now() + hour, more: 0 }
    // Set before the write, so that concurrent attempts are counted.
    noted.set(key, now)
    try {
      if (last && last.more > 0) await save(last.refused, { times: last.more })
      await save(refused)
    } catch (error) {
      if (noted.get(key) === now) noted.delete(key)
      throw error
    }
  }

  /** Writes the counts of hours that are over; with `all`, at shutdown, those of the current hour as well. */
  async function saveCounts({ all = false } = {}) {
    for (const [key, { refused, untilMs, more }] of noted) {
      if (!all && clock.now() < untilMs) continue
      noted.delete(key)
      if (more > 0) await save(refused, { times: more })
    }
  }

  return { note, saveCounts }
}
