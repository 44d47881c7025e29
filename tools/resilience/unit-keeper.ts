import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const home = '/srv/quiver/app'

/**
 * Runs `deploy/quiver.service` where there is no systemd: starts its command in a folder, and restarts it after its pause whenever it
 * exits.
 */
export async function keepUnit(root: string, env: Record<string, string>) {
  const unit = readFileSync(join(root, 'deploy/quiver.service'), 'utf8')
  const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  if (read('Restart') !== 'always') throw new Error('the unit is not started again')
  const pauseMs = Number(/^(\d+)ms$/.exec(read('RestartSec'))?.[1])
  const commands = ['ExecStartPre', 'ExecStart'].map((name) => read(name).replace(home, root).split(' '))
  let child: ChildProcess | null = null
  let stopped = false
  let starts = 0
  let endedAt = 0
  const codes: (number | null)[] = []

  async function run([program = '', ...words]: string[]) {
    child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const [code] = await once(child, 'exit')
    return code as number | null
  }

  async function keep() {
    const [before = [], main = []] = commands
    while (!stopped) {
      if ((await run(before)) !== 0) throw new Error('its set-up failed')
      if (stopped) return
      starts += 1
      codes.push(await run(main))
      endedAt = performance.now()
      if (!stopped) await pause(pauseMs)
    }
  }

  const kept = keep()
  return {
    signal: (signal: NodeJS.Signals) => child?.kill(signal),
    starts: () => starts,
    /** The current process. */
    pid: () => child?.pid,
    /** When it last exited, by `performance.now()`. */
    endedAt: () => endedAt,
    codes,
    async stop() {
      stopped = true
      child?.kill('SIGTERM')
      await kept
    },
  }
}
