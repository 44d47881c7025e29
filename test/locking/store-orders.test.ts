import { expect } from 'vitest'
import type { Tx } from '#server/db/database.ts'
import { describe, test } from '../support/club-test.ts'
import { importLines, storeFile, storeImport } from '../support/store.ts'
import { reasonWhileHeld, whileHeld } from '../support/with-row-locked.ts'

// As in row-locks.test.ts: the second transaction must decide on the rows that the first one leaves.

describe.each(['postgres'])('store orders (%s)', () => {
  test.override({ options: { club: { storeImport } } })

  test('an assignment of an order, while another officer dismisses it', async ({ club, kai, ana }) => {
    await importLines(kai, [['#1', '1', 'buyer@example.com', 'Practice', 1]])
    const [line] = (await kai.api.storeImport.get()).lines
    const dismiss = (tx: Tx) => tx.updateTable('storeLine').set({ state: 'dismissed' }).execute()
    const assign = () => kai.api.storeImport.assign({ lineId: line?.id ?? '', to: { memberId: ana.id } })
    expect(await reasonWhileHeld(club, dismiss, assign)).toBe('line-changed')
    expect((await ana.row()).paidPractices).toBe(0)
  })

  test('a paid count, while another officer changes it', async ({ club, kai }) => {
    const two = { paidPractices: 2, dayPasses: 0 }
    const three = { ...two, paidPractices: 3 }
    const email = 'new@purdue.edu'
    await kai.api.paidCounts.set({ email, expected: null, value: two })
    const change = (tx: Tx) => tx.updateTable('preRegistration').set({ paid: 9 }).execute()
    const act = () => kai.api.paidCounts.set({ email, expected: two, value: three })
    expect(await reasonWhileHeld(club, change, act)).toBe('count-changed')
  })

  test('an import, while someone whose order it has finishes the wizard', async ({ club, kai }) => {
    const ana = await club.member({ hasLoggedIn: 0, email: 'ana@purdue.edu' })
    const finish = (tx: Tx) => tx.updateTable('member').set({ hasLoggedIn: 1 }).where('id', '=', ana.id).execute()
    const done = await whileHeld(club, finish, async () => {
      const file = storeFile([['#1', '1', 'ana@purdue.edu', 'Practice', 2]])
      const { seen } = await kai.api.storeImport.preview({ file })
      return kai.api.storeImport.apply({ file, seen }).catch(async (error) => {
        // The line that it would change has changed since.
        expect(error).toMatchObject({ data: { reason: 'changed-since' } })
        const again = await kai.api.storeImport.preview({ file })
        return kai.api.storeImport.apply({ file, seen: again.seen })
      })
    })
    expect(done).toMatchObject({ booked: 1, signUps: 0 })
    expect((await ana.row()).paidPractices).toBe(2)
  })
})
