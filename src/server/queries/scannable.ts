import { compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Members who may come to a practice, with their pass and, if they are there, since when. */
export function listScannable(db: Db, practiceId: string) {
  return scannable(db)
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.memberId', '=', 'member.id').on('attendance.practiceId', '=', practiceId),
    )
    .select(['member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl'])
    .select(['member.pass', 'member.passUsedAt', 'member.dayPasses', 'member.passCodeHash', 'attendance.checkedInAt'])
    .orderBy('member.id')
    .execute()
}

function scannable(db: Db) {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('user.emailVerified', '=', 1)
}

/** Their names alone. */
export function listScannableNames(db: Db) {
  return scannable(db).select(['member.id', 'member.nameFirst', 'member.nameLast']).execute()
}

/** One of them, by their id or the hash of their pass's code. */
export function findScannable(db: Db, { id, passCodeHash }: { id?: string; passCodeHash?: string | undefined }) {
  return scannable(db)
    .select(['member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl'])
    .where((eb) => (id === undefined ? eb('member.passCodeHash', '=', passCodeHash ?? '') : eb('member.id', '=', id)))
    .executeTakeFirst()
}

const ofCode = compiledOne((db, { passCodeHash }: { passCodeHash: string }) =>
  db.selectFrom('member').select('id').where('passCodeHash', '=', passCodeHash),
)

/** Whose pass has this code, removed or not; undefined if no one's. */
export async function findByPassCode(tx: Tx, passCodeHash: string) {
  return (await ofCode(tx, { passCodeHash }))?.id
}
