import { statSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClubLoad } from './club-load.ts'
import type { Reply } from './phone.ts'
import type { SeededClub, SeededMember } from './seeded-club.ts'

/** With two dozen members, this gives over a hundred requests per second. */
const pauseMs = 185

/** Members go on, each with a live stream, until the server has ended. */
export async function endAmid(club: SeededClub, load: ClubLoad, end: () => Promise<number | null>) {
  const open = await Promise.all(club.members.map((member) => openStream(club.url, member)))
  const count = { asked: 0, failed: 0, inFlight: 0 }
  let stoppedAt = 0
  let over = false
  const begunAt = performance.now()
  const heard = (reply: Reply | null) => {
    count.asked += stoppedAt === 0 ? 1 : 0
    count.failed += reply !== null && reply.status >= 500 ? 1 : 0
  }
  const busy = load.run({ over: () => over, heard, pauseMs, patienceMs: pauseMs })
  await pause(1000 + Math.random() * 500)
  stoppedAt = performance.now()
  count.inFlight = load.pending().length
  const code = await end()
  const tookMs = performance.now() - stoppedAt
  over = true
  await busy
  const left = (await Promise.all(open.map(({ toldToComeBack }) => toldToComeBack))).filter((told) => !told).length
  return { ...count, code, tookMs, left, busyMs: stoppedAt - begunAt }
}

/** Opens a live stream; resolves once its first event has come. */
async function openStream(url: string, { cookie }: SeededMember) {
  const opened = Promise.withResolvers<void>()
  const told = Promise.withResolvers<boolean>()
  const { port, host } = new URL(url)
  const asked: ClientRequest = get({ host: '127.0.0.1', port, path: '/live', headers: { host, cookie }, agent: false })
  asked.on('error', opened.reject)
  asked.on('response', (stream) => {
    let heard = ''
    stream.setEncoding('utf8').on('data', (words) => {
      heard += words
      opened.resolve()
    })
    // A stream that is cut off ends with an error.
    stream.on('error', () => told.resolve(false))
    stream.on('end', () => told.resolve(/\n\nretry: \d+\n\n$/.test(heard)))
  })
  await opened.promise
  return { toldToComeBack: told.promise }
}

/** The size of the write-ahead log that isn't in the database file yet. */
export function logBytes({ dataDir }: SeededClub) {
  return statSync(join(dataDir, 'quiver.db-wal'), { throwIfNoEntry: false })?.size ?? 0
}
