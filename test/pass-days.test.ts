/**
 * The day of a day pass on a real server process in a time zone far from the club's, on the days when the clocks
 * change: one server uses the pass in one zone, another one judges it in a second zone.
 */
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { addEvent } from '#server/features/calendar/built-in-calendar.ts'
import { type EngineName, usualEngines } from '#test/support/club.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { type QuickMember, quickMember } from '#test/support/quick-member.ts'
import { prepareServer, startServerProcess } from '#test/support/server.ts'
import { createServerClock } from '#test/support/server-clock.ts'
import { copyTree, type Patch, projectRoot } from '../tools/resilience/tree-copy.ts'

const limit = { timeout: 180_000 }
/** 14 hours ahead of UTC and 11 behind it: no moment is on the same day in both and at the club. */
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const

type Day = { name: string; moments: string[]; until: string }

/** In the club's local time: 0:30; before, within, and after the hour that is skipped or repeated; 23:59. */
const springs = (day: string, next: string) => ({
  name: `${day}, of 23 hours`,
  moments: [`${day}T05:30:00.000Z`, `${day}T06:59:59.999Z`, `${day}T07:00:00.000Z`, `${next}T03:59:00.000Z`],
  until: `${next}T04:00:00.000Z`,
})
const falls = (day: string, next: string) => ({
  name: `${day}, of 25 hours`,
  moments: [`${day}T04:30:00.000Z`, `${day}T05:30:00.000Z`, `${day}T06:30:00.000Z`, `${next}T04:59:00.000Z`],
  until: `${next}T05:00:00.000Z`,
})
const days: Day[] = [
  springs('2026-03-08', '2026-03-09'),
  falls('2026-11-01', '2026-11-02'),
  springs('2027-03-14', '2027-03-15'),
  falls('2027-11-07', '2027-11-08'),
]
const looked = process.env.QUIVER_MANY === '1' ? days : days.slice(0, 2)

/** A club with an officer and four members, on a server that is stopped. */
async function createClub(engine: EngineName) {
  const ends: (() => unknown)[] = []
  const made = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : null
  if (made) ends.push(() => made[Symbol.asyncDispose]())
  const clock = await createServerClock('2026-03-01T17:00:00.000Z')
  ends.push(() => clock[Symbol.asyncDispose]())
  const { dataDir, env } = await prepareServer({
    env: {
      ...clock.env,
      AUTH_SECRET: 'a test secret that is long enough 0123456789',
      ...(made ? { DATABASE_URL: made.url } : {}),
    },
  })
  const start = (TZ: string, root = projectRoot) =>
    startServerProcess({ again: { dataDir, env: { ...env, TZ } }, root })
  const server = await start(zones[0])
  ends.push(() => server.dispose())
  const database = openDatabase(made ? { url: made.url } : { file: join(dataDir, 'quiver.db') })
  ends.push(() => database.close())

  const people: QuickMember[] = []
  for (const name of ['kai', 'ana', 'ben', 'cleo', 'dee'])
    people.push(await quickMember(server, { email: `${name}@purdue.edu` }))
  const [kai, ...members] = people as [QuickMember, ...QuickMember[]]
  await database.db.updateTable('session').set({ expiresAt: '2030-01-01T00:00:00.000Z' }).execute()
  const { userId } = (await kai.call('session.get')).person as { userId: string }
  await database.db.updateTable('member').set({ role: 'Officer' }).where('id', '=', userId).execute()
  await server.stop()

  return {
    db: database.db,
    setClock: clock.set,
    start,
    kai,
    members,
    async [Symbol.asyncDispose]() {
      for (const end of ends.reverse()) await end()
    },
  }
}

/**
 * What goes wrong on this day with two servers: one in the first zone, where passes are used, and one in the second,
 * which judges them.
 */
