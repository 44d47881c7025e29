import { setTimeout as pause } from 'node:timers/promises'
import { openSqlite } from '#server/db/node-sqlite-dialect.ts'
import { type FaultProxy, type NetworkFault, startFaultProxy } from '#test/support/fault-proxy.ts'
import { askAgain, attendanceOf, checkInAll, makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { answerBeforeCommit } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

/** Five seconds, and what a busy machine takes to say so. */
const answersWithinMs = 6_500
const backWithinMs = 5_000
const healthWithinMs = 1_000
const awayMs = 8_000

export const fault: Fault = {
  name: 'database-away',
  promise:
    'While the database is away, people hear so within six seconds; it loses and doubles nothing and is back within five (T79).',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    let proxy: FaultProxy | undefined
    const club = await seedClub(context, {
      members: 100,
      practices: 8,
      async databaseBy(url) {
        proxy = await startFaultProxy(Number(new URL(url).port))
        context.onEnd(() => proxy?.stop())
        return Object.assign(new URL(url), { port: proxy.port }).href
      },
    })
    const server = await club.start()
    const wrong: string[] = []
    const figures: Record<string, number | string> = {}
    let before: string | undefined
    for (const away of proxy ? networkFaults(proxy) : heldFiles(club)) {
      const practiceId = club.practiceIds.shift() ?? ''
      await makeLive(club, practiceId, before)
      before = practiceId
      Object.assign(figures, await goAway(context, { ...club, practiceId }, away, wrong))
    }
    if (proxy) {
      await server.kill()
      const lost = await lostWithoutGuard(context, club, { proxy, before })
      if (lost === 0) wrong.push('the control did not notice: answers before the commit lost nothing')
      figures['cut: lost when answered before the commit (control)'] = lost
    }
    return outcomeOf(wrong, figures)
  },
}

/** The negative control: a server that answers before it commits, when its line to the database is cut. @returns how many */
async function lostWithoutGuard(
  context: FaultContext,
  club: SeededClub,
  { proxy, before }: { proxy: FaultProxy; before: string | undefined },
) {
  const copy = await copyTree(context, [answerBeforeCommit])
  const server = await club.start(copy.root)
  const practiceId = club.practiceIds.shift() ?? ''
  await makeLive(club, practiceId, before)
  const cut = () => void proxy.set({ kind: 'cut', afterBytes: 0 })
  const { attempts } = await checkInAll({ ...club, practiceId }, { after: 5, strike: cut })
  await server.kill()
  const stored = await attendanceOf(club, practiceId)
  return attempts.filter(({ reply, memberId }) => reply?.status === 200 && !stored.has(memberId)).length
}

type Away = { name: string; awayMs: number; begin: () => unknown; end: () => unknown }

function networkFaults(proxy: FaultProxy): Away[] {
  const faults: NetworkFault[] = [{ kind: 'refuse' }, { kind: 'hang' }, { kind: 'cut', afterBytes: 0 }]
  return faults.map((network) => ({
    name: network.kind,
    awayMs,
    begin: () => proxy.set(network),
    end: () => proxy.set({ kind: 'pass' }),
  }))
}

/** Another process that holds the file's write lock, for less and for more than a write waits. */
function heldFiles({ dataDir }: SeededClub): Away[] {
  const hold = (forMs: number): Away => {
    const handle = openSqlite(`${dataDir}/quiver.db`)
    return {
      name: `held for ${forMs / 1000} s`,
      awayMs: forMs,
      begin: () => handle.exec('begin immediate'),
      end() {
        handle.exec('rollback')
        handle.close()
      },
    }
  }
  return [hold(2_000), hold(awayMs)]
}

/** Everybody checks in; the database goes away when five have been told that it worked, and comes back. */
async function goAway(context: FaultContext, live: SeededClub & { practiceId: string }, away: Away, wrong: string[]) {
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
  const again = await Promise.all(attempts.map((attempt) => askAgain(live, attempt)))
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
