// Shows: T98

import { setTimeout as pause } from 'node:timers/promises'
import { createLoopWatch } from '#test/support/loop-watch.ts'
import { rawRequests } from '#test/support/raw-requests.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing } from './phone.ts'
import { type RawRequest, rawRequest } from './raw-request.ts'
import { type Said, sayRaw } from './say-raw.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { patientWithBodies } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const atOnce = 100
/** After the last byte sent; includes a moment for late timers of the server. */
const hungAfterMs = 31_000
/** Slow senders get more time: 10 s for the head, checked every 5 s, then 30 s for the body. */
const dripEndsWithinMs = 46_000
const patienceMs = 50_000
const loopWithinMs = 100

export const fault: Fault = {
  name: 'raw-requests',
  promise:
    'Two thousand requests that are slow, huge, cut off or no HTTP at all meet no fault, and none is kept waiting for more than 30 s (T98).',
  engines: ['sqlite'],
  limitMinutes: 20,
  async run(context) {
    const firstSeed = Number(process.env.BAD_INPUT_SEED ?? Date.now() % 1_000_000_000)
    using loop = createLoopWatch()
    const club = await seedClub(context, { members: 10, env: loop.env })
    const server = await club.start()
    loop.begin(server)
    const known = Object.values(rawRequests).map(({ send }, i): RawRequest => {
      return { seed: -1 - i, bytes: Buffer.from(send as Buffer), delivery: 'whole' }
    })
    const made = Array.from({ length: context.rounds(2000) - known.length - 1 }, (_, i) =>
      rawRequest(firstSeed + i, club.members[i % 10]?.cookie ?? ''),
    )
    const phone = watchFromBeside(club)
    const heard = await sayAll(context, club, [...made, ...known, unfinished])
    const slowestMs = await phone.stop()
    const wrong = heard.filter(isWrong).map(tell)
    const code = await server.stop()
    if (code !== 0) wrong.push(`the process did not live to its stop: ${code}`)
    const figures = await loop.read()
    if (figures.longestOwnMs > loopWithinMs)
      wrong.push(`the loop stood still for ${Math.round(figures.longestOwnMs)} ms`)

    await club.start((await copyTree(context, [patientWithBodies])).root)
    const control = (await sayAll(context, club, Array(10).fill(unfinished))).filter(isWrong).length
    if (control === 0) wrong.push('the control did not notice: with patience for bodies none was kept waiting')
    const waits = heard.filter(({ asked }) => asked.delivery !== 'drip').map(({ said }) => said.waitedMs)
    return outcomeOf(wrong, {
      'first seed (BAD_INPUT_SEED)': firstSeed,
      requests: heard.length,
      'by status': countsOf(heard),
      faults: heard.filter(({ said }) => said.statuses.some((status) => status >= 500)).length,
      'kept waiting': heard.filter(isHung).length,
      'longest wait, s': (Math.max(...waits) / 1000).toFixed(1),
      'longest life of a line, s': (Math.max(...heard.map(({ said }) => said.lifeMs)) / 1000).toFixed(1),
      'slowest answer to a member meanwhile, ms': Math.round(slowestMs),
      'loop held up at most, ms': Math.round(figures.longestMs),
      'of it by its own work, ms': Math.round(figures.longestOwnMs),
      'kept waiting with patience for bodies (control)': control,
    })
  },
}

/** Announces the length of its body, and sends only a part. */
const unfinished: RawRequest = {
  seed: 0,
  bytes: Buffer.from(
    'POST /rpc/account/signUp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  ),
  delivery: 'whole',
}

type Heard = { asked: RawRequest; said: Said }

async function sayAll(context: FaultContext, club: SeededClub, requests: RawRequest[]) {
  const waiting = [...requests]
  const heard: Heard[] = []
  const port = Number(new URL(club.url).port)
  const walk = async () => {
    for (let asked = waiting.pop(); asked; asked = waiting.pop()) {
      context.signal.throwIfAborted()
      heard.push({ asked, said: await sayRaw(port, asked, patienceMs) })
      if (heard.length % 500 === 0) context.say(`${heard.length} said, ${countsOf(heard)}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  return heard
}

/** A member who loads the home page all the time. */
function watchFromBeside(club: SeededClub) {
  const phone = openPhone(club.url, club.members[0]?.cookie)
  let slowestMs = 0
  let on = true
  const watching = (async () => {
    while (on) {
      const reply = await orNothing(phone.home())
      slowestMs = Math.max(slowestMs, reply?.status === 200 ? reply.ms : Number.POSITIVE_INFINITY)
      await pause(100)
    }
  })()
  return {
    /** @returns the slowest response in ms; Infinity if one didn't come */
    async stop() {
      on = false
      await watching
      return slowestMs
    },
  }
}

function isHung({ asked, said }: Heard) {
  return said.waitedMs > (asked.delivery === 'drip' ? dripEndsWithinMs : hungAfterMs)
}

function isWrong(heard: Heard) {
  return isHung(heard) || heard.said.statuses.some((status) => status >= 500)
}

function tell({ asked: { seed, bytes, delivery }, said }: Heard) {
  const shown = JSON.stringify(bytes.toString('latin1').slice(0, 300))
  return `seed ${seed}, ${delivery}: ${said.statuses} after ${Math.round(said.waitedMs)} ms for ${shown}`
}

function countsOf(heard: Heard[]) {
  const counts = Object.entries(Object.groupBy(heard, ({ said }) => said.statuses[0] ?? 'closed'))
  return counts.map(([status, all = []]) => `${status}: ${all.length}`).join(', ')
}
