import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Makes a server listen on a free port of 127.0.0.1. @returns the port */
export async function listenLocally(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/**
 * A free port for a server that is started later. It's below those that Linux, macOS, and Windows give to connections, so that no
 * connection has taken it by then.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  await once(server.close(), 'close')
  return port
}
