import { expect, test } from 'vitest'
import { importLists } from '#firebase/import-lists.ts'
import type { Tx } from '#server/db/database.ts'
import { createTestClub } from '../support/club.ts'
import { moveIn, readFormer } from '../support/firebase-fixture/move-in.ts'
import { filesWith, has, person } from '../support/firebase-fixture/small-club.ts'
import { whileHeld } from '../support/with-row-locked.ts'

// As in row-locks.test.ts: the second transaction must decide on the rows that the first one leaves.

const raiseTo = (paid: number) => (tx: Tx) => tx.updateTable('preRegistration').set({ paid }).execute()

test('a paid count of someone who has come since, while an officer raises it', async () => {
  await using club = await createTestClub('postgres')
  const paid = { 'later@purdue.edu': { paid: 3 } }
  await moveIn(club, await filesWith({ users: {}, practices: {}, paid }))
  const users = { later: person('later@purdue.edu', { paidPractices: 3 }) }
  const files = await filesWith({ users, practices: {}, paid })
  await whileHeld(club, raiseTo(5), () => moveIn(club, files))
  expect(await has(club, 'later')).toMatchObject({ balance: 5 })
})

test('a paid count that has risen in the old app, while another import raises it, too', async () => {
  await using club = await createTestClub('postgres')
  const risenTo = (paid: number) =>
    filesWith({ users: {}, practices: {}, paid: { 'new@purdue.edu': { paid } }, accounts: [{ localId: 'z' }] })
  await moveIn(club, await risenTo(3))
  const files = await risenTo(5)
  const { lists } = await readFormer(club, files)
  const other = (tx: Tx) => importLists(tx, () => {}, club.ctx, { lists, practices: new Map(), requestId: 'x' })
  expect((await whileHeld(club, other, () => moveIn(club, files))).lists).toBe(0)
  expect(await club.db.selectFrom('preRegistration').select('paid').execute()).toEqual([{ paid: 5 }])
})
