import type { Db } from '#server/db/database.ts'
import type { HashConfig } from './documents/hash-config.ts'
import { type Document, type Documents, readIds } from './export-ids.ts'
import { exportPaid } from './export-lists.ts'
import { exportPeople, type Picture } from './export-people.ts'
import { exportPractices } from './export-practices.ts'

/** The club in the shapes that it had in Firebase (specification §3), and what these have no place for. */
export type ExportedClub = {
  collections: { users: Documents; practices: Documents; settings: Documents; emailPaidCounts: Documents }
  /** With passwords as Firebase hashes them; and those with our own, which its import takes under another algorithm. */
  accounts: Document[]
  standardAccounts: Document[]
  hashConfig: HashConfig | null
  pictures: Picture[]
  left: string[]
}

/** Reads a snapshot of the whole club. */
export async function exportClub(db: Db, timeZone: string): Promise<ExportedClub> {
  const ids = await readIds(db)
  const left: string[] = []
  const { users, accounts, standardAccounts, hashConfig, pictures } = await exportPeople(db, ids, left)
  const practices = await exportPractices(db, ids, timeZone, left)
  const live = Object.entries(practices).find(([, { isActive }]) => isActive === true)
  const active = { isActive: live !== undefined, practiceId: live?.[0] ?? null, startedAt: live?.[1].startedAt ?? null }
  const emailPaidCounts = await exportPaid(db, left)
  await noteTheRest(db, left)
  return {
    collections: { users, practices, settings: { activePractice: active }, emailPaidCounts },
    ...{ accounts, standardAccounts, hashConfig, pictures, left },
  }
}

/** Whatever else there is of somebody who is in the club: these shapes have no place for it. */
async function noteTheRest(db: Db, left: string[]) {
  const count = async (rows: Promise<{ n: number } | undefined>) => (await rows)?.n ?? 0
  const all = (table: 'scorecard' | 'ledger' | 'audit') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirst()
  const removed = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('removedAt', 'is not', null)
  const deleted = db
    .selectFrom('practice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where((eb) => eb.or([eb('deletedAt', 'is not', null), eb('sample', '=', 1)]))
  const waiting = db
    .selectFrom('rsvp')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('waiting', 'is not', null)
  const cantCome = db.selectFrom('cantCome').select((eb) => eb.fn.countAll<number>().as('n'))
  const rm01 = db
    .selectFrom('member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('rm01Until', 'is not', null)
  const lines = db
    .selectFrom('storeLine')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', 'waiting')
  const found: [number, string][] = [
    [await count(removed.executeTakeFirst()), 'removed members, with their attendance.'],
    [await count(deleted.executeTakeFirst()), 'deleted practices and samples.'],
    [await count(all('scorecard')), 'scorecards.'],
    [await count(waiting.executeTakeFirst()), 'spots on waitlists: exported as ordinary RSVPs.'],
    [await count(cantCome.executeTakeFirst()), '“Can’t come” RSVPs: the old app has no list for them.'],
    [await count(rm01.executeTakeFirst()), 'RM01 approvals.'],
    [await count(lines.executeTakeFirst()), 'store orders that need review.'],
    [await count(all('ledger')), 'ledger entries: only their totals.'],
    [await count(all('audit')), 'audit log entries.'],
  ]
  for (const [n, what] of found) if (n > 0) left.push(`${n.toLocaleString('en-US')} ${what}`)
}
