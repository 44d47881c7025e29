import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For the database, the calendar, emails, and files that libraries open. */
const reservedDescriptors = 100
/** The socket, and a file that is sent on it. */
const descriptorsPerConnection = 2

/**
 * How many connections may be open at a time: without free file descriptors nothing could open a file, and the process would crash.
 * Beyond the limit, new connections are closed right away.
 */
export function connectionLimit(descriptors = descriptorLimit()) {
  return Math.max(16, Math.floor((descriptors - reservedDescriptors) / descriptorsPerConnection))
}

/** The process's limit on open files. Node raises the soft limit to the hard limit at startup. */
export function descriptorLimit() {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : 1_000_000
}

/**
 * During a stop, finishes every request whose headers have arrived, and closes each connection once it has none. Node itself
 * closes only those that are idle when the stop begins, and waits for the others as long as their clients keep them open.
 */
export function closeConnectionsAtStop(app: FastifyInstance) {
  /** The number of requests in progress on each open connection. */
  const requestCounts = new Map<Socket, number>()
  let stopping = false
  const change = (socket: Socket, by: number) => {
    const now = (requestCounts.get(socket) ?? 0) + by
    if (requestCounts.has(socket)) requestCounts.set(socket, now)
    if (stopping && now === 0) socket.destroySoon()
  }
  app.server.on('connection', (socket) => {
    requestCounts.set(socket, 0)
    socket.once('close', () => requestCounts.delete(socket))
  })
  app.server.prependListener('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of requestCounts.keys()) change(socket, 0)
  })
}
