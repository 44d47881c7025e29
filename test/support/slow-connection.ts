import { connect, createServer, type Socket } from 'node:net'
import { listenLocally } from './local-port.ts'

/** A TCP proxy to a server on this machine that delays all bytes by `wayMs` in each direction, as if it were far away. */
export async function startSlowConnection(targetPort: number, wayMs: number) {
  const sockets = new Set<Socket>()
  let said = ''
  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      // Timers with the same delay fire in the order in which they were set.
      from
        .on('data', (bytes: Buffer) => {
          if (from === client) said += bytes.toString('latin1')
          setTimeout(() => to.destroyed || to.write(bytes), wayMs)
        })
        .on('close', () => setTimeout(() => to.destroy(), wayMs))
        .on('error', () => {})
    }
  })
  return {
    url: `http://localhost:${await listenLocally(listener)}`,
    /** How many requests for this address have been sent so far. */
    asked: (address: string) => said.split(`GET ${address}`).length - 1,
    async [Symbol.asyncDispose]() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
