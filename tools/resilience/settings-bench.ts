import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClubSetting } from '#contract/club-settings.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { createRandom } from '#server/ops/demo/random.ts'
import { goodPassword } from '#test/support/club.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { prepareServer, type ServerProcess, startServerProcess } from '#test/support/server.ts'
import type { FaultContext } from './fault.ts'
import { openPhone, orNothing, type Reply } from './phone.ts'
import { seedClub } from './seeded-club.ts'
import { type Settings, unset } from './setting-edits.ts'

export type Bench = Awaited<ReturnType<typeof openBench>>
export type Officer = {
  cookie: string
  /** The settings as this officer last saw them. */
  seen: Map<SettingName, ClubSetting>
}
/** Who had seen which revision when the server took this value as a revision. */
export type Claim = { name: SettingName; value: string | null; seen: number; revision: number; at: number }
export type Reading = { kind: 'settings' | 'public'; text: string; begunAt: number }

/** One server on SQLite, three on one PostgreSQL and one bucket. */
export async function openBench(context: FaultContext, root?: string) {
  const isAlone = context.engine === 'sqlite'
  const store = isAlone ? null : await startS3Store('club')
  if (store) context.onEnd(() => store[Symbol.asyncDispose]())
  const env = store?.env('club') ?? {}
  const club = await seedClub(context, { members: 1, env })
  await club.db.deleteFrom('sampleSettings').execute()
  await club.db.updateTable('member').set({ role: 'Officer' }).execute()
  await club.letGo()
  const folders = [{ dataDir: club.dataDir, env: club.env }]
  for (let more = isAlone ? 0 : 2; more > 0; more--) {
    const folder = await prepareServer({ env: { ...club.shared, ...env } })
    context.onEnd(() => rm(folder.dataDir, { recursive: true, force: true }))
    folders.push(folder)
  }
  const processes: Process[] = []
  for (const again of folders) processes.push(await openProcess(context, again, root))
  const random = createRandom(Date.now())
  const officers = [club.officer, ...club.members].map(({ cookie }): Officer => ({ cookie, seen: new Map() }))
  const first = await readSettings(processes[0]?.url ?? '', officers[0]?.cookie ?? '')
  const bench = {
    context,
    club,
    processes,
    random,
    officers,
    mapHosts: first.mapHosts,
    ofFile: settingsOf(first.settings),
    claims: [] as Claim[],
    /** The revisions that were acknowledged. */
    known: new Set<number>(),
    readings: [] as Reading[],
    counts: { uploads: 0, refused: 0, again: 0, number: 0 },
    /** Everything `quiver verify` finds wrong, including the files. */
    async verify() {
      const { code, output } = await (processes[0] as Process).quiver('verify')
      return code === 0 ? [] : output.trim().split('\n')
    },
    async end() {
      for (const each of processes) await each.end('kill')
    },
  }
  for (const officer of officers) await enterPassword(bench, officer)
  return bench
}

export type Process = Awaited<ReturnType<typeof openProcess>>

async function openProcess(
  context: FaultContext,
  again: Awaited<ReturnType<typeof prepareServer>>,
  root: string | undefined,
) {
  const start = () => startServerProcess({ again, ...(root === undefined ? {} : { root }) })
  let running: ServerProcess = await start()
  context.onEnd(() => running.kill())
  return {
    url: running.url,
    end: (how: 'stop' | 'kill') => running[how](),
    async start() {
      running = await start()
    },
    quiver: (...words: string[]) => running.quiver(...words),
  }
}

/** Sends it until there is an answer, each time to any of the processes, as a phone does: always under the same key. */
export async function ask(bench: Bench, { cookie }: Officer, operation: string, input: object): Promise<Reply> {
  const key = randomUUID()
  for (;;) {
    bench.context.signal.throwIfAborted()
    const { url } = bench.random.pick(bench.processes)
    const reply = await orNothing(openPhone(url, cookie).act(operation, input, key))
    if (reply && reply.status < 500) return reply
    bench.counts.again += 1
    await pause(50)
  }
}

export async function enterPassword(bench: Bench, officer: Officer) {
  const { status, body } = await ask(bench, officer, 'session.enterPassword', { password: goodPassword })
  if (status !== 200) throw new Error(`the password was answered ${status}: ${body}`)
}

export async function get<T>(url: string, cookie: string, path: string, input?: object) {
  const query = input === undefined ? '' : `?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
  const { status, json, body } = await openPhone(url, cookie).get(`/rpc/${path}${query}`)
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${body}`)
  return json as T
}

export function readSettings(url: string, cookie: string) {
  return get<{ settings: ClubSetting[]; mapHosts: string[] }>(url, cookie, 'clubSettings/get')
}

/** Reads until there is an answer. */
export async function read<T>(bench: Bench, from: (url: string) => Promise<T>): Promise<T> {
  for (;;) {
    bench.context.signal.throwIfAborted()
    const found = await from(bench.random.pick(bench.processes).url).catch(() => null)
    if (found !== null) return found
    await pause(50)
  }
}

/** By name, in one order. */
export function settingsOf(list: ClubSetting[]): Settings {
  return Object.fromEntries(list.map(({ name, value, isDecided }) => [name, isDecided ? JSON.stringify(value) : unset]))
}

/** One after so many edits. */
