import { expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { createTestClub, goodPassword, type TestMember } from './support/club.ts'
import { whileHeld } from './support/while-held.ts'

// As in held-rows.test.ts: whoever comes second decides on what is there then.

test.each([
  ['a removal', (kai: TestMember, ana: TestMember) => kai.api.members.remove({ memberId: ana.id })],
  ['a deletion', (_kai: TestMember, ana: TestMember) => ana.api.account.delete({ password: goodPassword })],
])('%s, while their phone takes the last place, gives it to who waits', async (_, act) => {
  await using club = await createTestClub('postgres')
  const [kai, ana, ben] = [await club.officer(), await club.member(), await club.member()]
  const practiceId = await club.practice()
  await club.db.updateTable('practice').set({ attendanceLimit: 1 }).where('id', '=', practiceId).execute()
  const answer = { practiceId, kind: 'archer', answeredAt: '2026-11-23T22:50:00.000Z' } as const
  const takePlace = async (tx: Tx) => {
    // Officers are locked after the places that a member has, and before the member.
    await tx.updateTable('member').set({ nameFirst: 'Held' }).where('id', '=', kai.id).execute()
    const place = { ...answer, memberId: ana.id, waiting: null }
    const turn = { ...answer, memberId: ben.id, waiting: 1 }
    await tx.insertInto('rsvp').values([place, turn]).execute()
  }
  await whileHeld(club, takePlace, async (): Promise<unknown> => act(kai, ana))
  const waits = club.db.selectFrom('rsvp').select('waiting').where('memberId', '=', ben.id)
  expect(await waits.executeTakeFirst()).toEqual({ waiting: null })
})
