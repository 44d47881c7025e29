import { chunk, type Db, type Tx } from '#server/db/database.ts'
import { OvertakenError } from '#server/db/write.ts'

/**
 * The import's idempotency record: every fact that has been imported, so that importing the same files again changes
 * nothing and an interrupted import can continue. Addresses are stored only as keyed hashes.
 */
export type ImportedFacts = Map<string, { memberId: string | null; value: unknown }>

export const factOf = {
  user: (uid: string) => `users/${uid}`,
  practice: (id: string) => `practices/${id}`,
  attended: (practiceId: string, uid: string) => `practices/${practiceId}/members/${uid}`,
  credited: (practiceId: string, uid: string) => `practices/${practiceId}/carpool/${uid}`,
  answered: (practiceId: string, uid: string) => `practices/${practiceId}/answers/${uid}`,
  listed: (kind: string, practiceId: string, hash: string) => `practices/${practiceId}/emails/${kind}/${hash}`,
  paid: (hash: string) => `emailPaidCounts/${hash}`,
  picture: (uid: string) => `pfp/${uid}`,
}

/** The Firebase user ids that these members were imported from. */
export async function findUids(db: Db | Tx, memberIds: string[]) {
  const uids = new Map<string, string>()
  for (const portion of chunk(memberIds)) {
    const rows = await db
      .selectFrom('importedFact')
      .select(['fact', 'memberId'])
      .where('memberId', 'in', portion)
      .where('fact', 'like', factOf.user('%'))
      .execute()
    for (const { fact, memberId } of rows) uids.set(memberId ?? '', fact.slice(factOf.user('').length))
  }
  return uids
}

/** Those of the facts that have been imported. */
export async function findImported(db: Db | Tx, facts: string[]): Promise<ImportedFacts> {
  const taken: ImportedFacts = new Map()
  for (const portion of chunk(facts)) {
    const rows = await db.selectFrom('importedFact').selectAll().where('fact', 'in', portion).execute()
    for (const { fact, memberId, value } of rows) taken.set(fact, { memberId, value: JSON.parse(value) })
  }
  return taken
}

export type NewFact = { fact: string; memberId?: string | null; value?: unknown }

/** Fails on a fact that exists, so if two imports run concurrently, the second retries and finds nothing to do. */
export async function recordImported(tx: Tx, at: string, facts: NewFact[]) {
  for (const portion of chunk(facts))
    await tx
      .insertInto('importedFact')
      .values(
        portion.map(({ fact, memberId = null, value = null }) => ({
          fact,
          memberId,
          value: JSON.stringify(value),
          at,
        })),
      )
      .execute()
}

/**
 * Compare-and-swap of a fact whose value in a newer export differs.
 * @param before the value on which the decision was based
 * @throws OvertakenError if another import has changed it since
 */
export async function updateImported(tx: Tx, at: string, before: unknown, { fact, value }: NewFact) {
  const changed = await tx
    .updateTable('importedFact')
    .set({ value: JSON.stringify(value), at })
    .where('fact', '=', fact)
    .where('value', '=', JSON.stringify(before))
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new OvertakenError()
}
