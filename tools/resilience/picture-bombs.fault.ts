// Shows: T61

import { setTimeout as pause } from 'node:timers/promises'
import { hostilePictures } from '#test/support/hostile-pictures.ts'
import { createLoopWatch } from '#test/support/loop-watch.ts'
import { jpeg } from '#test/support/pictures.ts'
import { residentOf, tellsMemory } from '#test/support/resident-memory.ts'
import { makeLive } from './check-in-load.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, p99 } from './phone.ts'
import { sendPhoto } from './picture-load.ts'
import { type SeededClub, type SeededMember, seedClub } from './seeded-club.ts'
import { allPicturesAtOnce } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const atOnce = 20
const megabyte = 1024 * 1024
const growsByMb = 200
const answersWithinMs = 1000
/** Timeout of a request that waits for nineteen others. */
const patienceMs = 120_000

export const fault: Fault = {
  name: 'picture-bombs',
  promise:
    'Hostile and large pictures, twenty at once, cost at most 200 MB, decoder included, end nothing, and let others check in meanwhile (T61).',
  engines: ['sqlite'],
  limitMinutes: 15,
  async run(context) {
    if (!tellsMemory) throw new Error('this system does not tell how much memory a process has')
    const bombs = await hostilePictures()
    using loop = createLoopWatch()
    const club = await seedClub(context, { members: 300, practices: 1, env: loop.env })
    const server = await club.start()
    loop.begin(server)
    await makeLive(club, club.practiceIds[0] ?? '')
    const [first, ...others] = club.members
    const senders = others.slice(0, 120)
    await warmUp(club, first)
    await pause(2000)
    const before = residentOf(server.pid)

    const memory = watchMemory(server.pid)
    const range = checkInAllTheWhile(club, others.slice(120))
    // The worst ones twenty at a time, then one of each.
    const worst = bombs.filter(({ name }) => /^25 million|14,000|zTXt|iTXt|iCCP/.test(name)).slice(0, atOnce)
    const waves = [Array.from({ length: atOnce }, (_, i) => worst[i % worst.length]), bombs, worst].flat()
    const sent = await sendInWaves(
      context,
      club,
      senders,
      waves.flatMap((bomb) => bomb ?? []).slice(0, Math.max(atOnce, context.rounds(waves.length))),
    )
    const seen = await range.stop()
    const most = memory.stop()
    const wrong = sent
      .filter(({ status }) => status !== 200 && status !== 422)
      .map(({ name, status }) => `${name}: ${status}`)
    if ((await sendPhoto(club.url, { cookie: first?.cookie ?? '', photo: await jpeg() }))?.status !== 200)
      wrong.push('a picture that is none of these was not taken afterwards')
    const code = await server.stop()
    if (code !== 0) wrong.push(`the process did not live to its stop: ${code}`)
    const figures = await loop.read()
    const grownMb = (most.together - before.own - before.children) / megabyte
    if (grownMb > growsByMb) wrong.push(`it grew by ${Math.round(grownMb)} MB`)
    const slow = seen.filter(({ ms }) => ms > answersWithinMs)
    const failed = seen.filter(({ status }) => status !== 200)
    if (failed.length > 0) wrong.push(`${failed.length} others heard ${failed[0]?.status}`)
    if (slow.length > 0) wrong.push(`${slow.length} others waited for more than ${answersWithinMs} ms`)
    if (figures.longestOwnMs > 100) wrong.push(`the loop stood still for ${Math.round(figures.longestOwnMs)} ms`)

    const unguarded = await club.start((await copyTree(context, [allPicturesAtOnce])).root)
    await warmUp(club, first)
    const without = residentOf(unguarded.pid)
    const control = watchMemory(unguarded.pid)
    const large = bombs.filter(({ name }) => /interlaced|progressive JPEG|see-through/.test(name))
    const many = Array.from({ length: atOnce }, (_, i) => large[i % large.length]).flatMap((bomb) => bomb ?? [])
    await Promise.all(
      many.map(({ bytes }, i) =>
        sendPhoto(club.url, { cookie: senders[i]?.cookie ?? '', photo: bytes, patienceMs: 30_000 }),
      ),
    )
    const controlMb = (control.stop().together - without.own - without.children) / megabyte
    if (controlMb <= growsByMb) wrong.push('the control did not notice: all at once took no more memory')
    return outcomeOf(wrong, {
      pictures: sent.length,
      'at once': atOnce,
      taken: sent.filter(({ status }) => status === 200).length,
      refused: sent.filter(({ status }) => status === 422).length,
      'asked to come back': sent.reduce((sum, { turnedAway }) => sum + turnedAway, 0),
      'server before, MB': Math.round(before.own / megabyte),
      'decoder before, MB': Math.round(before.children / megabyte),
      'server at most, MB': Math.round(most.own / megabyte),
      'decoder at most, MB': Math.round(most.children / megabyte),
      'grown by at most, both together, MB': Math.round(grownMb),
      'others answered meanwhile': seen.length,
      'their p99, ms': p99(seen.map(({ ms }) => ms)),
      'their slowest, ms': Math.round(Math.max(...seen.map(({ ms }) => ms))),
      'loop held up at most by its own work, ms': Math.round(figures.longestOwnMs),
      'grown by without a queue, MB (control)': Math.round(controlMb),
    })
  },
}

/** Starts the decoder and loads what is loaded at first use. */
async function warmUp(club: SeededClub, member: SeededMember | undefined) {
  const cookie = member?.cookie ?? ''
  for (let i = 0; i < 20; i++) await openPhone(club.url, cookie).home()
  for (let i = 0; i < 3; i++) await sendPhoto(club.url, { cookie, photo: await jpeg() })
}

type Bomb = { name: string; bytes: Buffer }
type Sent = { name: string; status: number; turnedAway: number }

/** Keeps this many uploads in flight, each from another member, and retries if asked to. */
async function sendInWaves(context: FaultContext, club: SeededClub, senders: SeededMember[], bombs: Bomb[]) {
  const waiting = [...bombs]
  const sent: Sent[] = []
  const walk = async (_: unknown, number: number) => {
    for (let bomb = waiting.shift(); bomb; bomb = waiting.shift()) {
      const cookie = senders[(number + sent.length) % senders.length]?.cookie ?? ''
      let turnedAway = 0
      let status = 503
      while (status === 503) {
        context.signal.throwIfAborted()
        status = (await sendPhoto(club.url, { cookie, photo: bomb.bytes, patienceMs }))?.status ?? 0
        if (status === 503) {
          turnedAway += 1
          await pause(500)
        }
      }
      sent.push({ name: bomb.name, status, turnedAway })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  return sent
}

/** Someone checks in or loads the home page five times a second. */
function checkInAllTheWhile(club: SeededClub, members: SeededMember[]) {
  const waiting = [...members]
  const seen: { status: number; ms: number }[] = []
  let on = true
  const walking = (async () => {
    while (on) {
      const next = waiting.pop()
      const phone = openPhone(club.url, (next ?? members[0])?.cookie)
      seen.push(next ? await phone.act('practices.checkIn', { practiceId: club.practiceIds[0] }) : await phone.home())
      await pause(200)
    }
  })()
  return {
    async stop() {
      on = false
      await walking
      return seen
    },
  }
}

/** Records the peak, in bytes. */
function watchMemory(pid: number) {
  const most = { own: 0, children: 0, together: 0 }
  const look = () => {
    const { own, children } = residentOf(pid)
    most.own = Math.max(most.own, own)
    most.children = Math.max(most.children, children)
    most.together = Math.max(most.together, own + children)
  }
  const timer = setInterval(look, 25)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
