import { createPasswordHashing, hashPassword, verifyPassword } from '#server/crypto/passwords.ts'
import { run } from '#server/ops/cli/program.ts'
import { serve } from '#server/serve.ts'

// Serves clubs that don't need their own process, each as `npm start` does, and runs their commands: starting a process
// takes longer than most journeys. Its parent (shared-process.ts) sends it the requests.

export type HostRequest = { id: number } & (
  | { act: 'start'; env: Record<string, string> }
  | { act: 'stop'; url: string }
  | { act: 'command'; env: Record<string, string>; words: string[] }
)
export type HostAnswer = { code: number; output: string }
export type HostReply = { id: number; answer: HostAnswer }

/**
 * Nearly everyone in the tests has the same password, so it is hashed once, and a hash made here is verified without
 * scrypt.
 */
const hashed = new Map<string, Promise<string>>()
const hashing = createPasswordHashing({
  hashPassword(password) {
    const hash = hashed.get(password) ?? hashPassword(password)
    hashed.set(password, hash)
    return hash
  },
  verifyPassword: async (hash, password) => (await hashed.get(password)) === hash || verifyPassword(hash, password),
})

/** Browsers and other servers share the machine, so lateness isn't a sign of overload here. */
const overload = { lateMs: 20_000, waitMs: 20_000 }

const stops = new Map<string, () => Promise<void>>()

process.on('disconnect', () => process.exit(0))
process.on('message', async (request: HostRequest) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  let code = 0
  try {
    code = await carryOut(request, say)
  } catch (error) {
    code = 1
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const answer = { code, output: lines.join('\n') }
  process.send?.({ id: request.id, answer } satisfies HostReply)
})

async function carryOut(request: HostRequest, say: (line: string) => void): Promise<number> {
  if (request.act === 'command') return run(request.words, { env: request.env, say, complain: say })
  if (request.act === 'start') {
    const { stop } = await serve(request.env, say, { hashing, overload })
    stops.set(request.env.BASE_URL ?? '', stop)
    return 0
  }
  const stop = stops.get(request.url)
  stops.delete(request.url)
  await stop?.()
  return 0
}
