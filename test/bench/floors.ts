import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDatabase } from '#test/support/postgres.ts'
import type { Statement } from '#test/support/recorded-statements.ts'
import type { BenchClub } from './bench-club.ts'
import { onServerCore, processorUs } from './cores.ts'
import type { Asked, Lines } from './lines.ts'
import { openLines } from './lines.ts'
import type { PartContext } from './part.ts'
import type { Deed } from './recorded.ts'
import { type Round, takeRound } from './rounds.ts'

type Copy = { file: string } | { url: string }
export type FloorSettings = {
  by: 'http' | 'fastify'
  answer: FloorAnswer
  /** What is done before each answer, on a copy of the club's data. */
  acts: { database: Copy; statements: Statement[]; deeds: Deed[] } | null
}
export type FloorAnswer = { status: number; headers: Record<string, string> /** Base64. */; body: string }
/** So many deeds without HTTP around them, but no longer than so. */
export type FloorRequest = { many: number; forMs: number }
export type FloorReply = { port: number } | { ms: number[]; lastedMs: number }

/** What a server of ours is measured beside, in a process of its own that is kept to the same core. */
export async function startFloor(context: PartContext, settings: Omit<FloorSettings, 'acts'> & Partial<FloorSettings>) {
  const file = join(import.meta.dirname, 'floor-server.ts')
  const [program = '', ...more] = [...onServerCore(), process.execPath, file]
  const child = spawn(program, more, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  context.onEnd(() => child.kill('SIGKILL'))
  child.send({ acts: null, ...settings } satisfies FloorSettings)
  const said = await replyOf(child)
  const lines: Lines = await openLines(['port' in said ? said.port : 0], 16)
  context.onEnd(() => lines.close())
  const pids = [child.pid ?? 0]
  return {
    pids,
    /** The same questions as the server is asked. */
    take: (asked: Asked & { status?: number }) => takeRound({ lines, pids }, asked),
    /** The deeds alone. */
    async act(request: FloorRequest): Promise<Round> {
      const before = processorUs(pids)
      child.send(request)
      const reply = await replyOf(child)
      if (!('ms' in reply)) throw new Error('a floor does not say how long it took')
      const { ms, lastedMs } = reply
      const us = (processorUs(pids) - before) / ms.length
      return { perSecond: (ms.length / lastedMs) * 1000, processorUs: us, askerShare: 0, ms }
    },
  }
}

async function replyOf(child: ChildProcess): Promise<FloorReply> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a floor ended with ${code}`)
  })
  ended.catch(() => {})
  const [reply] = await Promise.race([once(child, 'message'), ended])
  return reply as FloorReply
}

/** What the server answers, to be answered again with the same headers and the same bytes. */
export async function answerOf(url: URL, cookie: string, headers: Record<string, string> = {}): Promise<FloorAnswer> {
  const answer = await fetch(url, { headers: { cookie, ...headers } })
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
  const ofTheLine = ['date', 'connection', 'keep-alive', 'transfer-encoding']
  const own = [...answer.headers].filter(([name]) => !ofTheLine.includes(name))
  return { status: answer.status, headers: Object.fromEntries(own), body }
}

/** The club's data once more, for a floor to write into. No server may be running on it. */
export async function copyData({ seeded }: BenchClub, number: number): Promise<Copy> {
  if (seeded.postgres === null) {
    const file = join(seeded.dataDir, `floor-${number}.db`)
    await sql`vacuum into ${file}`.execute(seeded.db)
    await seeded.letGo()
    return { file }
  }
  await seeded.letGo()
  const template = new URL(seeded.env.DATABASE_URL ?? '').pathname.slice(1)
  const { url } = await createDatabase(seeded.postgres.url, { template })
  return { url }
}
