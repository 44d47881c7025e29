import type { TestClub, TestMember } from './club.ts'
import { insert } from './insert.ts'

/** Inserts this many members like this one, with an id and an address of their own. */
export async function addCopies({ db }: TestClub, { id, row }: TestMember, number: number) {
  const user = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const member = await row()
  for (let n = 0; n < number; n++) {
    await insert(db, 'user', { ...user, id: `copy-${n}`, email: `copy-${n}@purdue.edu` })
    await insert(db, 'member', { ...member, id: `copy-${n}` })
  }
}
