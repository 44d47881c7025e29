import type { Db } from '#server/db/database.ts'

/** All that are not deleted, the oldest first. */
export function listAllPractices(db: Db) {
  return db
    .selectFrom('practice')
    .select(['id', 'title', 'startsOn'])
    .where('deletedAt', 'is', null)
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
}

export function listAttendanceOf(db: Db, practiceIds: string[]) {
  return db
    .selectFrom('attendance')
    .selectAll()
    .where('practiceId', 'in', practiceIds)
    .orderBy('checkedInAt')
    .orderBy('memberId')
    .execute()
}

/** Everybody that the books may know, erased ones too, by name. */
export async function listMemberIds(db: Db) {
  const rows = await db
    .selectFrom('member')
    .select('id')
    .orderBy('nameLast')
    .orderBy('nameFirst')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export function listLedgerOf(db: Db, memberIds: string[]) {
  return db.selectFrom('ledger').selectAll().where('memberId', 'in', memberIds).orderBy('at').orderBy('id').execute()
}

/** The addresses of those who are in the club. */
export async function listContacts(db: Db) {
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.id', 'user.email'])
    .where('member.removedAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
