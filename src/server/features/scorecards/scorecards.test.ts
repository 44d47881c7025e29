import { describe, expect, test } from 'vitest'
import { type Arrow, arrowAt, rememberedOnCard } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { deleteExpired } from '#server/ops/jobs/jobs.ts'
import { createTestClub, usualEngines } from '#test/support/club.ts'
import { mostCardBytes } from './procedures.ts'

const cardId = 'a-card-1'
const card = { cardId, setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z', seen: null }
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
const write = (change: string, slot: number, arrow: Arrow | null, upon: string | null = null) => ({
  id: `change-${change}`,
  slot,
  arrow,
  upon: upon === null ? null : `change-${upon}`,
  why: '',
})

describe.each(usualEngines)('scorecards (%s)', (engine) => {
  test('keep what a device sends, and list it with its totals, the latest first', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    expect(await ana.api.scorecards.get()).toEqual({ cards: [] })
    const x = arrowAt(firstSetup, { face: 0, x: 3, y: -4 })
    const changes = [write('a', 0, x), write('b', 1, called(9)), write('c', 1, called(8), 'b')]
    expect(await ana.api.scorecard.save({ ...card, changes })).toMatchObject({
      version: 3,
      overtaken: [],
      removed: false,
    })
    await ana.api.scorecard.save({ ...card, cardId: 'a-card-2', startedAt: '2026-11-25T23:00:00.000Z', changes: [] })

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

  test('take a change once, however often it comes', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const changes = [write('a', 0, called(9))]
    await ana.api.scorecard.save({ ...card, changes })
    await ana.api.scorecard.save({ ...card, changes: [write('b', 0, called(8), 'a')] })
    expect(await ana.api.scorecard.save({ ...card, changes })).toMatchObject({ version: 2, overtaken: [] })
    expect((await ana.api.scorecard.get({ cardId })).slots[0]?.arrow).toEqual(called(8))
  })

  test('leave a slot as it is that was changed elsewhere, and say so; all else is taken', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    await ana.api.scorecard.save({ ...card, changes: [write('a', 0, called(9))] })
    const answer = await ana.api.scorecard.save({
      ...card,
      changes: [write('b', 0, called(7)), write('c', 1, called(10))],
    })
    const now = { change: 'change-a', before: [], arrow: called(9), why: '' }
    expect(answer.overtaken).toEqual([{ id: 'change-b', slot: 0, now }])
    const { slots } = await ana.api.scorecard.get({ cardId })
    expect(slots.slice(0, 2).map((slot) => slot?.arrow?.value)).toEqual([9, 10])
  })

  test('tell a device that has not seen all of them what they look like, and no other', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const save = (seen: number | null, ...changes: ReturnType<typeof write>[]) =>
      ana.api.scorecard.save({ ...card, seen, changes })
    const first = await save(0, write('a', 0, called(9)), write('b', 1, called(8)))
    expect(first).toMatchObject({ version: 2, slots: null })
    expect(await save(2)).toMatchObject({ version: 2, slots: null })
    const behind = await save(0, write('c', 2, called(7)))
    expect(behind.version).toBe(3)
    expect(behind.slots?.map((slot) => slot?.arrow?.value).slice(0, 4)).toEqual([9, 8, 7, undefined])
    expect((await save(2)).slots).toEqual(behind.slots)
    expect(await ana.api.scorecard.get({ cardId })).toMatchObject({ version: 3, slots: behind.slots })
  })

  test('of two devices at once on one slot take one, and tell the other', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    await ana.api.scorecard.save({ ...card, changes: [] })
    for (let slot = 0; slot < 12; slot++) {
      const at = (device: string, value: ArrowValue) =>
        ana.api.scorecard.save({ ...card, changes: [write(`${device}${slot}`, slot, called(value))] })
      const answers = await Promise.all([at('p', 9), at('q', 8), at('r', 7)])
      expect(answers.map(({ overtaken }) => overtaken.length).toSorted()).toEqual([0, 1, 1])
      const kept = answers.findIndex(({ overtaken }) => overtaken.length === 0)
      expect((await ana.api.scorecard.get({ cardId })).slots[slot]?.arrow?.value).toBe([9, 8, 7][kept])
    }
  })

  test('are begun once by two devices at once', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const begin = (change: string, slot: number) =>
      ana.api.scorecard.save({ ...card, changes: [write(change, slot, called(9))] })
    await Promise.all([begin('a', 0), begin('b', 1), begin('c', 2)])
    const { cards } = await ana.api.scorecards.get()
    expect(cards.map(({ summary }) => summary.arrows)).toEqual([3])
  })

  // Shows: T23, ASVS 8.2.2
  test('are their archer’s alone', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const ben = await club.officer()
    await ana.api.scorecard.save({ ...card, changes: [write('a', 0, called(9))] })
    expect(await ben.api.scorecards.get()).toEqual({ cards: [] })
    for (const act of [
      () => ben.api.scorecard.get({ cardId }),
      () => ben.api.scorecard.save({ ...card, changes: [write('b', 1, called(9))] }),
      () => ben.api.scorecard.remove({ cardId }),
      () => ben.api.scorecard.restore({ cardId }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 404 })
    expect((await ana.api.scorecard.get({ cardId })).slots[1]).toBeNull()
  })

  test('refuse what cannot stand on them, and what was set up otherwise', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    await ana.api.scorecard.save({ ...card, changes: [] })
    const save = (changes: ReturnType<typeof write>[], fields = {}) =>
      expect(ana.api.scorecard.save({ ...card, ...fields, changes })).rejects
    const wrongSpot = { value: 10, spot: { face: 0, x: 3, y: 4 } } as const
    for (const change of [
      write('a', 30, called(9)),
      write('a', -1, called(9)),
      write('a', 0, called(6)),
      write('a', 0, wrongSpot),
    ])
      await save([change]).toMatchObject({ status: 409, data: { reason: 'not-an-arrow' } })
    await save([], { setup: { ...firstSetup, ends: 11 } }).toMatchObject({ data: { reason: 'other-setup' } })
    await save([], { setup: { ...firstSetup, ends: 0 } }).toMatchObject({
      status: 422,
      data: { fields: { ends: 'Ends: enter a whole number from 1 to 40.' } },
    })
    expect((await ana.api.scorecard.get({ cardId })).slots.every((slot) => slot === null)).toBe(true)
  })

  test('are deleted and restored, and go for good after 30 days', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const changes = [write('a', 0, called(9))]
    await ana.api.scorecard.save({ ...card, changes })
    const before = await ana.api.scorecard.get({ cardId })
    await ana.api.scorecard.remove({ cardId })
    expect(await ana.api.scorecards.get()).toEqual({ cards: [] })
    // A device that doesn't know of the deletion yet loses nothing.
    const late = await ana.api.scorecard.save({ ...card, changes: [write('b', 1, called(8))] })
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
  test('take so many bytes of a member at most, and each remembers so many changes', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
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
      await club.db
        .insertInto('scorecard')
        .values({ ...row, id: `more-${i}` })
        .execute()
      await club.db
        .insertInto('scorecardSheet')
        .values({ ...sheet, cardId: `more-${i}`, slots: large })
        .execute()
    }
    await expect(
      ana.api.scorecard.save({ ...card, changes: [write('one-more', 29, called(9))] }),
    ).rejects.toMatchObject({
      data: { reason: 'cards-too-large' },
    })
    await club.db.deleteFrom('scorecardSheet').where('cardId', 'in', ['more-0', 'more-1', 'more-2']).execute()
    await ana.api.scorecard.save({ ...card, changes: [write('one-more', 29, called(9))] })
  })

  test('are 2,000 at most', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    await ana.api.scorecard.save({ ...card, changes: [] })
    const row = await club.db.selectFrom('scorecard').selectAll().executeTakeFirstOrThrow()
    for (let from = 1; from < 2000; from += 400)
      await club.db
        .insertInto('scorecard')
        .values(Array.from({ length: Math.min(400, 2000 - from) }, (_, i) => ({ ...row, id: `more-${from + i}` })))
        .execute()
    await expect(ana.api.scorecard.save({ ...card, cardId: 'one-too-many', changes: [] })).rejects.toMatchObject({
      data: { reason: 'too-many-cards' },
    })
    await ana.api.scorecard.save({ ...card, changes: [write('a', 0, called(9))] })
  })
})
