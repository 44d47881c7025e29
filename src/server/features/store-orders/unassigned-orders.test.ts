import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, describe, outcomeOf, reasonOf, test, usualEngines } from '#test/support/club-test.ts'
import { openShop } from '#test/support/open-shop.ts'
import { finishedWizard } from '#test/support/races.ts'
import { importLines, type Sold, storeImport } from '#test/support/store.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

const options = { club: { storeImport } }

describe.each(usualEngines)('what waits for an address (%s)', (engine) => {
  test.override({ options })

  // Shows: 7.30
  test('is given at the end of the wizard: orders, refunds last, and what was paid before', async ({ club }) => {
    const { kai, waiting, idOf } = await openShop(club)
    await importLines(kai, [
      ['#2', '1', 'new@purdue.edu', 'Day pass', -1],
      ['#1', '1', 'new@purdue.edu', 'Day pass', 3],
      ['#3', '1', 'private@example.com', 'Ten practices', 1],
      ['#4', '1', 'new@purdue.edu', 'Practice', -40],
    ])
    await kai.api.storeImport.assign({ lineId: await idOf('#3'), to: { email: ' New@purdue.edu' } })
    const value = { paidPractices: 2, dayPasses: 1 }
    await kai.api.paidCounts.set({ email: 'new@purdue.edu', expected: null, value })
    const { counts } = await kai.api.paidCounts.get()
    expect(counts).toMatchObject([{ email: 'new@purdue.edu', ...value, store: { paidPractices: -30, dayPasses: 2 } }])
    const newcomer = await club.member({ hasLoggedIn: 0, email: 'new@purdue.edu' })
    const done = await newcomer.api.welcome.finish(finishedWizard)
    expect(done).toEqual({ dayPasses: 2, claimed: { practices: 0, paidPractices: 12, dayPasses: 3 } })
    expect(await newcomer.row()).toMatchObject({ paidPractices: 12, dayPasses: 5 })
    expect(await waiting()).toMatchObject([{ order: '#4', why: 'short', memberId: newcomer.id }])
    expect((await kai.api.paidCounts.get()).counts).toEqual([])
    // The private address is now remembered as theirs.
    expect(await importLines(kai, [['#5', '1', 'private@example.com', 'Practice', 1]])).toMatchObject({ booked: 1 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  // Shows: T39
  test('is claimed once by fifty wizards that finish together (T39), and not without the guard (negative control)', async () => {
    for (const guarded of [true, false]) {
      await using club = await createTestClub(engine, options)
      const { kai } = await openShop(club)
      await importLines(kai, [
        ['#1', '1', 'new@purdue.edu', 'Day pass', 3],
        ['#2', '1', 'new@purdue.edu', 'Practice', 4],
      ])
      const value = { paidPractices: 2, dayPasses: 1 }
      await kai.api.paidCounts.set({ email: 'new@purdue.edu', expected: null, value })
      const newcomer = await club.member({ hasLoggedIn: 0, email: 'new@purdue.edu' })
      if (!guarded) removeGuard(club)
      const fifty = Array.from({ length: 50 }, () => newcomer.api.welcome.finish(finishedWizard))
      const heard = (await Promise.allSettled(fifty)).map(reasonOf).toSorted()
      const { paidPractices, dayPasses } = await newcomer.row()
      const right = { paidPractices: 6, dayPasses: 6, heard: [...Array(49).fill('already-finished'), 'went through'] }
      if (guarded) expect({ paidPractices, dayPasses, heard }).toEqual(right)
      else expect({ paidPractices, dayPasses, heard }).not.toEqual(right)
    }
  })

  test('is set by hand, changed, and removed, each against the value that was seen', async ({ club }) => {
    const { kai } = await openShop(club)
    const { set, remove, get } = kai.api.paidCounts
    const two = { paidPractices: 2, dayPasses: 0 }
    const three = { paidPractices: 3, dayPasses: 1 }
    const email = 'new@purdue.edu'
    await set({ email, expected: null, value: two })
    await set({ email, expected: null, value: two })
    expect(await outcomeOf(set({ email, expected: null, value: three }))).toBe('count-changed')
    await set({ email, expected: two, value: three })
    expect((await get()).counts).toMatchObject([three])
    expect(await outcomeOf(remove({ email, expected: two }))).toBe('count-changed')
    await remove({ email, expected: three })
    expect((await get()).counts).toEqual([])
    expect(await outcomeOf(set({ email: 'ana@purdue.edu', expected: null, value: two }))).toBe('has-account')
    for (const wrong of ['someone@example.com', 'no address'])
      expect(await outcomeOf(set({ email: wrong, expected: null, value: two }))).toBe('INVALID_FIELD')
    expect(JSON.stringify(await club.db.selectFrom('audit').selectAll().execute())).not.toContain('@')
  })
})

describe.each(usualEngines)('a refund (%s)', (engine) => {
  /** Two orders of one address, of which the second is assigned to Ana and remembered; then the first is refunded. */
  async function refunded(settle: (shop: Shop, first: string) => Promise<unknown>) {
    const club = await createTestClub(engine, options)
    const shop = await openShop(club)
    const { kai, ana, idOf } = shop
    const email = 'family@example.com'
    const sold = (order: string, line: string, count: number): Sold => [order, line, email, 'Practice', count]
    await importLines(kai, [sold('#1', '1', 3), sold('#2', '1', 1)])
    await settle(shop, await idOf('#1'))
    await kai.api.storeImport.assign({ lineId: await idOf('#2'), to: { memberId: ana.id }, remember: true })
    await importLines(kai, [sold('#1', '1 refund', -3)])
    return { ...shop, club, [Symbol.asyncDispose]: () => club[Symbol.asyncDispose]() }
  }
  type Shop = Awaited<ReturnType<typeof openShop>>

  test('takes from the member who got the purchase, not from the one who is remembered for the address', async () => {
    await using shop = await refunded(({ kai, ben }, lineId) =>
      kai.api.storeImport.assign({ lineId, to: { memberId: ben.id }, remember: false }),
    )
    expect((await shop.has()).map(([practices]) => practices)).toEqual([1, 0])
    expect(await brokenRules(shop.club.ctx)).toEqual([])
  })

  test('of a dismissed purchase takes from no one and waits for an officer', async () => {
    await using shop = await refunded(({ kai }, lineId) =>
      kai.api.storeImport.dismiss({ lineId, reason: 'Given back' }),
    )
    expect((await shop.ana.row()).paidPractices).toBe(1)
    expect(await shop.waiting()).toMatchObject([{ order: '#1', quantity: -3, memberId: null }])
  })
})

describe.each(usualEngines)('an erased member (%s)', () => {
  test.override({ options })

  test('leaves no address and no name in the orders, which aren’t imported again', async ({ club }) => {
    const { kai, ana, waiting, idOf } = await openShop(club)
    const lines: Sold[] = [
      ['#1', '1', 'ana@purdue.edu', 'Practice', 2, 'Ana Lopez'],
      ['#2', '1', 'secret@example.com', 'Practice', 1, 'Ana Lopez'],
      ['#3', '1', 'secret@example.com', 'Day pass', -9, 'Ana Lopez'],
    ]
    await importLines(kai, lines)
    await kai.api.storeImport.assign({ lineId: await idOf('#2'), to: { memberId: ana.id } })
    await kai.api.members.remove({ memberId: ana.id })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ana.id })
    const left = JSON.stringify([
      await club.db.selectFrom('storeLine').selectAll().execute(),
      await club.db.selectFrom('storeAddress').selectAll().execute(),
    ])
    expect(left).not.toMatch(/ana@|secret|Lopez/)
    expect(await waiting()).toEqual([])
    expect(await importLines(kai, lines)).toMatchObject({ booked: 0, there: 3 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })
})
