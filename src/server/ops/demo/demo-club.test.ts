import { expect } from 'vitest'
import { CommandRefused } from '#server/ops/terminal.ts'
import { cookieOf, logIn } from '#test/support/account-requests.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import type { Portraits } from './portraits.ts'
import { type SeededDemo, seedDemo } from './seed-demo.ts'

const noPortraits: Portraits = Promise.resolve(new Map())

/** Logs in through the API with the demo's password. */
async function signIn(club: TestClub, { password }: SeededDemo, email = '') {
  return club.caller(cookieOf(await logIn(club, email, password))).api
}

describe.each(usualEngines)('the demo club (%s)', () => {
  test('is sound, looks lived in, and those it names find what it promises', async ({ club }) => {
    const seeded = await seedDemo(club.ctx, noPortraits)
    expect(await brokenRules(club.ctx)).toEqual([])
    expect(seeded).toMatchObject({ people: 60, behind: 27 })
    expect(new Set(club.announced)).toContain('live')

    const [officer, withPasses, owing] = seeded.signIns.map((each) => each.email)
    const kai = await signIn(club, seeded, officer)
    const home = await kai.home.get()
    expect((await kai.session.get()).person).toMatchObject({ role: 'Officer', hasLoggedIn: true })
    expect(home.live).toMatchObject({ practice: { title: 'Open practice' }, startedBy: 'Kai', checkedInAt: null })
    expect(home.live?.attendees).toHaveLength(12)
    expect(home).toMatchObject({ hasSamples: false, next: { length: 1 }, past: { length: 5 }, upcoming: { length: 5 } })
    expect((await kai.session.get()).club).toMatchObject({ contactEmail: 'archery@purdue.edu' })

    const maya = await signIn(club, seeded, withPasses)
    const before = await maya.home.get()
    expect(before.pass).toMatchObject({ current: 'none' })
    expect(before.pass.dayPasses).toBeGreaterThan(2)
    expect(before.cancelled).toHaveLength(1)
    await maya.passes.use({})
    await maya.practices.checkIn({ practiceId: before.live?.practice.id ?? '' })
    expect((await kai.home.get()).live?.attendees).toHaveLength(13)

    expect((await (await signIn(club, seeded, owing)).home.get()).balance).toBe(-3)
  }, 60_000)

  test('goes into an empty club only', async ({ club }) => {
    await club.member()
    const refusal = await seedDemo(club.ctx, noPortraits).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CommandRefused)
    expect(String(refusal)).toMatch(/There’s already a club here \(1 rows? in user\)\. .*: set DATA/)
    expect(await club.db.selectFrom('practice').selectAll().execute()).toEqual([])
  })
})
