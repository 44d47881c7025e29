import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Ended = { code: number | null; stdout: string; stderr: string }

const main = fileURLToPath(new URL('../../src/server/ops/cli/main.ts', import.meta.url))

type Options = {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** A program that wraps it, with its arguments; it has to keep the process ours. */
  under?: string[] | undefined
}

/** Runs the real command line in its own process, without any of this process's settings. */
export function runCommand(args: string[], options: Options = {}): Promise<Ended> {
  return startCommand(args, options).ended
}

export function startCommand(args: string[], options: Options = {}) {
  return startProcess(main, args, options)
}

/** Starts one of our programs in its own process; `line` waits for its output. */
export function startProcess(file: string, args: string[] = [], { env = {}, cwd, under = [] }: Options = {}) {
  const [program = '', ...words] = [...under, process.execPath, file, ...args]
  const child = spawn(program, words, {
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
    child,
    /** What it has printed so far. */
    output: () => printed.stdout + printed.stderr,
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
