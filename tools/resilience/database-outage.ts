import { setTimeout as pause } from 'node:timers/promises'
import { attendanceOf, checkInAll, retryCheckIn } from './check-in-load.ts'
import type { FaultContext } from './fault.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import type { SeededClub } from './seeded-club.ts'

/** Five seconds, plus what a busy machine needs to respond. */
const usuallyAnswersWithinMs = 6_500
const backWithinMs = 5_000
const healthWithinMs = 1_000

/** A way to make the database unavailable for this long. */
export type Away = {
  name: string
  awayMs: number
  begin: () => unknown
  end: () => unknown
  /** Set if the server can't respond sooner. */
  answersWithinMs?: number
}

/** Everyone checks in; the database goes away after five acknowledged check-ins, and comes back. */
export async function goAway(
  context: FaultContext,
  live: SeededClub & { practiceId: string },
  away: Away,
  wrong: string[],
) {
  const { answersWithinMs = usuallyAnswersWithinMs } = away
  const complain = (what: string) => void wrong.push(`${away.name}: ${what}`)
  const gone = Promise.withResolvers<void>()
  const load = checkInAll(live, { after: 5, strike: () => gone.resolve(Promise.resolve(away.begin()).then(() => {})) })
  await gone.promise
  const begunAt = performance.now()
  const health: Promise<Reply | null>[] = []
  const latecomers: Promise<Reply | null>[] = []
  while (performance.now() - begunAt < away.awayMs) {
    health.push(orNothing(openPhone(live.url).get('/healthz')))
    const late = openPhone(live.url, live.officer.cookie)
    latecomers.push(orNothing(late.act('practices.checkIn', { practiceId: live.practiceId })))
    await pause(300, undefined, { signal: context.signal })
  }
  await away.end()
  const healedAt = performance.now()
  let back = await orNothing(openPhone(live.url, live.officer.cookie).home())
  while (back?.status !== 200 && performance.now() - healedAt < 60_000) {
    await pause(50)
    back = await orNothing(openPhone(live.url, live.officer.cookie).home())
  }
  const backMs = Math.max(0, performance.now() - healedAt)
  const { attempts, inFlight } = await load
  const never = Number.POSITIVE_INFINITY
  const late = (await Promise.all(latecomers)).map((reply) => reply?.ms ?? never)
  const slowest = Math.max(...attempts.map(({ ms }) => ms), ...late)
  const healthMs = (await Promise.all(health)).map((reply) => (reply?.status === 200 ? reply.ms : never))
  const slowestHealth = Math.max(...healthMs)
  const statuses = Object.entries(Object.groupBy(attempts, ({ reply }) => reply?.status ?? 'none'))
  const acknowledged = attempts.filter(({ reply }) => reply?.status === 200)
  const stored = await attendanceOf(live, live.practiceId)
  const lost = acknowledged.filter(({ memberId }) => !stored.has(memberId)).length
  const again = await Promise.all(attempts.map((attempt) => retryCheckIn(live, attempt)))
  const refused = again.filter((reply) => reply?.status !== 200).length
  const counts = await attendanceOf(live, live.practiceId)
  counts.delete(live.officer.id)
  const doubled = [...counts.values()].filter((count) => count > 1).length

  if (statuses.some(([status]) => status !== '200' && status !== '503'))
    complain(`some heard ${statuses.map(([status]) => status)}`)
  if (slowest > answersWithinMs) complain(`an answer took ${Math.round(slowest)} ms`)
  if (slowestHealth > healthWithinMs) complain(`healthz took ${Math.round(slowestHealth)} ms`)
  if (backMs > backWithinMs) complain(`it was back after ${Math.round(backMs)} ms`)
  if (lost > 0) complain(`${lost} acknowledged ones are gone`)
  if (doubled > 0 || counts.size !== attempts.length)
    complain(`${counts.size} of ${attempts.length} are there, ${doubled} twice`)
  if (refused > 0) complain(`${refused} were refused when they asked again`)
  if (inFlight === 0) complain('none was in flight')
  const figures = {
    'in flight': inFlight,
    answers: statuses.map(([status, those]) => `${those?.length}×${status}`).join(' '),
    lost,
    doubled,
    'slowest answer ms': Math.round(slowest),
    'slowest healthz ms': Math.round(slowestHealth),
    'back after ms': Math.round(backMs),
  }
  context.say(`${away.name}: ${JSON.stringify(figures)}`)
  return Object.fromEntries(Object.entries(figures).map(([what, value]) => [`${away.name}: ${what}`, value]))
}
