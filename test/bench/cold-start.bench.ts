import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareClub } from './bench-club.ts'
import { makeFigure } from './figure.ts'
import type { Part, PartContext } from './part.ts'
import { takeTurns } from './rounds.ts'

const root = join(import.meta.dirname, '../..')
const limitMs = 30_000
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
/** The barest server, by the same Node. */
const bare = `require('node:http').createServer((_, response) => response.end('{"ok":true}')).listen(process.env.PORT, '127.0.0.1')`

export const part: Part = {
  name: 'cold-start',
  about:
    'From the command until /readyz says yes, by npm start and by the process itself, beside a bare node:http server; on an installed, built clone.',
  engines: ['sqlite'],
  async measure(context) {
    const club = await prepareClub(context)
    await club.recorded.stop()
    await club.seeded.letGo()
    const { env } = club.seeded
    const start =
      (program: string, ...words: string[]) =>
      () =>
        readyMs(context, env, [program, ...words])
    const starts = {
      npm: start(npm, 'start'),
      process: start(process.execPath, '--import', './scripts/production.mjs', 'src/server/main.ts'),
      bare: start(process.execPath, '-e', bare),
    }
    // The first start writes down what it has compiled for all later ones.
    const turns = await takeTurns(context.rounds, starts, 1)
    return [
      makeFigure(context, {
        ...{ name: 'cold-start', unit: 'ms', values: turns.npm, floors: turns.bare },
        wanted: { of: 'value', atMost: 1500 },
        note: 'by npm start',
      }),
      makeFigure(context, { name: 'cold-start.process', unit: 'ms', values: turns.process, floors: turns.bare }),
    ]
  },
}

async function readyMs(context: PartContext, env: Record<string, string>, [program = '', ...words]: string[]) {
  // The club of the clone, for which its pages were built, and the clone's own compiled code.
  const { NODE_COMPILE_CACHE: _, CLUB_CONFIG: __, ...own } = env
  const begunAt = performance.now()
  // A group of its own: between npm and the server stand others.
  const child = spawn(program, words, { cwd: root, env: own, stdio: 'ignore', detached: true })
  const end = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // All of them have ended.
    }
  }
  context.onEnd(() => end('SIGKILL'))
  const closed = once(child, 'close')
  while (!(await isReady(Number(env.PORT)))) {
    if (performance.now() - begunAt > limitMs || child.exitCode !== null)
      throw new Error(`${program} was not ready in time`)
    await pause(2)
  }
  const tookMs = performance.now() - begunAt
  end('SIGTERM')
  await closed
  while (await isReady(Number(env.PORT))) await pause(20)
  return tookMs
}

async function isReady(port: number) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
