// Shows: T84

import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Topic } from '#domain/live-topics.ts'
import { notifyChannel } from '#server/db/topic-outbox.ts'
import { type Fault, type FaultContext, outcomeOf } from './fault.ts'
import { type Inside, lookable, looker, mb } from './read-process-probe.ts'
import { type SeededClub, seedClub } from './seeded-club.ts'
import { boundlessBuffers } from './servers-without.ts'
import { follow, quantile } from './stream-follower.ts'
import { copyTree } from './tree-copy.ts'

const stalledReaders = 200
/** As many streams as one session may have (live/route.ts); more would be closed for another reason. */
const ofOnePerson = 4
const otherReaders = 20
/** How much more memory all of them together may use. */
const memoryWithinMb = 50
const lagWithinMs = 100
/** Few enough for one PostgreSQL notification; each change is sent to each reader. */
const changesANotice = 80
const noticeEveryMs = 100
/** The kernel buffers some megabytes per connection; after that, the server has to. */
const mostNotices = 3000
/** What the kernel may take in for a reader who reads nothing. */
const fillableMb = 8
/** How many of the server's own database connections may open or close during the test. */
const ownConnections = 12

export const fault: Fault = {
  name: 'stalled-readers',
  promise:
    'Two hundred readers who take nothing off their streams are let go at 64 KB each, cost the others nothing, and know all when they are back (T84).',
  // Only PostgreSQL lets another process announce so many changes.
  engines: ['postgres'],
  limitMinutes: 15,
  async run(context) {
    const readers = context.rounds(stalledReaders)
    const people = Math.ceil(readers / ofOnePerson)
    const club = await seedClub(context, { members: people + otherReaders, env: lookable })
    const wrong: string[] = []
    const takesMb = await mostReceivedMb()
    if (takesMb > fillableMb) {
      wrong.push(
        `each of this machine's sockets takes ${takesMb} MB, which can't be filled in time: set net.ipv4.tcp_rmem to Linux's usual "4096 131072 6291456" while this runs`,
      )
      return outcomeOf(wrong, { 'a socket takes MB': takesMb })
    }

    const server = await club.start()
    const scene = { club, look: looker(server), readers, people }
    const reading = await flood(context, scene, { stall: false, notices: 100 })
    const stalled = await flood(context, scene, { stall: true, notices: mostNotices })
    await server.kill()
    const copy = await copyTree(context, [boundlessBuffers])
    const boundless = await club.start(copy.root)
    const control = await flood(
      context,
      { ...scene, look: looker(boundless) },
      { stall: true, notices: stalled.notices + 80 },
    )

    if (stalled.letGo < readers) wrong.push(`${stalled.letGo} of ${readers} were let go`)
    if (stalled.grownMb > memoryWithinMb) wrong.push(`memory grew by ${stalled.grownMb} MB`)
    const lag = { reading: quantile(reading.lagMs, 99), stalled: quantile(stalled.lagMs, 99) }
    if (lag.stalled > lag.reading + lagWithinMs) wrong.push(`the others heard ${lag.stalled} ms late`)
    if (stalled.wrongOnReturn > 0) wrong.push(`${stalled.wrongOnReturn} do not know all on their return`)
    if (stalled.othersCut + reading.othersCut > 0) wrong.push('others were cut')
    if (control.grownMb <= memoryWithinMb || control.letGo > 0)
      wrong.push(`the control did not notice: without a bound memory grew by ${control.grownMb} MB`)
    return outcomeOf(wrong, {
      'stalled readers': readers,
      'let go': stalled.letGo,
      'changes told to each': stalled.notices * changesANotice,
      'RSS grew by at most MB': stalled.grownMb,
      'others heard p50 / p99 ms': `${quantile(stalled.lagMs, 50)} / ${lag.stalled}`,
      'the same while all read': `${quantile(reading.lagMs, 50)} / ${lag.reading}`,
      'wrong on return': stalled.wrongOnReturn,
      'RSS grew without a bound by MB (control)': control.grownMb,
    })
  },
}

async function mostReceivedMb() {
  const text = await readFile('/proc/sys/net/ipv4/tcp_rmem', 'utf8').catch(() => '')
  return Math.round(Number(text.trim().split(/\s+/)[2] ?? 0) / 1024 / 1024)
}

type Scene = { club: SeededClub; look: () => Promise<Inside>; readers: number; people: number }

/** Sends many changes to some readers, which may be stalled, and a few to the others. */
async function flood(context: FaultContext, scene: Scene, { stall, notices }: { stall: boolean; notices: number }) {
  const { club, look, readers, people } = scene
  const lagMs: number[] = []
  let changedAt = 0
  const others = club.members.slice(people).map(({ cookie }) =>
    follow(club.url, cookie, (event, { topic }) => {
      if (event === 'change' && topic === 'practices') lagMs.push(performance.now() - changedAt)
    }),
  )
  const persons = club.members.slice(0, people)
  const slow = Array.from({ length: readers }, (_, i) => follow(club.url, persons[i % people]?.cookie ?? ''))
  await Promise.all([...others, ...slow].map((follower) => follower.up()))
  const before = await look()
  if (stall) for (const follower of slow) follower.stall()
  const topics = persons.map(({ id }): Topic => `cards:${id}`)
  let version = (await versionOf(club, topics)) + 1
  let mostRss = before.rss
  let told = 0
  let readersLeft = readers
  while (told < notices && readersLeft > ownConnections) {
    context.signal.throwIfAborted()
    for (const topic of topics) {
      const changes = Array.from({ length: changesANotice }, (_, i) => ({ topic, version: version + i }))
      await sql`select pg_notify(${notifyChannel}, ${JSON.stringify(changes)})`.execute(club.db)
    }
    version += changesANotice
    told += 1
    await pause(noticeEveryMs)
    if (told % 4 === 0) {
      changedAt = performance.now()
      await club.write(async (_tx, announce) => announce('practices'))
    }
    if (told % 20 !== 0) continue
    const inside = await look()
    mostRss = Math.max(mostRss, inside.rss)
    readersLeft = readers - (connectionsOf(before) - connectionsOf(inside))
    context.say(`${told * changesANotice} changes, ${readersLeft} readers, ${mb(mostRss - before.rss)} MB more`)
  }
  // The tables must agree with the announced versions.
  await club.db
    .insertInto('topicVersion')
    .values(topics.map((topic) => ({ topic, version })))
    .onConflict((known) => known.column('topic').doUpdateSet({ version }))
    .execute()
  // Only now do they notice what happened to their connections.
  for (const follower of slow) follower.resume()
  await pause(7000)
  const letGo = slow.filter(({ counts }) => counts.cut > 0).length
  const wrongOnReturn = slow.filter(({ versions }) => versions.get('cards') !== version).length
  const othersCut = others.reduce((sum, { counts }) => sum + counts.cut, 0)
  for (const follower of [...others, ...slow]) follower.close()
  return { lagMs, letGo, notices: told, grownMb: mb(mostRss - before.rss), wrongOnReturn, othersCut }
}

function connectionsOf({ handles }: Inside) {
  return handles.TCPSocketWrap ?? 0
}

async function versionOf({ db }: SeededClub, topics: Topic[]) {
  const rows = await db.selectFrom('topicVersion').select('version').where('topic', 'in', topics).execute()
  return Math.max(0, ...rows.map(({ version }) => version))
}
