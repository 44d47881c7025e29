// Shows: T81

import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { startServerProcess } from '#test/support/server.ts'
import { announcedVersion } from './announcements.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { noSecondLook } from './servers-without.ts'
import { type Follower, follow, quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const drops = 100
const rightWithinMs = 15_000
/** In every nth round, the connection isn't cut, but its other end silently stops. */
const asleepEvery = 10

export const fault: Fault = {
  name: 'listener-lost',
  promise:
    'A process that has lost the line on which PostgreSQL tells of changes, also one that is silently dead, has its screens right within 15 s (T81).',
  engines: ['postgres'],
  limitMinutes: 15,
  async run(context) {
    const rounds = context.rounds(drops)
    const club = await seedClub(context, { members: 3 })
    const wrong: string[] = []
    const times = await dropAll(context, club, { rounds, wrong })
    const copy = await copyTree(context, [noSecondLook])
    const control = await dropAll(context, club, { rounds: 2, wrong: [], root: copy.root })
    const missed = control.cut.filter((ms) => ms > rightWithinMs).length
    if (missed === 0) wrong.push('the control did not notice: without reading the versions nothing was missed')
    const figures = (kind: string, of: number[]) => ({
      [`${kind}: rounds`]: of.length,
      [`${kind}: right after ms, p50`]: quantile(of, 50),
      [`${kind}: right after ms, most`]: quantile(of, 100),
    })
    return outcomeOf(wrong, {
      ...figures('cut', times.cut),
      ...figures('asleep', times.asleep),
      'missed without reading the versions (control)': `${missed} of ${control.cut.length}`,
    })
  },
}

type How = { rounds: number; wrong: string[]; root?: string }

/** Writes past the server while it isn't listening. @returns after how many ms its readers knew */
async function dropAll(context: FaultContext, club: SeededClub, { rounds, wrong, root }: How) {
  const url = new URL(club.env.DATABASE_URL ?? '')
  url.searchParams.set('application_name', 'deaf')
  const env = { DATABASE_URL: url.href, AUTH_SECRET: club.env.AUTH_SECRET ?? '' }
  const server = await startServerProcess({ env, ...(root === undefined ? {} : { root }) })
  context.onEnd(() => server.dispose())
  const followers = club.members.map(({ cookie }) => follow(server.url, cookie))
  await Promise.all(followers.map((follower) => follower.up()))
  const times = { cut: [] as number[], asleep: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    context.signal.throwIfAborted()
    const kind = round % asleepEvery === 0 ? 'asleep' : 'cut'
    const pid = await findListener(club)
    if (kind === 'cut') await sql`select pg_terminate_backend(${pid}, 1000)`.execute(club.db)
    else process.kill(pid, 'SIGSTOP')
    const changedAt = performance.now()
    await club.write(async (_tx, announce) => announce('practices'))
    const tookMs = await untilAllKnow(club, followers, changedAt)
    if (kind === 'asleep') process.kill(pid, 'SIGCONT')
    if (tookMs > rightWithinMs) wrong.push(`round ${round}, ${kind}: right after ${Math.round(tookMs)} ms`)
    times[kind].push(tookMs)
    context.say(`round ${round}, ${kind}: ${Math.round(tookMs)} ms`)
  }
  for (const follower of followers) follower.close()
  await server.dispose()
  return times
}

async function untilAllKnow({ db }: SeededClub, followers: Follower[], changedAt: number) {
  const version = await announcedVersion(db, 'practices')
  const know = () => followers.every(({ versions }) => (versions.get('practices') ?? 0) >= version)
  while (!know() && performance.now() - changedAt < 2 * rightWithinMs) await pause(20)
  return know() ? performance.now() - changedAt : Number.POSITIVE_INFINITY
}

/** Returns the PostgreSQL process that notifies the server, as soon as there is one. */
async function findListener({ db }: SeededClub) {
  for (let tries = 0; tries < 400; tries++) {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'deaf' and (query like 'listen %' or query = 'select 1')`.execute(db)
    if (rows.length === 1 && rows[0]) return rows[0].pid
    await pause(50)
  }
  throw new Error('nobody listens')
}
