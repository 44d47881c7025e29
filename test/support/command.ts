import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Ended = { code: number | null; stdout: string; stderr: string }

const main = fileURLToPath(new URL('../../src/server/ops/cli/main.ts', import.meta.url))

/** Runs the real command line in its own process, without any of this process's settings. */
export function runCommand(args: string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}): Promise<Ended> {
  return startCommand(args, options).ended
}

export function startCommand(args: string[], options: { env?: NodeJS.ProcessEnv; cwd?: string } = {}) {
  return startProcess(main, args, options)
}

/** Starts one of our programs in its own process; `line` waits for its output. */
export function startProcess(
  file: string,
  args: string[] = [],
  { env = {}, cwd }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...printed }))
  return {
    ended,
    stop: () => child.kill('SIGTERM'),
    kill: () => child.kill('SIGKILL'),
    /** The first match in its output; rejects when it exits without one. */
    async line(pattern: RegExp) {
      for (;;) {
        const found = pattern.exec(printed.stdout)
        if (found) return found
        const over = await Promise.race([once(child.stdout, 'data').then(() => null), ended])
        if (over && !pattern.test(printed.stdout))
          throw new Error(`ended with ${over.code} before ${pattern}: ${over.stdout}${over.stderr}`)
      }
    },
  }
}
