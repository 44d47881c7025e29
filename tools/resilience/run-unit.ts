import { join } from 'node:path'
import type { Fault, FaultContext, Outcome } from './fault.ts'

// Runs one fault test on one engine in its own process, so that everything it starts ends with it. `npm run faults` starts it and reads
// its messages; if that process ends for any reason, this one ends, too.

export interface UnitRequest {
  name: string
  engine: FaultContext['engine']
  quick: boolean
  progress: string
}
export type UnitMessage = { say: string } | { outcome: Outcome } | { error: string }

const request: UnitRequest = JSON.parse(process.argv[2] ?? '{}')
const over = new AbortController()
const endings: (() => unknown)[] = []
let ending = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(1))
process.on('disconnect', () => void end(1))

const context: FaultContext = {
  engine: request.engine,
  rounds: (full) => (request.quick ? Math.max(1, Math.round(full / 10)) : full),
  say: (line) => tell({ say: line }),
  signal: over.signal,
  onEnd: (work) => endings.push(work),
  progress: request.progress,
}

try {
  const { fault }: { fault: Fault } = await import(join(import.meta.dirname, `${request.name}.fault.ts`))
  const outcome = await fault.run(context)
  await end(0, { outcome })
} catch (error) {
  await end(1, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

async function end(code: number, message?: UnitMessage) {
  if (ending) return
  ending = true
  over.abort()
  for (const work of endings.reverse()) await attempt(work)
  if (message) await new Promise<void>((sent) => tell(message, sent))
  process.exit(code)
}

/** If one cleanup fails, the others still run. */
async function attempt(work: () => unknown) {
  try {
    await work()
  } catch (error) {
    tell({ say: `could not tidy up: ${error}` })
  }
}

function tell(message: UnitMessage, sent: () => void = () => {}) {
  if (!process.connected || !process.send) return sent()
  process.send(message, () => sent())
}