async function faultsOn(
  { db, setClock, start, kai, members }: Awaited<ReturnType<typeof createClub>>,
  { name, moments, until }: Day,
  [hereZone, thereZone]: readonly [string, string],
  root?: string,
) {
  const wrong: string[] = []
  const expectIs = (what: string, found: unknown, right: unknown) => {
    if (found !== right) wrong.push(`${name}, ${what}: ${found} instead of ${right}`)
  }
  const at = (ms: number) => new Date(Date.parse(until) + ms).toISOString()
  const first = moments[0] ?? ''
  await setClock(first)
  await db.updateTable('member').set({ pass: 'none', passUsedAt: null, dayPasses: 2 }).execute()
  const practice = { title: 'Late', location: '', description: '', startsAt: at(-600_000), endsAt: at(7_200_000) }
  const practiceId = await db
    .transaction()
    .execute((tx) => addEvent(tx, { ...practice, sample: false, nowMs: Date.parse(first) }))
  const here = await start(hereZone, root)
  try {
    for (const [index, member] of members.entries()) {
      const usedAt = moments[index] ?? ''
      await setClock(usedAt)
      const answer = await member.call('passes.use')
      expectIs(`used at ${usedAt}`, answer.usedAt, usedAt)
      expectIs(`the end of one used at ${usedAt}`, answer.validUntil, until)
    }
  } finally {
    await here.stop()
  }
  const there = await start(thereZone, root)
  try {
    await setClock(at(-1))
    await kai.call('practices.start', { practiceId })
    for (const [index, member] of members.entries()) {
      const who = `used at ${moments[index]}, a millisecond before midnight`
      expectIs(who, await passOf(member), `Day Pass until ${until}`)
      expectIs(`${who}, Use Pass`, await tryTo(member, 'passes.use'), 'pass-active')
    }
    const [early, late] = members as [QuickMember, QuickMember]
    expectIs('check-in before', await tryTo(early, 'practices.checkIn', { practiceId }), 'done')
    await setClock(until)
    expectIs('check-in at midnight', await tryTo(late, 'practices.checkIn', { practiceId }), 'no-valid-pass')
    for (const [index, member] of members.entries()) {
      const who = `used at ${moments[index]}, at midnight`
      expectIs(who, await passOf(member), 'none until null')
      expectIs(`${who}, Use Pass`, await tryTo(member, 'passes.use'), 'done')
    }
    await kai.call('practices.endEarly', { practiceId })
  } finally {
    await there.stop()
  }
  return wrong
}

/** The pass as My Pass and the home page report it; they must agree. */
async function passOf(member: QuickMember) {
  type Pass = { current: string; validUntil: string | null }
  const pass = (await member.call('passes.get')) as Pass
  const home = (await member.call('home.get')).pass as Pass
  const said = [pass, home].map(({ current, validUntil }) => `${current} until ${validUntil}`)
  return said[0] === said[1] ? said[0] : said.join(', at home ')
}

/** @returns `done`, or the error */
async function tryTo(member: QuickMember, operation: string, input = {}) {
  try {
    await member.call(operation, input)
    return 'done'
  } catch (error) {
    return /"reason":"([\w-]+)"/.exec(String(error))?.[1] ?? String(error)
  }
}

// Shows: T45
test.each(usualEngines)(
  'a Day Pass ends at the club’s next midnight, wherever the servers stand (%s)',
  limit,
  async (engine) => {
    await using club = await createClub(engine)
    const wrong: string[] = []
    for (const [index, day] of looked.entries())
      wrong.push(...(await faultsOn(club, day, index % 2 === 0 ? zones : [zones[1], zones[0]])))
    expect(wrong).toEqual([])
  },
)

const calendarDay = 'src/domain/calendar-day.ts'
const broken: [string, Patch][] = [
  [
    'the machine’s days',
    {
      file: calendarDay,
      from: 'fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)',
      to: 'fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone && Temporal.Now.timeZoneId())',
    },
  ],
  [
    'days of 24 hours',
    {
      file: calendarDay,
      from: 'zoned(atMs, timeZone).toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone)',
      to: 'zoned(atMs, timeZone).startOfDay().add({ hours: 24 })',
    },
  ],
  [
    'passes of 24 hours',
    {
      file: 'src/domain/passes.ts',
      from: 'held.passUsedAt >= startOfToday ?',
      to: 'Date.parse(held.passUsedAt) + 86_400_000 > Date.parse(startOfToday) ?',
    },
  ],
  [
    'a pass that is good for a millisecond too long',
    {
      file: 'src/server/features/passes/my-pass.ts',
      from: 'ctx.days.startOfToday(ctx.clock.now())',
      to: 'ctx.days.startOfToday(ctx.clock.now() - 1)',
    },
  ],
]
// Shows: T45
test('servers that reckon days in another way are noticed (the negative control)', limit, async () => {
  await using club = await createClub('sqlite')
  const ends: (() => unknown)[] = []
  const copy = await copyTree({ onEnd: (end) => ends.push(end) })
  const noticed: string[] = []
  for (const [index, [name, patch]] of broken.entries()) {
    const { undo } = copy.apply(patch)
    if ((await faultsOn(club, days[index] as Day, zones, copy.root)).length > 0) noticed.push(name)
    undo()
  }
  for (const end of ends) await end()
  expect(noticed).toEqual(broken.map(([name]) => name))
})
