import type { Clock } from '#server/clock.ts'
import type { RefusedOperations } from '#server/context.ts'
import type { Write } from '#server/db/write.ts'
import { type AuditEntry, saveAudit } from './save-audit.ts'

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
