// Shows: T40, T43, T98

import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { longestJsonBody } from '#server/http/body-limits.ts'
import { type BadRequest, badRequest } from '#test/support/bad-input/requests.ts'
import { unlawfulRows } from '#test/support/bad-input/unlawful-rows.ts'
import { wordsOf } from '#test/support/bad-input/words-of.ts'
import { createLoopWatch } from '#test/support/loop-watch.ts'
import { storeImport } from '#test/support/store.ts'
import type { LoopFigures } from '#test/support/watch-loop.ts'
import { gatherCrew } from './bad-input-callers.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { p99 } from './phone.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { asksForNoShape, takesAnything } from './servers-without.ts'
import { copyTree } from './tree-copy.ts'

const atOnce = 8
/** Requests per batch. Between batches, people are restored, and the IDs used in requests are read again. */
const portion = 1000
const loopWithinMs = 100

export const fault: Fault = {
  name: 'bad-input',
  promise:
    'Inputs that the contract does not describe, at every operation by both ways in, meet no fault, leave nothing that may not be, and hold the server up for less than 100 ms each (T40, T43, T98).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 45,
  async run(context) {
    const size = context.rounds(context.engine === 'postgres' ? 10_000 : 100_000)
    const firstSeed = Number(process.env.BAD_INPUT_SEED ?? Date.now() % 1_000_000_000)
    using loop = createLoopWatch()
    // Everyone has their own address, because this tests inputs, not rate limits.
    const env = { TRUST_PROXY: '1', ...loop.env }
    const club = await seedClub(context, { members: 800, practices: 6, dayPasses: 3, env, club: { storeImport } })
    const crew = await gatherCrew(club)
    let server = await club.start()
    loop.begin(server)

    const seen: Seen[] = []
    for (let done = 0; done < size; done += portion) {
      const seeds = seedsFrom(firstSeed + done, Math.min(portion, size - done))
      seen.push(...(await sendAll(context, { club, crew }, seeds)))
      if ((done / portion) % 10 === 9) context.say(`${seen.length} sent, ${countsOf(seen)}`)
    }
    const wrong = [...new Set(seen.filter(isFault).map(describeResponse))]
    const code = await server.stop()
    if (code !== 0) wrong.push(`the process did not live to its stop: ${code}`)
    const figures = await loop.read()
    if (figures.longestOwnMs > loopWithinMs) wrong.push(...describeStalls(figures, seen))
    const verified = await server.quiver('verify')
    if (verified.code !== 0) wrong.push(`verify ended with ${verified.code}: ${verified.output.slice(-600)}`)
    const integrity = await club.integrity()
    if (integrity !== 'ok') wrong.push(`integrity_check: ${integrity}`)
    const unlawful = await unlawfulRows(club.db)
    wrong.push(...unlawful.slice(0, 10))

    server = await club.start((await copyTree(context, [takesAnything, asksForNoShape])).root)
    const control = (await sendAll(context, { club, crew }, seedsFrom(firstSeed, 4000))).filter(isFault)
    const noticed = control.length + (await unlawfulRows(club.db)).length - unlawful.length
    if (noticed === 0) wrong.push('the control did not notice: what the server did not look at did no harm')
    return outcomeOf(wrong, {
      'first seed (BAD_INPUT_SEED)': firstSeed,
      inputs: seen.length,
      operations: new Set(seen.map(({ operation }) => operation)).size,
      'by status': countsOf(seen),
      faults: seen.filter(isFault).length,
      'unlawful rows': unlawful.length,
      verify: verified.output.trim().split('\n').at(-1) ?? '',
      'answered within ms, p99': p99(seen.map(({ ms }) => ms)),
      'loop held up at most, ms': Math.round(figures.longestMs),
      'of it by its own work, ms': Math.round(figures.longestOwnMs),
      'looks at the loop': figures.looks,
      'resident at most, MB': Math.round(figures.peakRssMb),
      'faults and unlawful rows without the look at what is sent (control)': noticed,
    })
  },
}

