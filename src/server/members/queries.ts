import type { Db, Tx } from '../db/database.ts'
import { signedOut } from '../http/refusals.ts'

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

/**
 * A member's row, locked until the transaction ends. @throws UNAUTHORIZED when they have gone since their session was looked
 * at: nothing more is written to a record that was removed or erased (T11)
 */
export async function lockMember(tx: Tx, memberId: string) {
  const row = await tx.selectFrom('member').selectAll().where('id', '=', memberId).forUpdate().executeTakeFirstOrThrow()
  if (row.removedAt !== null) throw signedOut()
  return row
}

/** Those who are officers and can act. In the order of their ids, so that two who ask never wait for each other in a circle. */
export function lockActingOfficers(tx: Tx) {
  return tx
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select('member.id')
    .where('member.role', '=', 'Officer')
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
    .orderBy('member.id')
    .forUpdate('member')
    .execute()
}
