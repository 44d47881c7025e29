import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { SeededClub, SeededMember } from './seeded-club.ts'

/** The result of a request; status 0 if there was no response. */
export type TimedResponse = {
  atMs: number
  ms: number
  status: number
  retryAfter: string | undefined
  act: RsvpWrite | null
}

/** A write, to be checked afterwards. */
export type RsvpWrite = { member: SeededMember; practiceId: string; answer: 'archer' | 'driver' | null; key: string }

type Load = {
  club: Pick<SeededClub, 'url' | 'members' | 'practiceIds'>
  /** Requests per second, whether or not earlier ones were answered. */
  rate: number
  forMs: number
  /** How many of a hundred requests are writes. */
  writes?: number
  /** The addresses of reads, used in turn. */
  reads?: string[]
  /** The ETag they send; unchanged data gives a 304. */
  etag?: string
  /** The number of phones. A phone that waits for a response sends nothing else. */
  phones?: number
  signal?: AbortSignal
}

const patienceMs = 20_000
const usualReads = [
  '/rpc/home/get',
  '/rpc/home/get',
  '/rpc/home/get',
  '/rpc/passes/get',
  '/rpc/session/get',
  '/rpc/myPractices/get',
]

/** Members load their pages and RSVP now and then. Resolves when every request was answered or has timed out. */
export async function steadyLoad({
  club,
  rate,
  forMs,
  writes = 10,
  reads = usualReads,
  etag,
  phones = 1000,
  signal,
}: Load) {
  const agent = new Agent({ keepAlive: true, maxSockets: phones, scheduling: 'fifo' })
  const answered: Promise<TimedResponse>[] = []
  let underWay = 0
  const begunAt = performance.now()
  for (let sent = 0; ; ) {
    const elapsed = performance.now() - begunAt
    if (elapsed >= forMs || signal?.aborted) break
    for (; sent < (elapsed / 1000) * rate; sent++) {
      if (underWay >= phones) continue
      const member = club.members[sent % club.members.length]
      if (!member) throw new Error('there are members')
      const isWrite = sent % 100 < writes
      const practiceId = club.practiceIds[Math.floor(sent / 100) % club.practiceIds.length] ?? ''
      const answer = (['archer', 'driver', null] as const)[Math.floor(sent / club.members.length) % 3] ?? null
      const act = isWrite ? { member, practiceId, answer, key: randomUUID() } : null
      const asked = askOn(agent, club.url, { member, act, path: reads[sent % reads.length] ?? '', etag })
      underWay += 1
      answered.push(asked.finally(() => (underWay -= 1)))
    }
    await pause(5)
  }
  const all = await Promise.all(answered)
  agent.destroy()
  return all
}

type LoadRequest = { member: SeededMember; act: RsvpWrite | null; path: string; etag?: string | undefined }

export function askOn(agent: Agent, url: string, asked: LoadRequest) {
  const { member, act, path, etag } = asked
  const atMs = performance.now()
  const address = new URL(act ? '/rpc/practices/answer' : path, url)
  return new Promise<TimedResponse>((resolve) => {
    const done = (status: number, retryAfter?: string) =>
      resolve({ atMs, ms: performance.now() - atMs, status, retryAfter, act })
    const outgoing = request(address, {
      host: '127.0.0.1',
      agent,
      method: act ? 'POST' : 'GET',
      headers: {
        host: address.host,
        cookie: member.cookie,
        ...(etag === undefined || act ? {} : { 'if-none-match': etag }),
        ...(act ? { 'content-type': 'application/json', 'idempotency-key': act.key } : {}),
      },
      signal: AbortSignal.timeout(patienceMs),
    })
    outgoing.on('error', () => done(0))
    outgoing.on('response', (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode ?? 0, response.headers['retry-after']))
      response.on('error', () => done(0))
    })
    outgoing.end(act ? JSON.stringify({ json: { practiceId: act.practiceId, answer: act.answer } }) : undefined)
  })
}

/** Without a car, no one can RSVP as a driver. */
export async function giveCars({ db }: Pick<SeededClub, 'db'>) {
  await db.updateTable('member').set({ hasCar: 1, carCapacity: 4 }).execute()
}

/** The number of responses by status, as `12×200 3×503`. */
export function statusesOf(answered: TimedResponse[]) {
  const groups = Object.entries(Object.groupBy(answered, ({ status }) => String(status)))
  return groups.map(([status, those]) => `${those?.length}×${status === '0' ? 'none' : status}`).join(' ')
}

/** Each member's last acknowledged RSVP must be the stored one, unless a later or parallel one has replaced it. */
export async function lostOf({ db }: Pick<SeededClub, 'db'>, answered: TimedResponse[]) {
  const rows = await db.selectFrom('rsvp').select(['memberId', 'practiceId', 'kind']).execute()
  const stored = new Map(rows.map(({ memberId, practiceId, kind }) => [`${memberId} ${practiceId}`, kind]))
  const writes = answered.filter((each) => each.act !== null).toSorted((a, b) => a.atMs - b.atMs)
  const byPlace = Map.groupBy(writes, ({ act }) => `${act?.member.id} ${act?.practiceId}`)
  let lost = 0
  for (const [place, all] of byPlace) {
    const last = all.findLastIndex(({ status }) => status === 200)
    if (last === -1) continue
    // Later requests without a response may or may not have run, and parallel ones may have run after it.
    const lastAtMs = all[last]?.atMs ?? 0
    const open = all.filter(({ atMs, ms }, i) => i >= last || atMs + ms >= lastAtMs)
    const lawful = open.map(({ act }) => act?.answer ?? undefined)
    if (!lawful.includes(stored.get(place))) lost += 1
  }
  return { lost, acknowledged: writes.filter(({ status }) => status === 200).length }
}
