import { describe, expect, test } from 'vitest'
import type { Arrow } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'

const cardId = 'a-card-1'
const card = { cardId, setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z', seen: null }
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
const writes = (keeper: string, from: number, ...values: ArrowValue[]) =>
  values.map((value, i) => ({
    id: `change-${keeper}-${from + i}-${value}`,
    slot: from + i,
    arrow: called(value),
    upon: null,
    why: '',
  }))
const refusal = (reason: string) => ({ status: 409, data: { reason } })

/** Ana's card, which Ben scores too. */
async function twoKeepers(club: TestClub) {
  const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Silva', keep: true })
  const ben = await club.member({ nameFirst: 'Ben', nameLast: 'Okafor', keep: true })
  await ana.api.scorecard.save({ ...card, changes: [] })
  const { code } = await ana.api.scorecard.invite({ cardId })
  await ben.api.scorecardInvitation.accept({ code })
  return { ana, ben, code }
}

describe.each(engines)('double scoring (%s)', (engine) => {
  test('begins with a code, which says whose card it is and lets one person onto it', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Silva', keep: true })
    const [ben, cem] = [await club.member({ nameFirst: 'Ben', keep: true }), await club.member({ keep: true })]
    await ana.api.scorecard.save({ ...card, changes: [] })
    const { code, until } = await ana.api.scorecard.invite({ cardId })
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect(await ana.api.scorecard.invite({ cardId })).toEqual({ code, until })
    expect(
      await ben.api.scorecardInvitation.get({ code: ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` }),
    ).toEqual({ archer: 'Ana Silva', setup: firstSetup, startedAt: card.startedAt })
    await expect(ana.api.scorecardInvitation.accept({ code })).rejects.toMatchObject(refusal('own-card'))
    for (const wrong of ['K7QM-3XPD', 'nothing like it'])
      await expect(ben.api.scorecardInvitation.accept({ code: wrong })).rejects.toMatchObject(refusal('code-unknown'))
    expect(await ben.api.scorecardInvitation.accept({ code })).toEqual({ cardId })
    expect(await ben.api.scorecardInvitation.accept({ code })).toEqual({ cardId })
    await expect(cem.api.scorecardInvitation.accept({ code })).rejects.toMatchObject(refusal('has-second'))
    await expect(ana.api.scorecard.invite({ cardId })).rejects.toMatchObject(refusal('has-second'))
    expect(club.announced.filter((topic) => topic === `cards:${ben.id}`)).toHaveLength(1)

    expect((await ben.api.scorecards.get()).cards).toMatchObject([{ id: cardId, archer: 'Ana Silva' }])
    expect((await ana.api.scorecards.get()).cards).toMatchObject([{ id: cardId, archer: null }])
    expect(await ben.api.scorecard.get({ cardId })).toMatchObject({
      archer: 'Ana Silva',
      double: { other: 'Ana Silva' },
    })
    expect(await ana.api.scorecard.get({ cardId })).toMatchObject({
      archer: null,
      double: { other: expect.stringContaining('Ben') },
    })
    await expect(cem.api.scorecard.get({ cardId })).rejects.toMatchObject({ status: 404 })
  })

  test('lets one of two on who come at once', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const others = [
      await club.member({ keep: true }),
      await club.member({ keep: true }),
      await club.member({ keep: true }),
    ]
    for (let n = 0; n < 6; n++) {
      const id = `a-card-${n}`
      await ana.api.scorecard.save({ ...card, cardId: id, changes: [] })
      const { code } = await ana.api.scorecard.invite({ cardId: id })
      const answers = await Promise.allSettled(others.map(({ api }) => api.scorecardInvitation.accept({ code })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
      const listed = await Promise.all(others.map(({ api }) => api.scorecards.get()))
      expect(listed.map(({ cards }) => cards.some((line) => line.id === id))).toEqual(
        answers.map(({ status }) => status === 'fulfilled'),
      )
    }
  })

  test('ends a code after an hour', async () => {
    await using club = await createTestClub(engine)
    const [ana, ben] = [await club.member({ keep: true }), await club.member({ keep: true })]
    await ana.api.scorecard.save({ ...card, changes: [] })
    const { code, until } = await ana.api.scorecard.invite({ cardId })
    club.clock.set(until)
    await expect(ben.api.scorecardInvitation.get({ code })).rejects.toMatchObject(refusal('code-unknown'))
    await expect(ben.api.scorecardInvitation.accept({ code })).rejects.toMatchObject(refusal('code-unknown'))
    const again = await ana.api.scorecard.invite({ cardId })
    expect(again.code).not.toBe(code)
    await ben.api.scorecardInvitation.accept({ code: again.code })
  })

  test('keeps two sheets, and shows an end of the other when both have written it', async () => {
    await using club = await createTestClub(engine)
    const { ana, ben } = await twoKeepers(club)
    const first = await ana.api.scorecard.save({ ...card, changes: writes('ana', 0, 9, 'X', 8) })
    expect(first.double?.ends[0]).toEqual({ theirs: null, iConfirmed: null, theyConfirmed: null })
    const half = await ben.api.scorecard.save({ ...card, changes: writes('ben', 0, 'X', 8) })
    expect(half.double?.ends[0]?.theirs).toBeNull()
    const whole = await ben.api.scorecard.save({ ...card, changes: writes('ben', 2, 8) })
    expect(whole.double?.ends[0]?.theirs).toEqual(['X', 9, 8])
    expect((await ana.api.scorecard.save({ ...card, changes: [] })).double?.ends[0]?.theirs).toEqual(['X', 8, 8])
    expect((await ana.api.scorecard.get({ cardId })).slots.slice(0, 3).map((slot) => slot?.arrow?.value)).toEqual([
      ...[9, 'X', 8],
    ])
    // The card's totals come from the archer's own sheet.
    const { cards } = await ben.api.scorecards.get()
    expect(cards[0]?.summary).toMatchObject({ total: 27, arrows: 3 })
  })

  test('takes a confirmation for what it was given for', async () => {
    await using club = await createTestClub(engine)
    const { ana, ben } = await twoKeepers(club)
    await ana.api.scorecard.save({ ...card, changes: writes('ana', 0, 9, 9, 8) })
    await ben.api.scorecard.save({ ...card, changes: writes('ben', 0, 9, 9, 8) })
    const values: ArrowValue[] = [9, 9, 8]
    const mine = await ana.api.scorecard.save({ ...card, changes: [], confirms: [{ end: 0, values }] })
    expect(mine.double?.ends[0]).toEqual({ theirs: values, iConfirmed: values, theyConfirmed: null })
    const wrong = await ben.api.scorecard.save({ ...card, changes: [], confirms: [{ end: 0, values: [9, 9, 9] }] })
    expect(wrong.double?.ends[0]).toEqual({ theirs: values, iConfirmed: null, theyConfirmed: values })
    await ben.api.scorecard.save({
      ...card,
      changes: [],
      confirms: [
        { end: 0, values },
        { end: 77, values },
      ],
    })
    expect((await ana.api.scorecard.get({ cardId })).double?.ends[0]).toEqual({
      theirs: values,
      iConfirmed: values,
      theyConfirmed: values,
    })
  })

  test('is ended by either; who kept the card is told, and begins again where they were', async () => {
    await using club = await createTestClub(engine)
    const { ana, ben } = await twoKeepers(club)
    const cem = await club.member({ keep: true })
    await ben.api.scorecard.save({ ...card, changes: writes('ben', 0, 9) })
    await expect(cem.api.scorecard.part({ cardId })).rejects.toMatchObject({ status: 404 })
    await ben.api.scorecard.part({ cardId })
    expect((await ana.api.scorecard.get({ cardId })).double).toBeNull()
    await expect(ben.api.scorecard.get({ cardId })).rejects.toMatchObject({ status: 404 })
    await expect(ben.api.scorecard.save({ ...card, changes: writes('ben', 1, 8) })).rejects.toMatchObject(
      refusal('keeping-ended'),
    )
    const { code } = await ana.api.scorecard.invite({ cardId })
    await ben.api.scorecardInvitation.accept({ code })
    expect((await ben.api.scorecard.get({ cardId })).slots[0]?.arrow).toEqual(called(9))
    await ana.api.scorecard.part({ cardId })
    await ana.api.scorecard.part({ cardId })
    expect((await ben.api.scorecards.get()).cards).toEqual([])
  })

  test('lets the second delete or restore nothing', async () => {
    await using club = await createTestClub(engine)
    const { ana, ben, code } = await twoKeepers(club)
    await expect(ben.api.scorecard.remove({ cardId })).rejects.toMatchObject({ status: 404 })
    await expect(ben.api.scorecard.restore({ cardId })).rejects.toMatchObject({ status: 404 })
    await expect(ben.api.scorecard.invite({ cardId })).rejects.toMatchObject({ status: 404 })
    await ana.api.scorecard.remove({ cardId })
    expect((await ben.api.scorecards.get()).cards).toEqual([])
    const late = await ben.api.scorecard.save({ ...card, changes: writes('ben', 0, 9) })
    expect(late.removed).toBe(true)
    await expect(ben.api.scorecardInvitation.get({ code })).rejects.toMatchObject(refusal('code-unknown'))
  })

  test('outlives the erasure of the second, with nothing of them on the card', async () => {
    await using club = await createTestClub(engine)
    const { ana, ben } = await twoKeepers(club)
    await ana.api.scorecard.save({ ...card, changes: writes('ana', 0, 9) })
    await ben.api.scorecard.save({ ...card, changes: writes('ben', 0, 9) })
    const kai = await club.officer()
    await kai.api.members.remove({ memberId: ben.id })
    expect((await ana.api.scorecard.get({ cardId })).double?.other).toBe('Former member')
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ben.id })
    const { slots, double } = await ana.api.scorecard.get({ cardId })
    expect([slots[0]?.arrow, double]).toEqual([called(9), null])
    expect(JSON.stringify(await club.db.selectFrom('scorecardSheet').selectAll().execute())).not.toContain(ben.id)
  })
})
