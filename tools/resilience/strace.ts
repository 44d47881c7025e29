import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const calls = [
  ...['pwrite64', 'pwritev', 'write', 'writev', 'sendto', 'sendmsg'],
  ...['fdatasync', 'fsync', 'rename', 'renameat', 'renameat2'],
]
const shown = 32

/** One system call of a process. */
export type Call = {
  name: string
  /** The file behind its first argument, or that argument itself. */
  path: string
  /** All its arguments, as strace prints them. */
  words: string
  /** Positions of its begin and end in the order of all begins and ends. */
  begun: number
  ended: number
}

export function canTrace() {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
}

/** The strace command to start a process under. The process stays our child (`-D`), and the trace goes to a file. */
export function tracing(file: string) {
  return [
    'strace',
    '-D',
    '-f',
    '-y',
    '-s',
    String(shown),
    '-e',
    `trace=${calls.join()}`,
    '-e',
    'signal=none',
    '-o',
    file,
  ]
}

/** @throws if the traced process hasn't ended within 20 s */
export async function readTrace(file: string, pid: number | undefined): Promise<Call[]> {
  for (let tries = 0; ; tries++) {
    const text = readFileSync(file, 'utf8')
    if (new RegExp(`^${pid} +\\+\\+\\+ (exited|killed)`, 'm').test(text)) return readCalls(text)
    if (tries > 200) throw new Error('the trace has no end')
    await pause(100)
  }
}

export function readCalls(text: string): Call[] {
  const all: Call[] = []
  const open = new Map<string, Call>()
  for (const [at, line] of text.split('\n').entries()) {
    const [, pid = '', what = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (what.startsWith('<... ')) {
      const call = open.get(pid)
      if (call) call.ended = at
      open.delete(pid)
      continue
    }
    const [, name = '', words = ''] = /^(\w+)\((.*)$/.exec(what) ?? []
    if (name === '') continue
    const call = { name, path: pathIn(words), words, begun: at, ended: at }
    all.push(call)
    if (what.endsWith('<unfinished ...>')) {
      // Unfinished until it appears again.
      call.ended = Number.POSITIVE_INFINITY
      open.set(pid, call)
    }
  }
  return all
}

/** Extracts the path from `21</data/quiver.db-wal>, …` or `"/data/a", "/data/b") = 0`. */
function pathIn(words: string) {
  return /^\d+<([^>]*)>/.exec(words)?.[1] ?? /^(?:AT_FDCWD[^,]*, )?"([^"]*)"/.exec(words)?.[1] ?? ''
}
