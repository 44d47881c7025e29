// Shows: T76

import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing } from './phone.ts'
import { countOf, type Inside, lookable, looker, mb } from './read-process-probe.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { streamsThatStay } from './servers-without.ts'
import { follow } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const handlesWithin = 5
const soakMinutes = Number(process.env.QUIVER_SOAK_MINUTES ?? 4)
/**
 * An hour is long enough to measure a slope of a megabyte. In less time, RSS varies far more, but the heap after garbage
 * collection only a little: a leak of a kilobyte per stream would be 70 MB an hour.
 */
const limit = soakMinutes >= 60 ? ({ of: 'rss', mbAnHour: 1 } as const) : ({ of: 'heapUsed', mbAnHour: 20 } as const)
const sampleEveryMs = 20_000
/** Limits V8's young generation to 1 MB instead of 16: it makes a process grow and shrink by 45 MB, which says nothing about leaks. */
const env = { NODE_OPTIONS: `${lookable.NODE_OPTIONS} --max-semi-space-size=1` }

export const fault: Fault = {
  name: 'streams-come-and-go',
  promise:
    'Ten thousand streams that come and go, however they go, leave no handle behind, nor does a time of use; for an hour of it: QUIVER_SOAK_MINUTES=60 (T76).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: soakMinutes + 60,
  async run(context) {
    const wrong: string[] = []
    const club = await seedClub(context, { members: 40, env })
    const server = await club.start()
    const look = looker(server)
    await comeAndGo(club, 400)
    // Idle connections to the database are closed after a few seconds.
    await pause(10_000)
    const base = await look()
    const streams = context.rounds(10_000)
    await comeAndGo(club, streams, { context })
    const after = await lookUntilBackAt(base, look)
    const left = countOf(after) - countOf(base)
    if (Math.abs(left) > handlesWithin) wrong.push(`${left} handles are left: ${JSON.stringify(after.handles)}`)
    context.say(`${streams} streams: ${countOf(base)} handles before, ${countOf(after)} after`)

    await fill(club, context.rounds(12_000))
    const soak = await use(context, club, look)
    const growth = slopeOf(soak, limit.of)
    if (growth > limit.mbAnHour) wrong.push(`memory (${limit.of}) grows by ${growth.toFixed(1)} MB an hour`)
    const end = await lookUntilBackAt(base, look)
    const leftOfUse = countOf(end) - countOf(base)
    if (Math.abs(leftOfUse) > handlesWithin) wrong.push(`${leftOfUse} handles are left after the time of use`)
    await server.kill()

    const control = await leftWithoutGuard(context, club)
    if (control <= handlesWithin) wrong.push('the control did not notice: streams that are never closed left nothing')
    return outcomeOf(wrong, {
      streams,
      'handles before': countOf(base),
      'handles after': countOf(after),
      'RSS MB before and after': `${mb(base.rss)} → ${mb(after.rss)}`,
      'minutes of use': soakMinutes,
      'samples of it': soak.length,
      'RSS MB first and last': `${mb(soak[0]?.inside.rss ?? 0)} → ${mb(soak.at(-1)?.inside.rss ?? 0)}`,
      'RSS slope MB an hour': slopeOf(soak, 'rss').toFixed(2),
      'slope of the heap in use MB an hour': slopeOf(soak, 'heapUsed').toFixed(2),
      'handles after use': countOf(end),
      'handles left by streams that stay (control)': control,
    })
  },
}

/** `heard`: each stream hears something before it is dropped, so that all of them have really been open. */
type Visits = { context?: FaultContext; heard?: boolean }

/** Opens streams and drops them in every way: after the first events, before them, before the request is complete, with a FIN or a RST. */
async function comeAndGo({ url, members }: SeededClub, streams: number, { context, heard = false }: Visits = {}) {
  const address = new URL(url)
  for (let done = 0; done < streams; done += 20) {
    context?.signal.throwIfAborted()
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const cookie = members[(done + i) % members.length]?.cookie ?? ''
        const head = `GET /live HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${cookie}\r\n\r\n`
        const connection = connect(Number(address.port), '127.0.0.1')
        connection.on('error', () => {})
        await once(connection, 'connect')
        connection.write(i % 4 === 0 && !heard ? head.slice(0, -2) : head)
        if (i % 4 === 1 || heard) await once(connection, 'data')
        if (i % 4 === 3) await pause(Math.random() * 5)
        if (i % 2 === 0) connection.destroy()
        else connection.resetAndDestroy()
      }),
    )
  }
}

/** Waits up to twenty seconds until handles are closed. */
async function lookUntilBackAt(base: Inside, look: () => Promise<Inside>) {
  let inside = await look()
  for (let tries = 0; tries < 20 && Math.abs(countOf(inside) - countOf(base)) > handlesWithin; tries++) {
    await pause(1000)
    inside = await look()
  }
  return inside
}

/** Three hours of use in a few minutes, so that caches, those of the database's file included, reach their full size. */
async function fill(club: SeededClub, rounds: number) {
  for (let n = 0; n < rounds; n++) await actOnce(club, n)
}

async function actOnce(club: SeededClub, n: number) {
  const { url, members, practiceIds } = club
  const [practiceId = ''] = practiceIds
  const phone = openPhone(url, members[n % members.length]?.cookie)
  const answer = Math.floor(n / members.length) % 2 === 0 ? 'archer' : null
  await Promise.all([
    comeAndGo(club, 1),
    orNothing(phone.home()),
    orNothing(phone.act('practices.answer', { practiceId, answer })),
  ])
}

type Sample = { atMs: number; inside: Inside }

/** Once a second, a stream comes and goes and someone loads a page or changes an RSVP, while twenty streams stay open. */
async function use(context: FaultContext, club: SeededClub, look: () => Promise<Inside>) {
  const samples: Sample[] = []
  const begunAt = performance.now()
  const untilMs = context.rounds(100) === 100 ? soakMinutes * 60_000 : 20_000
  const staying = club.members.slice(0, 20).map(({ cookie }) => follow(club.url, cookie))
  let sampledAt = 0
  for (let n = 0; performance.now() - begunAt < untilMs; n++) {
    context.signal.throwIfAborted()
    await Promise.all([actOnce(club, n), pause(1000)])
    if (performance.now() - sampledAt < sampleEveryMs) continue
    sampledAt = performance.now()
    samples.push({ atMs: sampledAt - begunAt, inside: await look() })
    context.say(`${Math.round(samples.at(-1)?.atMs ?? 0) / 1000} s: ${mb(samples.at(-1)?.inside.rss ?? 0)} MB`)
  }
  for (const follower of staying) follower.close()
  return samples
}

/**
 * The median of the slopes between any two samples of the last three quarters (Theil-Sen), in MB per hour. It ignores memory that is
 * only released for a while.
 */
function slopeOf(samples: Sample[], of: 'rss' | 'heapUsed') {
  const counted = samples.slice(Math.floor(samples.length / 4))
  const slopes = counted.flatMap((from, i) =>
    counted
      .slice(i + 1)
      .map((to) => (to.inside[of] - from.inside[of]) / 1024 / 1024 / ((to.atMs - from.atMs) / 3_600_000)),
  )
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

/** The negative control: a server that never releases a stream. @returns how many handles a hundred streams leave */
async function leftWithoutGuard(context: FaultContext, club: SeededClub) {
  const copy = await copyTree(context, [streamsThatStay])
  const server = await club.start(copy.root)
  const look = looker(server)
  const before = await look()
  await comeAndGo(club, 100, { heard: true })
  await pause(2000)
  return countOf(await look()) - countOf(before)
}
