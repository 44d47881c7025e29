import { expect } from 'vitest'
import type { Arrow } from '#domain/scorecards/card.ts'
import type { ArrowValue } from '#domain/scorecards/faces.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { describe, engines, outcomeOf, type TestClub, type TestMember, test } from '#test/support/club-test.ts'

const cardId = 'a-card-1'
const card = { cardId, setup: firstSetup, startedAt: '2026-11-24T23:00:00.000Z', seen: null }
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
const writes = (keeper: string, from: number, ...values: ArrowValue[]) =>
  values.map((value, i) => ({
    ...{ id: `change-${keeper}-${from + i}-${value}`, slot: from + i },
    ...{ arrow: called(value), upon: null, why: '' },
  }))

const save = ({ api }: TestMember, changes: ReturnType<typeof writes> = [], more: object = {}) =>
  api.scorecard.save({ ...card, changes, ...more })

/** Ana's card, which Ben scores too. */
async function twoKeepers(club: TestClub) {
  const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Silva', keep: true })
  const ben = await club.member({ nameFirst: 'Ben', nameLast: 'Okafor', keep: true })
  await save(ana)
  const { code } = await ana.api.scorecard.invite({ cardId })
  await ben.api.scorecardInvitation.accept({ code })
  return { ana, ben, code }
}

describe.each(engines)('double scoring (%s)', () => {
  test('begins with a code, which lets one person onto the card within an hour', async ({ club }) => {
    const ana = await club.member({ nameFirst: 'Ana', nameLast: 'Silva', keep: true })
    const [ben, cem] = [await club.member({ nameFirst: 'Ben', keep: true }), await club.member({ keep: true })]
    await save(ana)
    const { code: ended, until } = await ana.api.scorecard.invite({ cardId })
    expect(ended).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect(await ana.api.scorecard.invite({ cardId })).toEqual({ code: ended, until })
    club.clock.set(until)
    for (const act of [ben.api.scorecardInvitation.get, ben.api.scorecardInvitation.accept])
      expect(await outcomeOf(act({ code: ended }))).toBe('code-unknown')
    const { code } = await ana.api.scorecard.invite({ cardId })
    expect(code).not.toBe(ended)
    const typed = ` ${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`
    const whose = { archer: 'Ana Silva', setup: firstSetup, startedAt: card.startedAt }
    expect(await ben.api.scorecardInvitation.get({ code: typed })).toEqual(whose)
    expect(await outcomeOf(ana.api.scorecardInvitation.accept({ code }))).toBe('own-card')
    expect(await ben.api.scorecardInvitation.accept({ code })).toEqual({ cardId })
    expect(await ben.api.scorecardInvitation.accept({ code })).toEqual({ cardId })
    expect(await outcomeOf(cem.api.scorecardInvitation.accept({ code }))).toBe('has-second')
    expect(await outcomeOf(ana.api.scorecard.invite({ cardId }))).toBe('has-second')
    expect(club.announced.filter((topic) => topic === `cards:${ben.id}`)).toHaveLength(1)

    expect((await ben.api.scorecards.get()).cards).toMatchObject([{ id: cardId, archer: 'Ana Silva' }])
    expect((await ana.api.scorecards.get()).cards).toMatchObject([{ id: cardId, archer: null }])
    const bens = { archer: 'Ana Silva', double: { other: 'Ana Silva' } }
    expect(await ben.api.scorecard.get({ cardId })).toMatchObject(bens)
    const anas = { archer: null, double: { other: expect.stringContaining('Ben') } }
    expect(await ana.api.scorecard.get({ cardId })).toMatchObject(anas)
    expect(await outcomeOf(cem.api.scorecard.get({ cardId }))).toBe('NOT_FOUND')
  })

  test('takes a confirmation only for the values it was given for', async ({ club }) => {
    const { ana, ben } = await twoKeepers(club)
    await save(ana, writes('ana', 0, 9, 9, 8))
    // Ben sees what Ana has entered once he has entered the whole end.
    const half = await save(ben, writes('ben', 0, 9, 9))
    expect(half.double?.ends[0]?.theirs).toBeNull()
    await save(ben, writes('ben', 2, 8))
    const values: ArrowValue[] = [9, 9, 8]
    const mine = await save(ana, [], { confirms: [{ end: 0, values }] })
    expect(mine.double?.ends[0]).toEqual({ theirs: values, iConfirmed: values, theyConfirmed: null })
    const wrong = await save(ben, [], { confirms: [{ end: 0, values: [9, 9, 9] }] })
    expect(wrong.double?.ends[0]).toEqual({ theirs: values, iConfirmed: null, theyConfirmed: values })
    await save(ben, [], { confirms: [0, 77].map((end) => ({ end, values })) })
    const { double } = await ana.api.scorecard.get({ cardId })
    expect(double?.ends[0]).toEqual({ theirs: values, iConfirmed: values, theyConfirmed: values })
  })

  test('can be ended by either; the second scorer loses the card, and resumes it later', async ({ club }) => {
    const { ana, ben } = await twoKeepers(club)
    const cem = await club.member({ keep: true })
    await save(ben, writes('ben', 0, 9))
    expect(await outcomeOf(cem.api.scorecard.part({ cardId }))).toBe('NOT_FOUND')
    await ben.api.scorecard.part({ cardId })
    expect((await ana.api.scorecard.get({ cardId })).double).toBeNull()
    expect(await outcomeOf(ben.api.scorecard.get({ cardId }))).toBe('NOT_FOUND')
    expect(await outcomeOf(save(ben, writes('ben', 1, 8)))).toBe('keeping-ended')
    const { code } = await ana.api.scorecard.invite({ cardId })
    await ben.api.scorecardInvitation.accept({ code })
    expect((await ben.api.scorecard.get({ cardId })).slots[0]?.arrow).toEqual(called(9))
    await ana.api.scorecard.part({ cardId })
    await ana.api.scorecard.part({ cardId })
    expect((await ben.api.scorecards.get()).cards).toEqual([])
  })

  test('lets the second scorer delete or restore nothing', async ({ club }) => {
    const { ana, ben, code } = await twoKeepers(club)
    expect(await outcomeOf(ben.api.scorecard.remove({ cardId }))).toBe('NOT_FOUND')
    expect(await outcomeOf(ben.api.scorecard.restore({ cardId }))).toBe('NOT_FOUND')
    expect(await outcomeOf(ben.api.scorecard.invite({ cardId }))).toBe('NOT_FOUND')
    await ana.api.scorecard.remove({ cardId })
    expect((await ben.api.scorecards.get()).cards).toEqual([])
    const late = await save(ben, writes('ben', 0, 9))
    expect(late.removed).toBe(true)
    expect(await outcomeOf(ben.api.scorecardInvitation.get({ code }))).toBe('code-unknown')
  })

  test('leaves nothing of an erased second scorer on the card', async ({ club }) => {
    const { ana, ben } = await twoKeepers(club)
    await save(ana, writes('ana', 0, 9))
    await save(ben, writes('ben', 0, 9))
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