type TimedResponse = { status: number; saysWhen: boolean; ms: number; answeredAt: number }
type Seen = TimedResponse & { operation: string; what: string; isLong: boolean }
type Sending = {
  club: SeededClub
  crew: Awaited<ReturnType<typeof gatherCrew>>
}
const noAnswer: TimedResponse = { status: 0, saysWhen: false, ms: 0, answeredAt: 0 }

async function sendAll(context: FaultContext, { club, crew }: Sending, seeds: number[]) {
  await crew.restore()
  const words = await wordsOf(club.db, [...crew.targets, ...crew.people()])
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const waiting = [...seeds]
  const seen: Seen[] = []
  const walk = async () => {
    for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
      context.signal.throwIfAborted()
      const asked = badRequest(seed, words)
      const ask = () => send(new URL(club.url), agent, asked, crew.cookieOf(asked.who, seed))
      // Retry once: a connection that the server closed after an earlier response may look open.
      const answer = await ask()
        .catch(ask)
        .catch(() => noAnswer)
      const isLong = Buffer.byteLength(asked.body ?? '') > longestJsonBody
      seen.push({ ...answer, operation: asked.operation, what: inWords(asked), isLong })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, walk))
  agent.destroy()
  return seen
}

async function send(url: URL, agent: Agent, asked: BadRequest, cookie: string): Promise<TimedResponse> {
  const { method, path, body, seed } = asked
  const begunAt = performance.now()
  const sending = request({
    host: '127.0.0.1',
    port: url.port,
    agent,
    method,
    path,
    headers: {
      host: url.host,
      cookie,
      'x-forwarded-for': `10.${seed % 200}.${(seed >> 8) % 200}.1`,
      // Some keys come twice with another body.
      'idempotency-key': `bad-input-${seed - (seed % 20 === 0 ? 1 : 0)}`,
      ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
    signal: AbortSignal.timeout(30_000),
  })
  const answered = new Promise<TimedResponse>((resolve, reject) => {
    sending.on('error', reject)
    sending.on('response', async (response) => {
      await text(response).catch(reject)
      const { statusCode: status = 0, headers } = response
      resolve({
        status,
        saysWhen: headers['retry-after'] !== undefined,
        ms: performance.now() - begunAt,
        answeredAt: Date.now(),
      })
    })
  })
  sending.end(body)
  return answered
}

/** No response is a fault, too, unless the request was cut off for being too long. Being asked to retry later isn't. */
function isFault({ status, saysWhen, isLong }: Seen) {
  return status === 0 ? !isLong : status >= 500 && !(status === 503 && saysWhen)
}

function inWords({ seed, who, method, path, body, done }: BadRequest) {
  return `seed ${seed}: ${who}, ${method} ${path.slice(0, 150)} ${(body ?? '').slice(0, 300)} (${done})`
}

function describeResponse({ status, what }: Seen) {
  return `${status} for ${what}`
}

/** For each stall of the event loop, lists the requests that were probably being handled. */
function describeStalls({ stalls, longestOwnMs }: LoopFigures, seen: Seen[]) {
  const worst = stalls.toSorted((a, b) => b.ownMs - a.ownMs).slice(0, 5)
  return worst.map(({ until, ownMs }) => {
    const near = seen.filter(({ answeredAt, ms }) => answeredAt >= until - 5 && answeredAt - ms <= until - ownMs / 2)
    const tellAll = near
      .toSorted((a, b) => a.answeredAt - b.answeredAt)
      .slice(0, 3)
      .map(describeResponse)
    return `the loop stood still for ${Math.round(ownMs)} of at most ${Math.round(longestOwnMs)} ms, then: ${tellAll.join(' | ')}`
  })
}

function countsOf(seen: Seen[]) {
  const counts = Object.entries(Object.groupBy(seen, ({ status }) => status))
  return counts.map(([status, all = []]) => `${status}: ${all.length}`).join(', ')
}

function seedsFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, i) => first + i)
}
