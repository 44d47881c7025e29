import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The club's database, its calendar and emails, and what a library opens now and then. */
const forOthers = 100
/** A connection, and a file of the app that is sent on it. */
const eachNeeds = 2

/**
 * How many connections may be open at a time: with all of the process's file descriptors in use, nothing else could open a file, and
 * the process would die. Beyond it new connections are closed right away, until others end.
 */
export function connectionLimit(descriptors = descriptorLimit()) {
  return Math.max(16, Math.floor((descriptors - forOthers) / eachNeeds))
}

/** The process's limit on open files; Node raises it to what the system allows at most. */
export function descriptorLimit() {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : 1_000_000
}

/**
 * A stop answers every request whose head has come, and closes each line as soon as it carries none. Node itself closes only
 * those that are idle in the moment of the stop, and waits for the others as long as their clients like.
 */
export function closeConnectionsAtStop(app: FastifyInstance) {
  /** How many requests each open line carries. */
  const carried = new Map<Socket, number>()
  let stopping = false
  const change = (line: Socket, by: number) => {
    const now = (carried.get(line) ?? 0) + by
    if (carried.has(line)) carried.set(line, now)
    if (stopping && now === 0) line.destroySoon()
  }
  app.server.on('connection', (line) => {
    carried.set(line, 0)
    line.once('close', () => carried.delete(line))
  })
  app.server.prependListener('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  app.addHook('preClose', async () => {
    stopping = true
    for (const line of carried.keys()) change(line, 0)
  })
}
