import { hash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#domain/calendar-day.ts'
import { pictureFile } from '#domain/photos.ts'
import { isWeakFor } from '#server/auth/password-rules.ts'
import type { AppContext } from '#server/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { createWrite } from '#server/db/write.ts'
import type { defineClub } from '#server/ops/config/club-config.ts'
import { readWhole } from '#server/ops/files/club-files.ts'
import { CommandRefused } from '#server/ops/terminal.ts'
import { runChecks } from '#server/ops/verify/run-checks.ts'
import { createTestClub, succeeded, type TestClub, tuesdayEvening, usualEngines } from '#test/support/club.ts'
import { planDemo } from './plan-demo.ts'
import type { Portraits } from './portraits.ts'
import { newDemoPassword, type SeededDemo, seedDemo } from './seed-demo.ts'

const timeZone = 'America/Indiana/Indianapolis'
const planAt = (now: string, zone = timeZone) => planDemo({ nowMs: Date.parse(now), timeZone: zone })
const noPortraits: Portraits = Promise.resolve(new Map())

/** Around midnight, on days of 23 and 25 hours, and at ordinary times. */
const moments = [
  tuesdayEvening,
  '2026-11-24T05:00:20.000Z',
  '2026-11-25T04:59:59.000Z',
  '2026-03-08T06:59:00.000Z',
  '2026-11-01T18:17:00.000Z',
]

describe('the plan of the demo club', () => {
  test.each(moments)('at %s is in order, with one practice that has just begun and another later today', (now) => {
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
  })

  test('has practices on Tuesdays and Thursdays from 6 to 8 PM, some cancelled, with 8 to 25 people each', () => {
    const { events, schedule } = planAt(tuesdayEvening)
    expect(schedule.past.length).toBeGreaterThan(25)
    for (const { startsAt, endsAt } of schedule.past) {
      const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
      expect([2, 4]).toContain(local(startsAt).dayOfWeek)
      expect([local(startsAt).hour, local(endsAt).hour]).toEqual([18, 20])
    }
    const heads = (key: string) =>
      events.filter((event) => (event.kind === 'check-in' || event.kind === 'enter') && event.practice === key).length
    const off = schedule.past.filter((practice) => schedule.calledOff.has(practice))
    expect(off.length).toBeGreaterThan(1)
    for (const practice of off) expect(heads(practice.key)).toBe(0)
    for (const practice of schedule.past.filter((each) => !off.includes(each))) {
      expect(heads(practice.key)).toBeGreaterThanOrEqual(8)
      expect(heads(practice.key)).toBeLessThanOrEqual(25)
    }
    expect(heads('live')).toBe(12)
    expect(schedule.ahead.length).toBeGreaterThan(12)
  })

  test('has a password of its own each time, which the club itself would take', async () => {
    await using club = await createTestClub('sqlite')
    const passwords = Array.from({ length: 100 }, newDemoPassword)
    expect(new Set(passwords).size).toBe(100)
    for (const password of passwords) {
      expect(password).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
      expect(await isWeakFor(club.ctx.club, password)).toBe(false)
    }
  })
})

/** Logs in through the API with the demo's password. */
async function signIn(club: TestClub, { password }: SeededDemo, email: string | undefined) {
  const body = { email, password }
  const reply = await club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body })
  expect(reply.statusCode).toBe(200)
  return club.caller(String(reply.headers['set-cookie']).split(';')[0] ?? '').api
}

async function faultsOf(club: TestClub) {
  const faults: string[] = []
  await runChecks(club.ctx, (_title, { wrong }) => void faults.push(...wrong))
  return faults
}

describe.each(usualEngines)('the demo club (%s)', (engine) => {
  test('is sound, looks lived in, and those it names find what it promises', async () => {
    await using club = await createTestClub(engine)
    const seeded = await seedDemo(club.ctx, noPortraits)
    expect(await faultsOf(club)).toEqual([])
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

    const { lines, imports, addresses } = await kai.storeImport.get()
    expect([new Set(lines.map(({ state }) => state)), addresses.length]).toEqual([
      new Set(['waiting', 'dismissed', 'booked']),
      2,
    ])
    expect(imports.length).toBeGreaterThan(15)
    const { edits } = await kai.bulkEdits.get()
    expect(edits.some(({ undone }) => undone > 0)).toBe(true)

    expect((await (await signIn(club, seeded, owing)).home.get()).balance).toBe(-3)
  }, 60_000)

  test('goes into an empty club only, and into that one once', async () => {
    await using club = await createTestClub(engine)
    const [one, other] = [asCommand(club.ctx), asCommand(club.ctx)]
    const answers = await Promise.allSettled([seedDemo(one, noPortraits), seedDemo(other, noPortraits)])
    for (const { database } of [one, other]) if (engine === 'postgres') await database.close()
    expect(answers.filter(succeeded)).toHaveLength(1)
    const refused = answers.find((answer) => answer.status === 'rejected')
    expect(refused?.reason).toBeInstanceOf(CommandRefused)
    expect(refused?.reason.message).toMatch(/^There’s already a club here \(60 rows in user\)\. .*: set DATA/)
    expect(await faultsOf(club)).toEqual([])
  }, 60_000)
})

test.each<[now: string, settings: Parameters<typeof defineClub>[0]]>([
  ['2026-11-24T05:00:20.000Z', { timeZone: 'Asia/Kathmandu', emailDomain: 'example.edu' }],
  [
    '2026-03-08T20:00:00.000Z',
    { welcome: { dayPasses: 0 }, practices: { titleFilter: 'league', startWindowMinutes: 1 } },
  ],
])('the demo club is sound at %s with the settings %o, too', { timeout: 60_000 }, async (now, settings) => {
  await using club = await createTestClub('sqlite', { now, club: settings })
  const { signIns } = await seedDemo(club.ctx, noPortraits)
  expect(await faultsOf(club)).toEqual([])
  expect(signIns[0]?.email).toBe(`kai.nakamura@${settings.emailDomain ?? 'purdue.edu'}`)
})

describe('the portraits of the demo club', () => {
  test('differ from person to person, are the same every time, and are shown by the app', async () => {
    await using club = await createTestClub('sqlite')
    const seeded = await seedDemo(club.ctx)
    const rows = await club.db.selectFrom('member').select(['nameFirst', 'pictureUrl']).execute()
    expect(rows).toHaveLength(60)
    const maya = await signIn(club, seeded, 'maya.okafor@purdue.edu')
    expect((await maya.home.get()).live?.attendees.every((each) => each.pictureUrl.startsWith('/files/'))).toBe(true)
    const seen = new Set<string>()
    for (const { pictureUrl } of rows) {
      const path = /^\/files\/pictures\/([\w-]+)\//.exec(pictureUrl)?.[1] ?? ''
      const { memberId } = await club.db
        .selectFrom('picture')
        .select('memberId')
        .where('id', '=', path)
        .where('unusedSince', 'is', null)
        .executeTakeFirstOrThrow()
      const content = await club.ctx.files.read(pictureFile({ memberId, id: path }, 512))
      const bytes = content && (await readWhole(content))
      const { format, width, height } = await sharp(bytes ?? Buffer.alloc(0)).metadata()
      expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
      seen.add(hash('sha256', bytes ?? ''))
    }
    expect(seen.size).toBe(60)
  }, 60_000)
})

/** The context as in the command: on PostgreSQL with its own connection, without the limit on a silent connection. */
function asCommand(ctx: AppContext): AppContext {
  const { connectionString: url } = ctx.database
  if (url === null) return ctx
  const database = openDatabase({ url })
  return { ...ctx, database, write: createWrite(database, () => {}) }
}
