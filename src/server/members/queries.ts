import type { Db, Tx } from '../db/database.ts'

export function getMember(db: Db | Tx, memberId: string) {
  return db.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow()
}

/** Of a member who is present; undefined of one who was removed. */
export async function findFirstName(db: Db, memberId: string) {
  const row = await db
    .selectFrom('member')
    .select('nameFirst')
    .where('id', '=', memberId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return row?.nameFirst
}

/** A member's row, locked until the transaction ends. */
export function lockMember(tx: Tx, memberId: string) {
  return tx.selectFrom('member').selectAll().where('id', '=', memberId).forUpdate().executeTakeFirstOrThrow()
}
