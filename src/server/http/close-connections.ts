import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

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
