// Shows: T77

import { setTimeout as pause } from 'node:timers/promises'
import { goodPassword } from '#test/support/club.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import { anyPhoto, sendPhoto } from './picture-load.ts'
import { lookable, looker, mb } from './read-process-probe.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { nobodyTurnedAway } from './servers-without.ts'
import { giveCars, statusesOf, steadyLoad } from './steady-load.ts'
import { quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const members = 500
/** Requests per second on two cores. Half as many on PostgreSQL, which shares the cores with the server and the clients. */
const usualRates = { sqlite: 300, postgres: 150 }
/** Requests per second for unchanged lists of officers, more than the server can handle. They cost it far more than they cost the client. */
const overloadRate = 1200
const heavyRead = '/rpc/members/get'
const officers = 100
const usualMs = 180_000
const overloadMs = 30_000
const limits = { loopP999Ms: 100, answerP99Ms: 150, recoveredWithinMs: 5000, healthMs: 5000 }

export const fault: Fault = {
  name: 'overload',
  promise:
    'Under the usual load nothing holds up the others; under more than it can do many are told to come back, the others are answered, and all is well 5 s after (T77).',
  engines: ['sqlite', 'postgres'],
  limitMinutes: 15,
  async run(context) {
    const usualRate = rateOf(context)
    const club = await seedClub(context, { members, practices: 5, env: lookable })
    await giveCars(club)
    const server = await club.start()
    const look = looker(server)
    const wrong: string[] = []
    await steadyLoad({ club, rate: usualRate, forMs: 5000 })
    await look()

    const forMs = (usualMs * context.rounds(100)) / 100
    const heavy = heavyWork(context, club)
    const usual = await steadyLoad({ club, rate: usualRate, forMs, signal: context.signal })
    const inside = await look()
    const heavyDone = await heavy.stop()
    const failed = usual.filter(({ status }) => status !== 200)
    const answerP99 = quantile(
      usual.map(({ ms }) => ms),
      99,
    )
    if (failed.length > 0) wrong.push(`under the usual load: ${statusesOf(usual)}`)
    if (inside.late.p999 >= limits.loopP999Ms) wrong.push(`the loop was ${Math.round(inside.late.p999)} ms late`)
    context.say(
      `usual: ${statusesOf(usual)}, p99 ${answerP99} ms, loop late by ${Math.round(inside.late.p999)} ms (p99.9)`,
    )

    const crowd = club.members.slice(0, officers)
    const ids = crowd.map(({ id }) => id)
    await club.db.updateTable('member').set({ role: 'Officer' }).where('id', 'in', ids).execute()
    const over = await overloadAll(context, club, crowd)
    if (over.turnedAway.length === 0) wrong.push('nobody was turned away')
    if (over.turnedAway.some(({ retryAfter }) => retryAfter === undefined))
      wrong.push('somebody was not told when to come back')
    if (over.others.some(({ status }) => !wasServed(status) && status !== 503))
      wrong.push(`under overload: ${over.statuses}`)
    if (over.recoveredMs > limits.recoveredWithinMs) wrong.push(`all was well after ${over.recoveredMs} ms`)
    if (over.slowestHealthMs > limits.healthMs) wrong.push(`healthz took ${over.slowestHealthMs} ms`)
    await server.kill()

    const copy = await copyTree(context, [nobodyTurnedAway])
    await club.start(copy.root)
    const control = await overloadAll(context, club, crowd)
    if (control.p99 < 1.5 * over.p99)
      wrong.push('the control did not notice: who is served waits as long where nobody is turned away')
    return outcomeOf(wrong, {
      'usual load': `${usual.length} at ${usualRate}/s, ${statusesOf(usual)}`,
      'answers p50 / p99 ms': `${quantile(
        usual.map(({ ms }) => ms),
        50,
      )} / ${answerP99} (wanted: ${limits.answerP99Ms})`,
      'event loop late by p99 / p99.9 / most ms': [inside.late.p99, inside.late.p999, inside.late.most]
        .map((ms) => Math.round(ms))
        .join(' / '),
      'heavy work beside': heavyDone,
      'RSS MB': mb(inside.rss),
      [`overload, ${overloadRate}/s of officers’ lists`]: over.statuses,
      'who was not turned away waited p50 / p99 ms': `${over.p50} / ${over.p99}`,
      'healthz at most ms': over.slowestHealthMs,
      'all well ms after': over.recoveredMs,
      'where nobody is turned away p50 / p99 ms (control)': `${control.p50} / ${control.p99}, ${control.statuses}`,
    })
  },
}

/** Requests too many lists, then the usual load until all responses within one second are as fast as usual. */
async function overloadAll(context: FaultContext, club: SeededClub, crowd: SeededClub['members']) {
  const health: Promise<Reply | null>[] = []
  const watch = setInterval(() => health.push(orNothing(openPhone(club.url).get('/healthz'))), 500)
  const forMs = (overloadMs * Math.max(30, context.rounds(100))) / 100
  const heavy = {
    club: { url: club.url, members: crowd, practiceIds: club.practiceIds },
    rate: overloadRate,
    reads: [heavyRead],
    phones: members,
    etag: await etagOf(club.url, crowd),
  }
  const all = await steadyLoad({ ...heavy, forMs, signal: context.signal })
  const endedAt = performance.now()
  clearInterval(watch)
  let recoveredMs = Number.POSITIVE_INFINITY
  while (recoveredMs === Number.POSITIVE_INFINITY && performance.now() - endedAt < 60_000) {
    const begunAt = performance.now()
    const second = await steadyLoad({ club, rate: rateOf(context), forMs: 1000 })
    if (second.every(({ status, ms }) => status === 200 && ms < 1000)) recoveredMs = Math.round(begunAt - endedAt)
  }
  const turnedAway = all.filter(({ status }) => status === 503)
  // Those without a response waited until their timeout.
  const served = all.filter(({ status }) => status !== 503).map(({ ms }) => ms)
  const healthMs = (await Promise.all(health)).map((reply) =>
    reply?.status === 200 ? reply.ms : Number.POSITIVE_INFINITY,
  )
  context.say(`overload: ${statusesOf(all)}, served p99 ${quantile(served, 99)} ms, well after ${recoveredMs} ms`)
  return {
    turnedAway,
    others: all,
    statuses: statusesOf(all),
    p50: quantile(served, 50),
    p99: quantile(served, 99),
    slowestHealthMs: Math.round(Math.max(0, ...healthMs)),
    recoveredMs,
  }
}

function rateOf({ engine }: FaultContext) {
  return engine === 'postgres' ? usualRates.postgres : usualRates.sqlite
}

function wasServed(status: number) {
  return status === 200 || status === 304
}

async function etagOf(url: string, [officer]: SeededClub['members']) {
  const { headers } = await openPhone(url, officer?.cookie).get(heavyRead)
  return headers.etag ?? ''
}

/** What takes much CPU time: passwords (thirty a minute), photos, exports. */
function heavyWork(context: FaultContext, { url, members: people, officer }: SeededClub) {
  const over = new AbortController()
  const done = { 'sign-ins': 0, pictures: 0, exports: 0 }
  const photo = anyPhoto()
  const signal = AbortSignal.any([over.signal, context.signal])
  const again = async (what: keyof typeof done, everyMs: number, work: (n: number) => Promise<boolean>) => {
    for (let n = 0; !signal.aborted; n++) {
      if (await work(n).catch(() => false)) done[what] += 1
      await pause(everyMs, undefined, { signal }).catch(() => {})
    }
  }
  const memberOf = (n: number) => people[n % people.length]
  const all = [
    again('sign-ins', 2000, async (n) => {
      const body = { email: memberOf(n)?.email, password: goodPassword }
      return (await openPhone(url).post('/api/auth/sign-in/email', body)).status === 200
    }),
    again('pictures', 3000, async (n) => {
      const sent = await sendPhoto(url, { cookie: memberOf(n)?.cookie ?? '', photo: await photo })
      return sent?.status === 200
    }),
    again('exports', 5000, async () => {
      const file = await fetch(`${url}/exports/members.csv`, {
        method: 'POST',
        headers: { cookie: officer.cookie, 'content-type': 'application/json' },
        body: '{}',
      })
      await file.text()
      return file.ok
    }),
  ]
  return {
    async stop() {
      over.abort()
      await Promise.all(all)
      return Object.entries(done)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')
    },
  }
}
