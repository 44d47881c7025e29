import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Makes a server listen on a free port of 127.0.0.1. @returns the port */
export async function listenLocally(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

export async function freePort() {
  const server = createServer()
  const port = await listenLocally(server)
  await once(server.close(), 'close')
  return port
}
