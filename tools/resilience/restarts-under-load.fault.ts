// Shows: T74

import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { allAtOnce } from './servers-without.ts'
import { giveCars, lostOf, statusesOf, steadyLoad } from './steady-load.ts'
import { follow, quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const stops = 50
const rate = 100
const streams = 200
const people = 100
const exitWithinMs = 10_000
/** Time between a start and the next stop. */
const upForMs = 600
/** Highest share of streams that may reconnect within the same second. */
const mostInASecond = 0.6

export const fault: Fault = {
  name: 'restarts-under-load',
  promise:
    'Fifty stops and starts at a hundred requests a second, with open streams: what was acknowledged is there, none is half done, each stop takes less than 10 s, and the streams do not come back all at once (T74).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 20,
  async run(context) {
    const club = await seedClub(context, { members: people, practices: 4 })
    await giveCars(club)
    const rounds = context.rounds(stops)
    const wrong: string[] = []
    let server = await club.start()
    const over = new AbortController()
    const load = steadyLoad({ club, rate, forMs: 30 * 60_000, writes: 50, phones: 100, signal: over.signal })
    const stopsMs: number[] = []
    const startsMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      context.signal.throwIfAborted()
      await pause(upForMs)
      const stoppedAt = performance.now()
      const code = await server.stop()
      stopsMs.push(performance.now() - stoppedAt)
      if (code !== 0) wrong.push(`stop ${round + 1} ended with ${code}`)
      const startedAt = performance.now()
      server = await club.start()
      startsMs.push(performance.now() - startedAt)
      if (round % 10 === 9) context.say(`${round + 1} stops, slowest ${quantile(stopsMs, 100)} ms`)
    }
    await pause(upForMs)
    over.abort()
    const answered = await load
    const { lost, acknowledged } = await lostOf(club, answered)
    const odd = answered.filter(({ status }) => status !== 200 && status !== 0)
    if (lost > 0) wrong.push(`${lost} acknowledged ones are gone`)
    if (odd.length > 0) wrong.push(`answers were ${statusesOf(answered)}`)
    if (Math.max(...stopsMs) > exitWithinMs) wrong.push(`a stop took ${quantile(stopsMs, 100)} ms`)

    const spread = await comeBack(context, club, { server, rounds: Math.max(1, context.rounds(5)) })
    if (spread.share > mostInASecond) wrong.push(`${Math.round(100 * spread.share)} % came back in the same second`)
    if (spread.away > 0) wrong.push(`${spread.away} did not come back`)
    await spread.server.kill()
    const copy = await copyTree(context, [allAtOnce])
    const control = await comeBack(context, club, { server: await club.start(copy.root), rounds: 1, root: copy.root })
    if (control.share <= mostInASecond)
      wrong.push('the control did not notice: told the same time, they come back apart')
    return outcomeOf(wrong, {
      stops: rounds,
      'slowest stop ms': quantile(stopsMs, 100),
      'slowest start ms': quantile(startsMs, 100),
      answers: statusesOf(answered),
      'acknowledged writes': acknowledged,
      lost,
      streams,
      'back after the start p50 / most ms': `${quantile(spread.backMs, 50)} / ${quantile(spread.backMs, 100)}`,
      'most in the same second': `${Math.round(100 * spread.share)} %`,
      'most in the same second when told the same time (control)': `${Math.round(100 * control.share)} %`,
    })
  },
}

type Server = Awaited<ReturnType<SeededClub['start']>>

/** @returns how long the streams took to reconnect, and the largest share that did so within one second */
async function comeBack(
  context: FaultContext,
  club: SeededClub,
  { server, rounds, root }: { server: Server; rounds: number; root?: string },
) {
  const backMs: number[] = []
  let share = 0
  let startedAt = Number.POSITIVE_INFINITY
  let back: number[] = []
  const followers = Array.from({ length: streams }, (_, i) =>
    follow(club.url, club.members[i % people]?.cookie ?? '', (event) => {
      if (event === 'versions' && performance.now() > startedAt) back.push(performance.now() - startedAt)
    }),
  )
  await Promise.all(followers.map((follower) => follower.up()))
  let running = server
  for (let round = 0; round < rounds; round++) {
    await running.stop()
    back = []
    startedAt = performance.now()
    running = await club.start(root)
    // A client that finds no server waits for its retry time again.
    await pause(11_000, undefined, { signal: context.signal })
    backMs.push(...back)
    share = Math.max(share, mostWithinASecond(back) / Math.max(1, back.length))
  }
  const away = followers.filter((follower) => !follower.isUp()).length
  for (const follower of followers) follower.close()
  return { backMs, share, away, server: running }
}

function mostWithinASecond(times: number[]) {
  return Math.max(0, ...times.map((time) => times.filter((other) => other >= time && other < time + 1000).length))
}
