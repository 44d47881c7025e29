import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/support/server.ts'
import { authSecret, clubRows } from './club-rows.ts'
import type { BenchPart } from './part.ts'
import { createStore, type Place } from './store.ts'

/** Registers cleanup that runs when the measurement ends, even after an error. */
export type OnEnd = (work: () => unknown) => void
export type Club = Awaited<ReturnType<typeof prepareClub>>
export type Server = Awaited<ReturnType<Club['start']>>

const readyWithinMs = 60_000

/**
 * Prepares a club in tables that the checkout's own server has created. Each server that is started gets a fresh copy, so that all rounds
 * start alike. Nothing is imported from the checkout.
 */
export async function prepareClub(
  { checkout, folder, onEnd }: { checkout: string; folder: string; onEnd: OnEnd },
  { club, engine = 'sqlite', preload }: Pick<BenchPart, 'club' | 'engine' | 'preload'>,
) {
  const { members, rows } = clubRows(club)
  const filled = await createStore(engine, join(folder, 'filled'), onEnd)
  await (await boot(checkout, filled, onEnd)).stop()
  await filled.insert(rows)
  // The first start builds the calendar and the compile cache, so that the measured servers already have them.
  await (await boot(checkout, filled, onEnd)).stop()
  let copies = 0

  async function start(onEnd: OnEnd) {
    const copy = await filled.copyTo(join(folder, `copy-${++copies}`), onEnd)
    return { ...(await boot(checkout, copy, onEnd, preload)), checkout, members }
  }
  return { start }
}

/** Starts the server as `npm start` does, on the checkout's own Node. */
async function boot(checkout: string, { dataDir, databaseUrl }: Place, onEnd: OnEnd, preload?: string) {
  const port = await freePort()
  const node = ['node_modules/node/bin/node', 'node_modules/.bin/node'].map((name) => join(checkout, name))
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    AUTH_SECRET: authSecret,
    LOG_LEVEL: 'error',
    BACKUP_KEEP_DAYS: '0',
    ...(preload && { NODE_OPTIONS: `--import=${preload}` }),
  }
  const begunAt = performance.now()
  const words = scripts.start.split(' ').slice(1)
  const child = spawn(node.find(existsSync) ?? 'node', words, { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  const exited = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    const killer = setTimeout(() => child.kill('SIGKILL'), 15_000)
    if (!isOver()) child.kill('SIGTERM')
    await exited
    clearTimeout(killer)
  }
  onEnd(stop)
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (isOver() || performance.now() - begunAt > readyWithinMs)
      throw new Error(`the server of ${checkout} did not get ready:\n${printed}`)
    await pause(5)
  }
  const readyMs = performance.now() - begunAt
  const steps = () =>
    [...printed.matchAll(/^step (\w+) ([\d.]+)$/gm)].map(([, step = '', ms]) => [step, Number(ms)] as const)
  const pid = child.pid ?? 0
  return { port, host: `localhost:${port}`, url: env.BASE_URL, pid, readyMs, stop, cpuMs: () => cpuMsOf(pid), steps }
}

/** CPU time of all threads of the process; the kernel counts in hundredths of a second. */
function cpuMsOf(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Memory in MB (1,000,000 bytes): `rss` is all of it, `pss` counts shared pages proportionally. */
export function memoryOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const of = (name: string) => (Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]) * 1024) / 1e6
  return { rss: of('Rss'), pss: of('Pss') }
}
