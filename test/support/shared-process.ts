import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { HostAnswer, HostReply, HostRequest } from './server-host.ts'

type HostInput<Request = HostRequest> = Request extends unknown ? Omit<Request, 'id'> : never

let host: ChildProcess | undefined
let asked = 0
const waiting = new Map<number, { resolve: (answer: HostAnswer) => void; reject: (reason: Error) => void }>()

/**
 * Sends a request to the process that runs this test file's servers, and starts the process first if needed.
 * @throws with its output if that process ends instead
 */
export function requestHost(request: HostInput): Promise<HostAnswer> {
  host ??= startHost()
  const id = ++asked
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    host?.send({ ...request, id })
  })
}

function startHost() {
  const root = join(import.meta.dirname, '../..')
  const child = fork(join(import.meta.dirname, 'server-host.ts'), {
    cwd: root,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  child.on('message', ({ id, answer }: HostReply) => {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', (code) => {
    process.off('exit', end)
    host = undefined
    for (const { reject } of waiting.values()) reject(new Error(`the servers’ process ended with ${code}:\n${printed}`))
    waiting.clear()
  })
  return child
}
