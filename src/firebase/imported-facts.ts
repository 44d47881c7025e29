import { chunk, type Db, type Tx } from '#server/db/database.ts'
import { OvertakenError } from '#server/db/write.ts'

/**
 * What has been taken over already, fact by fact, so that the same files change nothing a second time, whatever has been done
 * here since, and an import that was broken off goes on where it stood. An address is in it as its keyed hash.
 */
export type Taken = Map<string, { memberId: string | null; value: unknown }>

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

/** By which documents these members were taken over. */
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

/** Those of these facts that have been taken over. */
export async function findTaken(db: Db | Tx, facts: string[]): Promise<Taken> {
  const taken: Taken = new Map()
  for (const portion of chunk(facts)) {
    const rows = await db.selectFrom('importedFact').selectAll().where('fact', 'in', portion).execute()
    for (const { fact, memberId, value } of rows) taken.set(fact, { memberId, value: JSON.parse(value) })
  }
  return taken
}

export type NewFact = { fact: string; memberId?: string | null; value?: unknown }

/** Two that take over the same at once: the second finds the row, begins anew, and has nothing to do. */
export async function noteTaken(tx: Tx, at: string, facts: NewFact[]) {
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
 * What a fact is by now, where an export says otherwise than the one before.
 * @param before as it was when this was decided @throws OvertakenError where another import has changed it since
 */
export async function noteChanged(tx: Tx, at: string, before: unknown, { fact, value }: NewFact) {
  const changed = await tx
    .updateTable('importedFact')
    .set({ value: JSON.stringify(value), at })
    .where('fact', '=', fact)
    .where('value', '=', JSON.stringify(before))
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new OvertakenError()
}
