import type { Db, Tx } from '../db/database.ts'

export function getMember(db: Db | Tx, memberId: string) {
  return db.selectFrom('member').selectAll().where('id', '=', memberId).executeTakeFirstOrThrow()
}

/** A member's row, locked until the transaction ends. */
export function lockMember(tx: Tx, memberId: string) {
  return tx.selectFrom('member').selectAll().where('id', '=', memberId).forUpdate().executeTakeFirstOrThrow()
}
