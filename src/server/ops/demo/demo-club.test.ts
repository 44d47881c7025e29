import { expect } from 'vitest'
import { dayOf } from '#domain/calendar-day.ts'
import type { AppContext } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { createWrite } from '#server/db/write.ts'
import { CommandRefused } from '#server/ops/terminal.ts'
import { cookieOf, logIn } from '#test/support/account-requests.ts'
import { brokenRules } from '#test/support/broken-rules.ts'
import { describe, succeeded, type TestClub, test, tuesdayEvening, usualEngines } from '#test/support/club-test.ts'
import { planDemo } from './plan-demo.ts'
import type { Portraits } from './portraits.ts'
import { type SeededDemo, seedDemo } from './seed-demo.ts'

const timeZone = 'America/Indiana/Indianapolis'
const planAt = (now: string, zone = timeZone) => planDemo({ nowMs: Date.parse(now), timeZone: zone })
const noPortraits: Portraits = Promise.resolve(new Map())

/** Around midnight, on days of 23 and 25 hours, and at ordinary times. */
const moments = [tuesdayEvening, '2026-11-24T05:00:20.000Z', '2026-03-08T06:59:00.000Z']

test.each(moments)(
  'the plan of the demo club at %s is in order, with one practice that has just begun and another later today',
  (now) => {
    const { events, schedule } = planAt(now)
    const times = events.map((event) => event.at)
    expect(times).toEqual(times.toSorted())
    expect((times.at(-1) ?? '') <= now).toBe(true)
    const agoMs = Date.parse(now) - Date.parse(schedule.live.startsAt)
    expect(agoMs).toBeGreaterThanOrEqual(0)
    expect(agoMs).toBeLessThanOrEqual(15 * 60_000)
    expect(schedule.later.startsAt >= now).toBe(true)
    for (const { startsAt } of [schedule.live, schedule.later])
      expect(dayOf(Date.parse(startsAt), timeZone)).toBe(dayOf(Date.parse(now), timeZone))
  },
)

/** Logs in through the API with the demo's password. */
async function signIn(club: TestClub, { password }: SeededDemo, email = '') {
  return club.caller(cookieOf(await logIn(club, email, password))).api
}

describe.each(usualEngines)('the demo club (%s)', (engine) => {
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
    expect(home.next.map((card) => card.title)).toEqual(['Scoring round'])
    expect(home).toMatchObject({ hasSamples: false, past: { length: 5 }, upcoming: { length: 5 } })
    expect(home.upcoming.every((card) => card.archers > 0)).toBe(true)

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

  test('goes into an empty club only, and into that one once', async ({ club }) => {
    const [one, other] = [asCommand(club.ctx), asCommand(club.ctx)]
    const answers = await Promise.allSettled([seedDemo(one, noPortraits), seedDemo(other, noPortraits)])
    for (const { database } of [one, other]) if (engine === 'postgres') await database.close()
    expect(answers.filter(succeeded)).toHaveLength(1)
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(CommandRefused)
    expect(refused?.reason.message).toMatch(/^There’s already a club here \(60 rows in user\)\. .*: set DATA/)
    expect(await brokenRules(club.ctx)).toEqual([])
  }, 60_000)
})

/** The context as in the command: on PostgreSQL with its own connection, without the limit on a silent connection. */
function asCommand(ctx: AppContext): AppContext {
  const { connectionString: url } = ctx.database
  if (url === null) return ctx
  const database = openDatabase({ url })
  return { ...ctx, database, write: createWrite(database, () => {}) }
}
