// Shows: T13, T50

import { setTimeout as pause } from 'node:timers/promises'
import { goodPassword } from '#test/support/club.ts'
import { announcedVersion } from './announcements.ts'
import { attendanceOf, makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { createJumpingClock } from './jumping-clock.ts'
import { openPhone, type Reply } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { sessionsByTheWall } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const idleMs = minuteMs
/** Tolerance for the time at which a session ends. */
const toleranceMs = 2_000
/** Timers check the clock at least once a minute; the rest is for a busy machine. */
const noticedWithinMs = 63_000
const jumps = [2, -2, 3, -3, 0].map((hours) => hours * hourMs)
const jumpEveryMs = 15_000

export const fault: Fault = {
  name: 'clock-jumps',
  promise:
    'While the server’s clock is set by hours, no session ends early or late (T13), and a live practice ends once, within a minute of its end by the clock (T50).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 12,
  async run(context) {
    const [sessions, practices] = await Promise.all([sessionsUnderJumps(context), practicesUnderJumps(context)])
    const control = await lostWithoutGuard(context)
    const wrong = [...sessions.wrong, ...practices.wrong]
    if (control === 0) wrong.push('the control did not notice: by the wall clock nobody was logged out early')
    return outcomeOf(wrong, {
      ...sessions.figures,
      ...practices.figures,
      'logged out early by the wall clock (control)': control,
    })
  },
}

type Clock = Awaited<ReturnType<typeof createJumpingClock>>
type Club = { club: SeededClub; clock: Clock }

async function clubWithClock(context: FaultContext, members: number, root?: string): Promise<Club> {
  const clock = await createJumpingClock(context)
  const session = { idleMinutes: idleMs / minuteMs, fixedMinutes: 1440 }
  const club = await seedClub(context, { members, practices: 2, env: clock.env, club: { session } })
  await club.start(root)
  return { club, clock }
}

/** Members log in one after the other and go idle, one stays active, while the clock is set again and again. */
async function sessionsUnderJumps(context: FaultContext) {
  const members = Math.max(2, context.rounds(10))
  const { club, clock } = await clubWithClock(context, members)
  const wrong: string[] = []
  const setting = (async () => {
    for (const jump of jumps) {
      await pause(jumpEveryMs, undefined, { signal: context.signal })
      await clock.set(jump)
    }
  })()
  const watched = club.members.map(async ({ email }, i) => {
    await pause(i * 3_000, undefined, { signal: context.signal })
    return watchSession(context, { club, email, busyForMs: i === 0 ? 80_000 : 0 })
  })
  const sessions = await Promise.all(watched)
  await setting
  const errors = sessions.map(({ endErrorMs }) => Math.abs(endErrorMs))
  const told = sessions.map(({ toldErrorMs }) => toldErrorMs)
  for (const { endErrorMs } of sessions)
    if (Math.abs(endErrorMs) > toleranceMs)
      wrong.push(`a session ended ${Math.abs(endErrorMs)} ms too ${endErrorMs < 0 ? 'early' : 'late'}`)
  for (const ms of told) if (ms > toleranceMs) wrong.push(`a session was told an end that was off by ${ms} ms`)
  return {
    wrong,
    figures: {
      'jumps, h': jumps.map((jump) => jump / hourMs).join(' '),
      sessions: sessions.length,
      'ended early or late by at most, ms': Math.max(...errors),
      'told an end that was off by at most, ms': Math.max(...told),
    },
  }
}

type Person = { limits: { idleExpiresAt: string } } | null

/** Logs in, is active for `busyForMs`, and polls the session four times a second until it ends. */
async function watchSession(
  context: FaultContext,
  { club, email, busyForMs }: { club: SeededClub; email: string; busyForMs: number },
) {
  const reply = await openPhone(club.url).post('/api/auth/sign-in/email', { email, password: goodPassword })
  const phone = openPhone(club.url, cookieOf(reply))
  const begunAt = performance.now()
  let activeAt = begunAt
  let toldErrorMs = 0
  for (;;) {
    await pause(250, undefined, { signal: context.signal })
    if (performance.now() - begunAt < busyForMs && performance.now() - activeAt > 5_000) {
      await phone.act('session.touch')
      activeAt = performance.now()
    }
    const { json } = await phone.get('/rpc/session/get')
    const leftMs = idleMs - (performance.now() - activeAt)
    const person = json.person as Person
    if (person === null || leftMs < -10 * toleranceMs) return { endErrorMs: Math.round(-leftMs), toldErrorMs }
    const toldMs = Date.parse(person.limits.idleExpiresAt) - Date.parse(String(json.now))
    toldErrorMs = Math.max(toldErrorMs, Math.round(Math.abs(toldMs - leftMs)))
  }
}

function cookieOf(reply: Reply) {
  return reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

/** Tests a practice whose end the clock skips in both directions, and one during which the clock goes back. */
async function practicesUnderJumps(context: FaultContext) {
  const { club, clock } = await clubWithClock(context, 10)
  const wrong: string[] = []
  const [first = '', second = ''] = club.practiceIds
  const sleep = (ms: number) => pause(ms, undefined, { signal: context.signal })
  const everybodyChecksIn = (practiceId: string) =>
    Promise.all(club.members.map(({ cookie }) => openPhone(club.url, cookie).act('practices.checkIn', { practiceId })))

  await endAt(club, first, Date.now() + 2 * hourMs)
  await makeLive(club, first)
  await everybodyChecksIn(first)
  const before = await entryState(club, first)
  await clock.set(3 * hourMs)
  const aheadMs = await endedWithin(context, club, first)
  await sleep(1_000)
  const after = await entryState(club, first)
  await clock.set(-hourMs)
  await sleep(noticedWithinMs)
  const later = await entryState(club, first)
  await clock.set(0)
  if (aheadMs > noticedWithinMs) wrong.push(`the clock was set beyond the end, and it ended after ${aheadMs} ms`)
  if (after.ends - before.ends !== 1) wrong.push(`ahead: ${after.ends - before.ends} ends were told`)
  if (JSON.stringify(later) !== JSON.stringify(after))
    wrong.push(`set back: ${JSON.stringify(after)} became ${JSON.stringify(later)}`)

  const endsAtMs = Date.now() + noticedWithinMs
  await endAt(club, second, endsAtMs)
  await makeLive(club, second)
  await clock.set(-hourMs)
  await sleep(Math.max(0, endsAtMs + 2_000 - Date.now()))
  // By the clock, it has an hour left.
  const statuses = (await everybodyChecksIn(second)).map(({ status }) => status)
  const back = await entryState(club, second)
  if (back.endedAt !== null || statuses.some((status) => status !== 200))
    wrong.push(`set back: it ended at ${back.endedAt}, and check-ins heard ${[...new Set(statuses)]}`)
  await clock.set(0)
  const rightMs = await endedWithin(context, club, second)
  await sleep(1_000)
  const end = await entryState(club, second)
  if (rightMs > noticedWithinMs) wrong.push(`the clock was put right, and it ended after ${rightMs} ms`)
  if (end.ends - back.ends !== 1) wrong.push(`put right: ${end.ends - back.ends} ends were told`)
  if (end.attendance !== club.members.length || end.mostOfOne !== 1)
    wrong.push(`${end.attendance} of ${club.members.length} are there, one of them ${end.mostOfOne} times`)
  return {
    wrong,
    figures: {
      'set beyond the end: ended after s': (aheadMs / 1000).toFixed(1),
      'ends then, and after the clock was set back': `${after.ends - before.ends} and ${later.ends - before.ends}`,
      'put right past the end: ended after s': (rightMs / 1000).toFixed(1),
      'ends then': end.ends - back.ends,
      'check-ins doubled': end.attendance - club.members.length,
    },
  }
}

async function endAt({ db }: SeededClub, practiceId: string, ms: number) {
  const endsAt = new Date(ms).toISOString()
  const { eventId } = await db
    .selectFrom('practice')
    .select('eventId')
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  await db.updateTable('calendarEvent').set({ endsAt }).where('id', '=', eventId).execute()
  await db.updateTable('practice').set({ endsAt }).where('id', '=', practiceId).execute()
}

/** The version of the live topic, which also grows at the end, and what is stored of this practice. */
async function entryState({ db }: SeededClub, practiceId: string) {
  const ends = await announcedVersion(db, 'live')
  const { endedAt } = await db
    .selectFrom('practice')
    .select('endedAt')
    .where('id', '=', practiceId)
    .executeTakeFirstOrThrow()
  const counts = [...(await attendanceOf({ db }, practiceId)).values()]
  return { ends, endedAt, attendance: counts.length, mostOfOne: Math.max(0, ...counts) }
}

/** @returns the milliseconds until it ended, or a bit more than the limit if it didn't */
async function endedWithin(context: FaultContext, club: SeededClub, practiceId: string) {
  const begunAt = performance.now()
  const tookMs = () => Math.round(performance.now() - begunAt)
  while (tookMs() < noticedWithinMs + 5_000) {
    if ((await entryState(club, practiceId)).endedAt !== null) return tookMs()
    await pause(250, undefined, { signal: context.signal })
  }
  return tookMs()
}

/** A server that times its sessions by the wall clock. @returns how many sessions it ends when the clock is set ahead */
async function lostWithoutGuard(context: FaultContext) {
  const copy = await copyTree(context, [sessionsByTheWall])
  const { club, clock } = await clubWithClock(context, 3, copy.root)
  const cookies = await Promise.all(
    club.members.map(async ({ email }) =>
      cookieOf(await openPhone(club.url).post('/api/auth/sign-in/email', { email, password: goodPassword })),
    ),
  )
  await clock.set(2 * hourMs)
  const answers = await Promise.all(cookies.map((cookie) => openPhone(club.url, cookie).get('/rpc/session/get')))
  return answers.filter(({ json }) => json.person === null).length
}
