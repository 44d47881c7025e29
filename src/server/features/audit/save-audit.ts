import { randomUUID } from 'node:crypto'
import type { AuditAct } from '#domain/text/audit-sentences.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import type { Clock } from '#server/clock.ts'
import { type AppContext, nowAsText, type RefusedOperations } from '#server/context.ts'
import { chunk, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Rows that one person adds within a day. They are never deleted, so this is what bounds all that an officer's acts can store. A
 * club of 500 members is edited in bulk 39 times before.
 */
export const maxAuditRows = 20_000
const day = 86_400_000

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
export async function saveAudit(tx: Tx, ctx: Pick<AppContext, 'clock'>, entry: AuditEntry) {
  await saveAudits(tx, nowAsText(ctx), [entry])
}

/** Those of an act on many: one for each target and one for the whole, all of the same moment. */
export async function saveAudits(tx: Tx, at: string, entries: AuditEntry[]) {
  await requireRoom(tx, at, entries)
  for (const portion of chunk(entries))
    await tx
      .insertInto('audit')
      .values(portion.map((entry) => toRow(entry, at)))
      .execute()
}

/** The command line, timed work, and what has a bound of its own: tries of others' acts, an undo, and leaving. */
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
 * Members who try what is for officers leave a row in the audit log (T22). What is tried again within the hour is counted, in this
 * process, and written as one more row when the hour is over: a flood of them can neither fill the log nor hide anything in it.
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
    // Before the write, so that what comes beside it is counted.
    noted.set(key, now)
    try {
      if (last && last.more > 0) await save(last.refused, { times: last.more })
      await save(refused)
    } catch (error) {
      if (noted.get(key) === now) noted.delete(key)
      throw error
    }
  }

  /** Writes what was counted in hours that are over; at a stop, in those that aren't. */
  async function saveCounts({ all = false } = {}) {
    for (const [key, { refused, untilMs, more }] of noted) {
      if (!all && clock.now() < untilMs) continue
      noted.delete(key)
      if (more > 0) await save(refused, { times: more })
    }
  }

  return { note, saveCounts }
}
