import { expect } from 'vitest'
import { type Arrow, arrowAt, rememberedOnCard } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { describe, outcomeOf, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { mostCardBytes } from './procedures.ts'

const cardId = 'a-card-1'
const card = { cardId, setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z', seen: null }
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
const write = (change: string, slot: number, arrow: Arrow | null, upon: string | null = null) => ({
  ...{ id: `change-${change}`, slot, arrow, why: '' },
  upon: upon === null ? null : `change-${upon}`,
})

/** Ana, and what saves changes to her card. */
async function archer(club: TestClub) {
  const ana = await club.member({ keep: true })
  const save = (changes: ReturnType<typeof write>[], more: object = {}) =>
    ana.api.scorecard.save({ ...card, changes, ...more })
  const slotsOf = async () => (await ana.api.scorecard.get({ cardId })).slots
  return { ana, save, slotsOf }
}

describe.each(usualEngines)('scorecards (%s)', () => {
  test('keep what a device sends, and are listed with totals, the latest first', async ({ club }) => {
    const { ana, save } = await archer(club)
    expect(await ana.api.scorecards.get()).toEqual({ cards: [] })
    const x = arrowAt(firstSetup, { face: 0, x: 3, y: -4 })
    const changes = [write('a', 0, x), write('b', 1, called(9)), write('c', 1, called(8), 'b')]
    expect(await save(changes)).toMatchObject({ version: 3, overtaken: [], removed: false })
    await save([], { cardId: 'a-card-2', startedAt: '2026-11-25T23:00:00.000Z' })

    const { slots, ...rest } = await ana.api.scorecard.get({ cardId })
    expect(rest).toMatchObject({ id: cardId, setup: firstSetup, startedAt: card.startedAt, removed: false })
    expect(slots).toHaveLength(30)
    expect(slots.slice(0, 3)).toEqual([
      { change: 'change-a', before: [], arrow: x, why: '' },
      { change: 'change-c', before: ['change-b'], arrow: called(8), why: '' },
      null,
    ])
    const { cards } = await ana.api.scorecards.get()
    expect(cards.map((line) => [line.id, line.summary])).toEqual([
      ['a-card-2', { total: 0, xs: 0, tens: 0, nines: 0, arrows: 0 }],
      [cardId, { total: 18, xs: 1, tens: 0, nines: 0, arrows: 2 }],
    ])
    expect(club.announced).toContain(`cards:${ana.id}`)
  })

  test('take a change once, and leave a slot that was changed elsewhere, and say so', async ({ club }) => {
    const { ana, save } = await archer(club)
    const first = [write('a', 0, called(9))]
    await save(first)
    expect(await save(first)).toMatchObject({ version: 1, overtaken: [] })
    const answer = await save([write('b', 0, called(7)), write('c', 1, called(10))])
    const now = { change: 'change-a', before: [], arrow: called(9), why: '' }
    expect(answer.overtaken).toEqual([{ id: 'change-b', slot: 0, now }])
    const { slots } = await ana.api.scorecard.get({ cardId })
    expect(slots.slice(0, 2).map((slot) => slot?.arrow?.value)).toEqual([9, 10])
  })

  test('are begun once, and take one of several changes to a slot that arrive together', async ({ club }) => {
    const { ana, save, slotsOf } = await archer(club)
    for (let slot = 0; slot < 12; slot++) {
      const at = (device: string, value: ArrowValue) => save([write(`${device}${slot}`, slot, called(value))])
      const answers = await Promise.all([at('p', 9), at('q', 8), at('r', 7)])
      expect(answers.map(({ overtaken }) => overtaken.length).toSorted()).toEqual([0, 1, 1])
      const kept = answers.findIndex(({ overtaken }) => overtaken.length === 0)
      expect((await slotsOf())[slot]?.arrow?.value).toBe([9, 8, 7][kept])
    }
    expect((await ana.api.scorecards.get()).cards.map(({ summary }) => summary.arrows)).toEqual([12])
  })

  test('refuse arrows that can’t be on them, and another setup', async ({ club }) => {
    const { save, slotsOf } = await archer(club)
    await save([])
    for (const [slot, arrow] of [
      [30, called(9)],
      [0, called(6)],
    ] as const)
      expect(await outcomeOf(save([write('a', slot, arrow)]))).toBe('not-an-arrow')
    expect(await outcomeOf(save([], { setup: { ...firstSetup, ends: 11 } }))).toBe('other-setup')
    await expect(save([], { setup: { ...firstSetup, ends: 0 } })).rejects.toMatchObject({
      status: 422,
      data: { fields: { ends: 'Ends: enter a whole number from 1 to 40.' } },
    })
    expect((await slotsOf()).every((slot) => slot === null)).toBe(true)
  })

  test('are deleted and restored, and go for good after 30 days', async ({ club }) => {
    const { ana, save } = await archer(club)
    const changes = [write('a', 0, called(9))]
    await save(changes)
    const before = await ana.api.scorecard.get({ cardId })
    await ana.api.scorecard.remove({ cardId })
    expect(await ana.api.scorecards.get()).toEqual({ cards: [] })
    // A device that doesn't know of the deletion yet loses nothing.
    const late = await save([write('b', 1, called(8))])
    expect(late.removed).toBe(true)
    club.clock.set('2026-12-23T22:00:00.000Z')
    await deleteExpired(club.ctx)
    await ana.api.scorecard.restore({ cardId })
    const after = await ana.api.scorecard.get({ cardId })
    expect(after.slots[0]).toEqual(before.slots[0])
    expect(after.slots[1]?.arrow).toEqual(called(8))
    await ana.api.scorecard.remove({ cardId })
    club.clock.set('2027-01-23T22:00:00.000Z')
    await deleteExpired(club.ctx)
    expect(await club.db.selectFrom('scorecard').selectAll().execute()).toEqual([])
    expect(await club.db.selectFrom('scorecardSheet').selectAll().execute()).toEqual([])
  })

  // Shows: B15
  test('have a limit on a member’s bytes, and on earlier changes per card', async ({ club }) => {
    const { ana, save } = await archer(club)
    const spot = { face: 0, x: 0, y: 0 }
    // The same arrow, re-entered over and over.
    for (let batch = 0; batch < 3; batch++)
      for (let slot = 0; slot < 29; slot++) {
        const changes = Array.from({ length: 40 }, (_, i) => {
          const n = batch * 40 + i
          const id = (each: number) => `${slot}-${String(each).padStart(40, '0')}`
          return write(id(n), slot, { value: 'X', spot: { ...spot, x: n % 2 } }, n === 0 ? null : id(n - 1))
        })
        await ana.api.scorecard.save({ ...card, changes } as never)
      }
    const { slots } = await ana.api.scorecard.get({ cardId })
    expect(slots.reduce((sum, slot) => sum + (slot?.before.length ?? 0), 0)).toBe(rememberedOnCard)
    const row = await club.db.selectFrom('scorecard').selectAll().executeTakeFirstOrThrow()
    const sheet = await club.db.selectFrom('scorecardSheet').selectAll().executeTakeFirstOrThrow()
    const large = JSON.stringify([...slots, { padding: 'x'.repeat(1_000_000) }])
    for (let i = 0; i < Math.ceil(mostCardBytes / 1_000_000); i++) {
      const [more, itsSheet] = [
        { ...row, id: `more-${i}` },
        { ...sheet, cardId: `more-${i}`, slots: large },
      ]
      await club.db.insertInto('scorecard').values(more).execute()
      await club.db.insertInto('scorecardSheet').values(itsSheet).execute()
    }
    const oneMore = () => save([write('one-more', 29, called(9))])
    expect(await outcomeOf(oneMore())).toBe('cards-too-large')
    await club.db.deleteFrom('scorecardSheet').where('cardId', 'in', ['more-0', 'more-1', 'more-2']).execute()
    await oneMore()
  })
})
