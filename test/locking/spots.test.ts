import { expect, test } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { createTestClub, goodPassword, type TestMember } from '../support/club.ts'
import { whileHeld } from '../support/with-row-locked.ts'

// As in row-locks.test.ts: the second transaction must decide on the rows that the first one leaves.

type SpotsScene = { kai: TestMember; ana: TestMember; ben: TestMember; practiceId: string }

const acts = {
  'a removal': ({ kai, ana }: SpotsScene) => kai.api.members.remove({ memberId: ana.id }),
  'a deletion': ({ ana }: SpotsScene) => ana.api.account.delete({ password: goodPassword }),
}

const meanwhile = {
  'their phone takes': async (tx: Tx, { kai, ana, ben, practiceId }: SpotsScene) => {
    // Lock order: the spots that a member has, then officers, then the member.
    await tx.updateTable('member').set({ nameFirst: 'Held' }).where('id', '=', kai.id).execute()
    await answer(tx, practiceId, ana, null)
    await answer(tx, practiceId, ben, 1)
  },
  'they are given': async (tx: Tx, { ana, ben, practiceId }: SpotsScene) => {
    await tx.updateTable('practice').set({ description: 'Held.' }).where('id', '=', practiceId).execute()
    await tx.updateTable('rsvp').set({ waiting: null }).where('memberId', '=', ana.id).execute()
    await answer(tx, practiceId, ben, 2)
  },
}

const cases = Object.keys(acts).flatMap((act) => Object.keys(meanwhile).map((how) => [act, how] as const))
test.each(cases)('%s, while %s the last place, gives it to who waits', async (act, how) => {
  await using club = await createTestClub('postgres')
  const [kai, ana, ben] = [await club.officer(), await club.member(), await club.member()]
  const practiceId = await club.practice()
  const facts = { kai, ana, ben, practiceId }
  await club.db.updateTable('practice').set({ attendanceLimit: 1 }).where('id', '=', practiceId).execute()
  if (how === 'they are given') await answer(club.db as Tx, practiceId, ana, 1)
  await whileHeld(
    club,
    (tx) => meanwhile[how as keyof typeof meanwhile](tx, facts),
    async (): Promise<unknown> => acts[act as keyof typeof acts](facts),
  )
  const waits = club.db.selectFrom('rsvp').select('waiting').where('memberId', '=', ben.id)
  expect(await waits.executeTakeFirst()).toEqual({ waiting: null })
})

function answer(tx: Tx, practiceId: string, { id }: TestMember, waiting: number | null) {
  const row = { practiceId, memberId: id, kind: 'archer', answeredAt: '2026-11-23T22:50:00.000Z', waiting } as const
  return tx.insertInto('rsvp').values(row).execute()
}
