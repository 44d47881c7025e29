import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import { createTestClub, describe, outcomeOf, test, usualEngines } from '#test/support/club-test.ts'
import { openShop } from '#test/support/open-shop.ts'
import { finishedWizard } from '#test/support/races.ts'
import { importLines, raceImports, type Sold, storeFile, storeImport } from '#test/support/store.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

const options = { club: { storeImport } }

const evening: Sold[] = [
  ['#1', '1', 'Ana@Purdue.edu', 'Ten practices', 1],
  ['#1', '2', '', 'day  PASS', 2],
  ['#2', '1', 'ben@purdue.edu', 'Practice', 3],
  ['#3', '1', 'pat@example.com', 'Practice', 1, 'Pat Buyer'],
  ['#4', '1', 'new@purdue.edu', 'Practice', 5],
  ['#5', '1', 'ana@purdue.edu', 'Membership', 1],
  ['#6', '1', 'ana@purdue.edu', 'Club T-shirt', 1],
]

/** The paid practices and Day Passes of Ana and of Ben, such as `10/2 3/1`. */
const countsOf = (counts: unknown[][]) => counts.map((each) => each.join('/')).join(' ')

describe.each(usualEngines)('an order export of the store (%s)', (engine) => {
  test.override({ options })

  test('is previewed by member and by order, and nothing is written', async ({ club }) => {
    const { kai, ana, ben, has } = await openShop(club)
    const preview = await kai.api.storeImport.preview({ file: storeFile(evening) })
    expect(preview).toMatchObject({ encoding: 'UTF-8', separator: ',', total: 7 })
    const of = ({ id: memberId, email }: typeof ana) => ({ memberId, email })
    expect(preview.members).toEqual([
      {
        ...{ ...of(ana), name: 'Ana Lopez', lines: 2 },
        ...{ before: { paidPractices: 0, dayPasses: 0 }, after: { paidPractices: 10, dayPasses: 2 } },
      },
      {
        ...{ ...of(ben), name: 'Ben Okafor', lines: 1 },
        ...{ before: { paidPractices: 0, dayPasses: 1 }, after: { paidPractices: 3, dayPasses: 1 } },
      },
    ])
    expect(preview.lines.map(({ number, outcome, why }) => `${number} ${outcome} ${why}`)).toEqual([
      ...['2 book null', '3 book null', '4 book null'],
      ...['5 wait no-owner', '6 wait sign-up', '7 wait unknown-product'],
    ])
    expect(preview.unread).toEqual([{ number: 8, reason: 'not-ours', said: 'Club T-shirt' }])
    expect(countsOf(await has())).toBe('0/0 0/1')
    expect(await club.db.selectFrom('storeLine').selectAll().execute()).toEqual([])
  })

  test('counts an order once, even if a spreadsheet program changed it, and says so if it differs', async () => {
    await using club = await createTestClub(engine, options)
    const { kai, has } = await openShop(club)
    const sold = (order: string, line: string, count = 1): Sold => [order, line, 'ana@purdue.edu', 'Practice', count]
    const first = [sold('000123', '01'), sold('#0045', '1'), sold('1001', '1')]
    expect(await importLines(kai, first)).toMatchObject({ booked: 3, there: 0 })
    // As a release stored it that did not know these forms.
    await club.db.updateTable('storeLine').set({ orderId: '="000123"' }).where('orderId', '=', '000123').execute()
    const again = [sold('123', '1'), sold('#45', '1'), sold('1.001', '1')]
    expect(await importLines(kai, again)).toMatchObject({ booked: 0, waiting: 0, there: 3 })
    expect(await importLines(kai, [sold('#0045', '1', 4)])).toMatchObject({ booked: 0, there: 0, unread: 1 })
    expect(countsOf(await has())).toBe('3/0 0/1')
  })

  test('books what the preview showed, once for all imports, with an audit row for each member', async ({ club }) => {
    const { kai, ana, ben, has, waiting } = await openShop(club)
    const done = await importLines(kai, evening)
    expect(done).toEqual({ booked: 3, members: 2, waiting: 2, signUps: 1, there: 0, unread: 1 })
    expect(countsOf(await has())).toBe('10/2 3/1')
    const log = await club.db.selectFrom('audit').select(['action', 'target', 'after']).orderBy('at').execute()
    expect(log.map(({ action }) => action).toSorted()).toEqual(['member.store', 'member.store', 'store.import'])
    const targets = log.filter(({ action }) => action === 'member.store').map(({ target }) => target)
    expect(targets.toSorted()).toEqual([ana.id, ben.id].toSorted())
    expect(JSON.stringify(log)).not.toMatch(/@|Pat|Ana/)
    const causes = await club.db.selectFrom('ledger').select('cause').where('memberId', '=', ana.id).execute()
    expect(causes.map(({ cause }) => cause).toSorted()).toEqual(['import:%231:1:1', 'import:%231:2:1'])
    // What is kept of the request has no names either.
    expect(JSON.stringify(await club.db.selectFrom('idempotency').select('answer').execute())).not.toMatch(/@|Ana|Pat/)
    expect(await importLines(kai, evening)).toMatchObject({ booked: 0, members: 0, waiting: 0, signUps: 0, there: 6 })
    expect(countsOf(await has())).toBe('10/2 3/1')
    expect(await waiting()).toHaveLength(3)
    expect((await kai.api.storeImport.get()).imports).toHaveLength(1)
    expect((await kai.api.home.get()).needs).toMatchObject({ storeLines: 2 })
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('is refused if it would do something else than the preview showed, until the next preview', async ({ club }) => {
    const { kai } = await openShop(club)
    const file = storeFile([['#1', '1', 'pat@example.com', 'Practice', 1]])
    const { seen } = await kai.api.storeImport.preview({ file })
    await club.member({ email: 'pat@example.com' })
    expect(await outcomeOf(kai.api.storeImport.apply({ file, seen }))).toBe('changed-since')
    const again = await kai.api.storeImport.preview({ file })
    expect(await kai.api.storeImport.apply({ file, seen: again.seen })).toMatchObject({ booked: 1 })
  })

  test('a refund takes what the order gave; if there aren’t enough, it waits as a whole', async ({ club }) => {
    const { kai, ana, has, waiting } = await openShop(club)
    await importLines(kai, [
      // Refunds are booked after purchases, wherever they are in the file.
      ['#2', '1', 'ben@purdue.edu', 'Day pass', -2],
      ['#1', '1', 'ben@purdue.edu', 'Day pass', 1],
      ['#3', '1', 'ana@purdue.edu', 'Day pass', -1],
      ['#4', '1', 'ana@purdue.edu', 'Practice', -1],
    ])
    expect(countsOf(await has())).toBe('0/0 0/0')
    const [line, practice] = await waiting()
    expect([line?.why, practice?.why]).toEqual(['short', 'short'])
    const to = { memberId: ana.id }
    expect(await outcomeOf(kai.api.storeImport.assign({ lineId: line?.id ?? '', to }))).toBe('short')
    await kai.api.members.setDayPasses({ memberId: ana.id, expected: 0, value: 1 })
    expect(await kai.api.storeImport.assign({ lineId: line?.id ?? '', to })).toMatchObject({ booked: 1 })
    await kai.api.storeImport.dismiss({ lineId: practice?.id ?? '', reason: 'Never counted here' })
    expect(countsOf(await has())).toBe('0/0 0/0')
    expect(await waiting()).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('an assigned buyer is remembered for waiting and later orders, and can be unassigned', async ({ club }) => {
    const { kai, ana, has, idOf } = await openShop(club)
    await importLines(kai, [
      ['#1', '1', 'pat@example.com', 'Practice', 1],
      ['#2', '1', 'pat@example.com', 'Practice', 2],
      ['#3', '1', 'other@example.com', 'Practice', 7],
    ])
    const lineId = await idOf('#1')
    expect(await kai.api.storeImport.assign({ lineId, to: { memberId: ana.id } })).toEqual({ booked: 2, waiting: 0 })
    expect((await has())[0]).toEqual([3, 0])
    expect(await importLines(kai, [['#4', '1', 'PAT@example.com', 'Day pass', 1]])).toMatchObject({ booked: 1 })
    expect((await has())[0]).toEqual([3, 1])
    // A line booked through a remembered address can be unassigned too.
    const byMemory = (await kai.api.storeImport.get()).lines.find(({ order }) => order === '#4')
    expect(byMemory).toMatchObject({ byHand: true, state: 'booked' })
    await kai.api.storeImport.unassign({ lineId: byMemory?.id ?? '' })
    expect((await has())[0]).toEqual([3, 0])
    await kai.api.storeImport.assign({ lineId: byMemory?.id ?? '', to: { memberId: ana.id } })
    await kai.api.storeImport.unassign({ lineId })
    expect((await has())[0]).toEqual([2, 1])
    expect((await kai.api.storeImport.get()).addresses).toEqual([])
    // And assigned again to the same person.
    expect(await kai.api.storeImport.assign({ lineId, to: { memberId: ana.id } })).toEqual({ booked: 1, waiting: 0 })
    expect(await brokenRules(club.ctx)).toEqual([])
    await kai.api.members.setPaidPractices({ memberId: ana.id, expected: 3, value: 0 })
    expect(await outcomeOf(kai.api.storeImport.unassign({ lineId }))).toBe('spent-since')
    expect(await importLines(kai, [['#5', '1', 'ana@purdue.edu', 'Practice', 1]])).toMatchObject({ booked: 1 })
    const byAddress = club.db.selectFrom('storeLine').select('id').where('orderId', '=', '#5')
    const { id } = await byAddress.executeTakeFirstOrThrow()
    expect(await outcomeOf(kai.api.storeImport.unassign({ lineId: id }))).toBe('not-by-hand')
  })

  test('an order assigned by address is booked for a member, and waits for a newcomer’s wizard', async ({ club }) => {
    const { kai, ana, has, waiting, idOf } = await openShop(club)
    const half = await club.member({ hasLoggedIn: 0, email: 'half@purdue.edu' })
    await importLines(kai, [
      ['#1', '1', 'one@example.com', 'Practice', 1],
      ['#2', '1', 'two@example.com', 'Practice', 2],
      ['#3', '1', 'three@example.com', 'Practice', 3],
    ])
    const { assign } = kai.api.storeImport
    const assigned = { lineId: await idOf('#1'), to: { email: ana.email }, remember: false }
    expect(await assign(assigned)).toEqual({ booked: 1, waiting: 0 })
    expect((await has())[0]).toEqual([1, 0])
    expect((await kai.api.storeImport.get()).addresses).toEqual([])
    expect(await assign({ lineId: await idOf('#2'), to: { memberId: half.id } })).toEqual({ booked: 0, waiting: 1 })
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ order: '#2', forEmail: half.email, why: 'sign-up' }),
    )
    expect((await half.api.welcome.finish(finishedWizard)).claimed).toMatchObject({ paidPractices: 2 })
    const lineId = await idOf('#3')
    expect(await outcomeOf(assign({ lineId, to: { email: 'x@example.com' } }))).toBe('INVALID_FIELD')
    expect(await outcomeOf(assign({ lineId, to: { memberId: 'nobody' } }))).toBe('NOT_FOUND')
    await kai.api.members.remove({ memberId: ana.id })
    expect(await outcomeOf(assign({ lineId, to: { memberId: ana.id } }))).toBe('NOT_FOUND')
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('an officer sets the worth of an unknown product, and dismisses and reopens an order', async ({ club }) => {
    const { kai, has, waiting } = await openShop(club)
    await importLines(kai, [
      ['#1', '1', 'ana@purdue.edu', 'Membership', 1],
      ['#2', '1', 'ben@purdue.edu', 'MEMBERSHIP', 2],
      ['#3', '1', 'pat@example.com', 'Membership', 1],
    ])
    const [line] = await waiting()
    const worth = { lineId: line?.id ?? '', paidPractices: 2, dayPasses: 1 }
    expect(await kai.api.storeImport.setWorth(worth)).toEqual({ booked: 2, waiting: 1 })
    expect(countsOf(await has())).toBe('2/1 4/3')
    expect(await outcomeOf(kai.api.storeImport.setWorth(worth))).toBe('line-changed')
    const [left] = await waiting()
    const lineId = left?.id ?? ''
    expect(await outcomeOf(kai.api.storeImport.dismiss({ lineId, reason: ' ' }))).toBe('INVALID_FIELD')
    await kai.api.storeImport.dismiss({ lineId, reason: 'For a friend' })
    expect(await waiting()).toEqual([])
    expect((await kai.api.home.get()).needs).toMatchObject({ storeLines: 0 })
    await kai.api.storeImport.reopen({ lineId })
    expect(await waiting()).toMatchObject([{ why: 'no-owner', gain: { paidPractices: 2, dayPasses: 1 } }])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('an order that waits again is booked for the buyer who has become a member since', async ({ club }) => {
    const { kai, ana, has, waiting, idOf } = await openShop(club)
    const half = await club.member({ hasLoggedIn: 0, email: 'half@purdue.edu' })
    const paid = async () => (await half.row()).paidPractices
    await importLines(kai, [
      ['#1', '1', 'half@purdue.edu', 'Practice', 2],
      ['#2', '1', 'half@purdue.edu', 'Practice', 3],
    ])
    const [lent, aside] = [await idOf('#1'), await idOf('#2')]
    await kai.api.storeImport.assign({ lineId: lent, to: { memberId: ana.id }, remember: false })
    await kai.api.storeImport.dismiss({ lineId: aside, reason: 'A joke?' })
    await half.api.welcome.finish(finishedWizard)
    expect(await paid()).toBe(0)
    await kai.api.storeImport.unassign({ lineId: lent })
    expect((await has())[0]).toEqual([0, 0])
    expect(await paid()).toBe(2)
    await kai.api.storeImport.reopen({ lineId: aside })
    expect(await paid()).toBe(5)
    expect(await waiting()).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('the next import books what waited for a member who was restored', async ({ club }) => {
    const { kai, ana, has } = await openShop(club)
    await kai.api.members.remove({ memberId: ana.id })
    expect(await importLines(kai, [['#1', '1', 'ana@purdue.edu', 'Practice', 2]])).toMatchObject({ signUps: 1 })
    await kai.api.members.restore({ memberId: ana.id })
    const ofBen = await importLines(kai, [['#9', '1', 'ben@purdue.edu', 'Practice', 1]])
    expect(ofBen).toMatchObject({ booked: 2, members: 2 })
    expect((await has())[0]).toEqual([2, 0])
  })

  test('is booked once if two officers import it, and not without the guard (negative control)', async ({ club }) => {
    expect(await raceImports(club)).toEqual([])
    expect(await brokenRules(club.ctx)).toEqual([])
    await using unguarded = await createTestClub(engine, options)
    expect(await raceImports(unguarded, removeGuard)).not.toEqual([])
  })

  test('an import that breaks off has done nothing, and is done in full when it is tried again', async ({ club }) => {
    const { kai, has } = await openShop(club)
    const file = storeFile(evening)
    const { seen } = await kai.api.storeImport.preview({ file })
    const { write } = club.ctx
    club.ctx.write = (act) =>
      write(async (tx, announce) => {
        await act(tx, announce)
        throw new Error('the power is gone')
      })
    await expect(kai.api.storeImport.apply({ file, seen })).rejects.toMatchObject({ status: 500 })
    club.ctx.write = write
    expect(countsOf(await has())).toBe('0/0 0/1')
    expect(await club.db.selectFrom('storeLine').selectAll().execute()).toEqual([])
    expect(await kai.api.storeImport.apply({ file, seen })).toMatchObject({ booked: 3 })
  })
})
