import { createHash } from 'node:crypto'
import type { CalendarEntry } from '#domain/calendar-entry.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'

type Entry = { practiceId: string; entry: CalendarEntry }

/**
 * Since when each entry of a member's feed says what it says. Calendar programs keep what they have unless an event's
 * version rises, and much can change one: the calendar, an officer, the member's own answer and its withdrawal. So a feed
 * remembers a fingerprint of what it said last, and whatever is said otherwise now is a new version as of now.
 * @returns by practice; new versions are written down
 */
export async function versionsOf(ctx: AppContext, memberId: string, entries: Entry[]): Promise<Map<string, string>> {
  const current = entries.map(({ practiceId, entry }) => ({ practiceId, fingerprint: fingerprintOf(entry) }))
  const known = await listVersions(ctx.database.db, memberId)
  const fresh = current.filter(({ practiceId, fingerprint }) => known.get(practiceId)?.fingerprint !== fingerprint)
  if (fresh.length === 0) return changesOf(known)
  return ctx.write(async (tx) => {
    await saveVersions(tx, memberId, fresh, nowAsText(ctx))
    return changesOf(await listVersions(tx, memberId))
  })
}

type Versions = Awaited<ReturnType<typeof listVersions>>

async function listVersions(db: Db | Tx, memberId: string) {
  const rows = await db
    .selectFrom('feedEvent')
    .select(['practiceId', 'fingerprint', 'changedAt'])
    .where('memberId', '=', memberId)
    .execute()
  return new Map(rows.map((row) => [row.practiceId, row]))
}

/** Of two that read the same change at once, the first writes it down, so both give the same version. */
async function saveVersions(
  tx: Tx,
  memberId: string,
  fresh: { practiceId: string; fingerprint: string }[],
  now: string,
) {
  const owner = await tx.selectFrom('feedToken').select('memberId').where('memberId', '=', memberId).executeTakeFirst()
  // Removed a moment ago: what was asked for before that is answered, and nothing is kept.
  if (!owner) return
  const rows = fresh.toSorted((a, b) => (a.practiceId < b.practiceId ? -1 : 1))
  await tx
    .insertInto('feedEvent')
    .values(rows.map((row) => ({ memberId, ...row, changedAt: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'practiceId'])
        .doUpdateSet((eb) => ({
          fingerprint: eb.ref('excluded.fingerprint'),
          changedAt: eb.ref('excluded.changedAt'),
        }))
        .whereRef('feedEvent.fingerprint', '<>', 'excluded.fingerprint'),
    )
    .execute()
}

function changesOf(versions: Versions) {
  return new Map([...versions].map(([practiceId, { changedAt }]) => [practiceId, changedAt]))
}

function fingerprintOf(entry: CalendarEntry) {
  return createHash('sha256').update(JSON.stringify(entry)).digest('base64url')
}
