import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import {
  describe,
  engines,
  reasonOf,
  succeeded,
  type TestClub,
  type TestMember,
  test,
} from '#test/support/club-test.ts'
import { livePractice } from '#test/support/live-practice.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

async function liveClub(club: TestClub) {
  const { officer, practiceId } = await livePractice(club)
  return { officer, practiceId, checkIn: { practiceId, usePass: true } }
}

/** What a member has in the end: their day passes, the uses booked in the ledger, and their check-ins. */
async function stateOf(club: TestClub, { id, row }: TestMember) {
  const booked = club.db.selectFrom('ledger').select('id').where('memberId', '=', id)
  const uses = await booked.where('cause', 'like', 'use:%').execute()
  const attended = await club.db.selectFrom('attendance').select('memberId').where('memberId', '=', id).execute()
  const { dayPasses, pass } = await row()
  return { dayPasses, pass, uses: uses.length, checkIns: attended.length }
}

/** What is wrong after the same member has pressed in many tabs concurrently: "Use pass & check in" and "Use Pass". */
async function raceTabs(club: TestClub, checkIn: { practiceId: string; usePass: boolean }) {
  const ana = await club.member({ dayPasses: 5 })
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => (i % 2 ? ana.api.passes.use({}) : ana.api.practices.checkIn(checkIn))),
  )
  const state = await stateOf(club, ana)
  const refusals = new Set(answers.filter((answer) => !succeeded(answer)).map(reasonOf))
  return [
    ...(state.dayPasses === 4 && state.uses === 1 && state.checkIns === 1 ? [] : [JSON.stringify(state)]),
    ...[...refusals].filter((reason) => reason !== 'already-checked-in' && reason !== 'pass-active'),
  ]
}

describe.each(engines)('using a pass and checking in as one operation (%s)', () => {
  test('uses one day pass, checks in, and books both', async ({ club }) => {
    const { checkIn } = await liveClub(club)
    const ana = await club.member({ dayPasses: 2 })
    expect(await ana.api.practices.checkIn(checkIn)).toEqual({
      checkedInAt: '2026-11-24T22:50:00.000Z',
      dayPassesLeft: 1,
    })
    expect(await stateOf(club, ana)).toEqual({ dayPasses: 1, pass: 'Day Pass', uses: 1, checkIns: 1 })
    expect((await ana.api.home.get()).live?.checkedInAt).toBe('2026-11-24T22:50:00.000Z')
    const audit = await club.db.selectFrom('audit').select(['action', 'target']).where('actor', '=', ana.id).execute()
    expect(audit).toContainEqual({ action: 'member.use-pass', target: ana.id })
  })

  test('is right to `quiver verify`, although time passes within the operation', async ({ club }) => {
    const { checkIn } = await liveClub(club)
    const ana = await club.member({ dayPasses: 2 })
    const { now } = club.clock
    let readings = 0
    Object.assign(club.clock, { now: () => now() + readings++ })
    await ana.api.practices.checkIn(checkIn)
    expect(readings).toBeGreaterThan(1)
    expect(await brokenRules(club.ctx)).toEqual([])
  })

  test('uses nothing when it is refused', async ({ club }) => {
    const { officer, practiceId, checkIn } = await liveClub(club)
    const [ana, ben] = [await club.member(), await club.member({ dayPasses: 1 })]
    await expect(ana.api.practices.checkIn(checkIn)).rejects.toMatchObject({
      message: "You don't have any day passes left.",
      data: { reason: 'no-day-passes' },
    })
    await expect(ben.api.practices.checkIn({ practiceId })).rejects.toMatchObject({ data: { reason: 'no-valid-pass' } })
    await officer.api.practices.endEarly({ practiceId })
    await expect(ben.api.practices.checkIn(checkIn)).rejects.toMatchObject({ data: { reason: 'no-active-practice' } })
    expect(await stateOf(club, ben)).toEqual({ dayPasses: 1, pass: 'none', uses: 0, checkIns: 0 })
  })

  test('holds against many tabs of one member, and not without the guard (negative control)', async ({ club }) => {
    const { checkIn } = await liveClub(club)
    expect(await raceTabs(club, checkIn)).toEqual([])
    removeGuard(club)
    expect(await raceTabs(club, checkIn)).not.toEqual([])
  })
})
