import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import {
  createTestClub,
  describe,
  engines,
  outcomeOf,
  type TestClub,
  test,
  usualEngines,
} from '#test/support/club-test.ts'
import { exportRequest } from '#test/support/export-request.ts'
import { livePractice } from '#test/support/live-practice.ts'
import { concurrently } from '#test/support/races.ts'
import { doorStore, oneDayPass, tenPractices } from '#test/support/sales.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

async function atTheDoor(club: TestClub) {
  const { officer, practiceId } = await livePractice(club)
  await officer.api.clubSettings.set({ name: 'storeImport.products', value: doorStore.products, seen: 0 })
  const ben = await club.member({ nameFirst: 'Ben', nameLast: 'Meyer', keep: true })
  const toBen = { practiceId, memberId: ben.id, ...oneDayPass }
  const sold = async (more: object = {}) => {
    await club.clock.advance(1000)
    const { saleId } = await officer.api.sales.add({ ...toBen, ...more })
    return { practiceId, saleId, reason: 'Wrong person' }
  }
  return { officer, ben, practiceId, toBen, sold }
}

describe.each(engines)('a sale at the door (%s)', (engine) => {
  test('adds what was bought, and with the check-in uses a day pass, all in one write', async ({ club }) => {
    const { officer, ben, practiceId, toBen } = await atTheDoor(club)
    const done = await officer.api.sales.add({ ...toBen, checkIn: true })
    expect(done).toMatchObject({ checkIn: 'checked-in', usedDayPass: true })
    expect(await ben.row()).toMatchObject({ dayPasses: 0, pass: 'Day Pass' })
    expect(club.announced).toContain('live')
    club.announced.length = 0
    await club.clock.advance(1000)
    expect(await officer.api.sales.add({ ...toBen, ...tenPractices, checkIn: true })).toMatchObject({
      checkIn: 'already-in',
      usedDayPass: false,
    })
    // Only officers' screens, and the member's own.
    expect(new Set(club.announced)).toEqual(new Set(['members', `member:${ben.id}`]))
    const { sales, totals } = await officer.api.sales.get({ practiceId })
    expect(sales).toMatchObject([
      { id: done.saleId, name: 'Ben Meyer', product: 'Day pass', cents: 500, paidBy: 'cash', checkedIn: true },
      { product: 'Ten practices', paidBy: 'card', checkedIn: false, undone: null },
    ])
    expect(totals).toMatchObject({ dayPasses: 1, paidPractices: 10, cash: { sales: 1, cents: 500 } })
    expect((await ben.api.myPractices.get()).balance).toBe(9)
    const { ledger } = await officer.api.memberRecord.get({ memberId: ben.id })
    expect(ledger.map(({ why, amount }) => [why, amount])).toContainEqual(['Bought at the door: Day pass', 1])
    await club.enterPasswords()
    const { payload } = await officer.send(exportRequest('sales'))
    expect(payload).toMatch(/,Ben Meyer,[^,]+,Day pass,0,1,5,cash,/)
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('that is sent twice counts once, and twice without its key (the control)', async ({ club }) => {
    const { officer, ben, toBen } = await atTheDoor(club)
    const { practiceId, ...sale } = toBen
    const body = { ...sale, checkIn: true }
    const send = (key?: string) =>
      officer.send({
        ...{ method: 'POST', path: `/api/v1/practices/${practiceId}/sales` },
        ...{ body, headers: key === undefined ? {} : { 'idempotency-key': key } },
      })
    const answers = await Promise.all([send('the-same-tap-1'), send('the-same-tap-1'), send('the-same-tap-1')])
    expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1)
    expect(await club.db.selectFrom('sale').select('id').execute()).toHaveLength(1)
    expect((await ben.row()).dayPasses).toBe(0)
    await send()
    await send()
    expect((await ben.row()).dayPasses).toBe(2)
  })

  test('undone after its pass was used leaves the pass, and says so; no count goes below zero', async ({ club }) => {
    const { officer, ben, practiceId, sold } = await atTheDoor(club)
    const pass = await sold()
    await ben.api.passes.use({})
    const ten = await sold(tenPractices)
    await officer.api.members.setPaidPractices({ memberId: ben.id, expected: 10, value: 4, reason: '' })
    expect(await officer.api.sales.undo(pass)).toMatchObject({ outcome: 'undone', kept: { dayPasses: 1 } })
    expect(await officer.api.sales.undo(ten)).toMatchObject({ kept: { paidPractices: 6 } })
    expect(await ben.row()).toMatchObject({ dayPasses: 0, paidPractices: 0, pass: 'Day Pass' })
    const { sales, totals } = await officer.api.sales.get({ practiceId })
    expect(sales.map(({ undone }) => undone)).toMatchObject([
      { reason: 'Wrong person', taken: { dayPasses: 0 } },
      { taken: { paidPractices: 4 } },
    ])
    expect(totals).toMatchObject({ dayPasses: 0, paidPractices: 0, cash: { sales: 0, cents: 0 } })
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('undone with its check-in leaves nothing, and a later check-in alone', async ({ club }) => {
    const { officer, ben, practiceId, sold } = await atTheDoor(club)
    const wrong = await sold({ checkIn: true })
    expect(await outcomeOf(officer.api.sales.undo({ ...wrong, reason: ' ' }))).toBe('INVALID_FIELD')
    const undone = await officer.api.sales.undo({ ...wrong, undoCheckIn: true })
    expect(undone).toEqual({ outcome: 'undone', kept: { dayPasses: 0, paidPractices: 0 }, checkInUndone: true })
    expect(await ben.row()).toMatchObject({ dayPasses: 0, pass: 'none' })
    expect((await ben.api.home.get()).attended).toBe(0)
    const right = await sold({ checkIn: true })
    await officer.api.scans.undo({ practiceId, memberId: ben.id })
    await club.clock.advance(1000)
    await officer.api.scans.add({ practiceId, memberId: ben.id, usePass: true })
    expect(await officer.api.sales.undo({ ...right, undoCheckIn: true })).toMatchObject({ checkInUndone: false })
    expect((await ben.api.home.get()).attended).toBe(1)
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('that two officers undo at the same time is undone once, and more often without the guard', async () => {
    const race = async (prepare = (_: TestClub) => {}) => {
      await using club = await createTestClub(engine)
      const { officer, ben, sold } = await atTheDoor(club)
      const officers = [officer, await club.officer()]
      const sale = await sold()
      await sold()
      prepare(club)
      const answers = await concurrently(8, async (i) => officers[i % 2]?.api.sales.undo(sale))
      const said = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value?.outcome : 'failed'))
      return [(await ben.row()).dayPasses, ...said.toSorted()]
    }
    const once = [1, ...Array(7).fill('already'), 'undone']
    expect(await race()).toEqual(once)
    expect(await race(removeGuard)).not.toEqual(once)
  })
})

describe.each(usualEngines)('a sale at the door (%s)', () => {
  test('counts without the check-in where that can’t be made, and says why', async ({ club }) => {
    const { officer, practiceId, toBen } = await atTheDoor(club)
    const practices = { ...toBen, ...tenPractices, checkIn: true }
    expect((await officer.api.sales.add(practices)).checkIn).toBe('no-valid-pass')
    await officer.api.practices.endEarly({ practiceId })
    expect((await officer.api.sales.add({ ...toBen, checkIn: true })).checkIn).toBe('practice-over')
    expect((await officer.api.sales.get({ practiceId })).totals).toMatchObject({ dayPasses: 1, paidPractices: 10 })
  })

  test('to oneself is undone with its check-in as well', async ({ club }) => {
    const { officer, sold } = await atTheDoor(club)
    const own = await sold({ memberId: officer.id, checkIn: true })
    expect(await officer.api.sales.undo({ ...own, undoCheckIn: true })).toMatchObject({ checkInUndone: true })
    expect((await officer.api.home.get()).attended).toBe(0)
  })

  test('is refused to a member who has left, at another price, and before the practice', async ({ club }) => {
    const { officer, ben, toBen } = await atTheDoor(club)
    const sell = (more: object = {}) => outcomeOf(officer.api.sales.add({ ...toBen, ...more }))
    expect(await sell({ cents: 400 })).toBe('price-changed')
    expect(await sell({ product: 'Practice' })).toBe('not-for-sale')
    const ahead = { startsAt: '2026-12-01T23:00:00.000Z', endsAt: '2026-12-02T01:00:00.000Z' }
    expect(await sell({ practiceId: await club.practice(ahead) })).toBe('not-begun')
    await officer.api.members.remove({ memberId: ben.id })
    expect(await sell()).toBe('member-gone')
    expect(await club.db.selectFrom('sale').select('id').execute()).toEqual([])
  })

  test('is refused to someone whose officer’s role was taken while it was sent, and so is its undo', async ({
    club,
  }) => {
    const { officer, ben, toBen, sold } = await atTheDoor(club)
    const sale = await sold()
    const lee = await club.officer({ keep: true })
    const { write } = club.ctx
    /** Between the check of the request and its write. */
    const demoteBeforeWrite = () => {
      club.ctx.write = async (act) => {
        club.ctx.write = write
        await officer.api.members.setRole({ memberId: lee.id, expected: 'Officer', role: 'Member' })
        return write(act)
      }
    }
    demoteBeforeWrite()
    expect(await outcomeOf(lee.api.sales.add(toBen))).toBe('FORBIDDEN')
    await officer.api.members.setRole({ memberId: lee.id, expected: 'Member', role: 'Officer' })
    demoteBeforeWrite()
    expect(await outcomeOf(lee.api.sales.undo(sale))).toBe('FORBIDDEN')
    expect((await ben.row()).dayPasses).toBe(1)
  })
})
