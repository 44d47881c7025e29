// Shows: B18

import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startProcess } from '#test/support/command.ts'
import { prepareServer } from '#test/support/server.ts'

test.skipIf(process.platform === 'win32')(
  'a server with few file descriptors closes extra connections, and responds again once there is room',
  { timeout: 60_000 },
  async () => {
    const { env } = await prepareServer()
    const under = ['sh', '-c', 'ulimit -n 200 && exec "$0" "$@"']
    const server = startProcess('src/server/main.ts', [], { env, under })
    const { hostname, port } = new URL(env.BASE_URL ?? '')
    const isHealthy = () =>
      fetch(`${env.BASE_URL}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    await expect.poll(isHealthy, { timeout: 30_000 }).toBe(true)

    const sockets: Socket[] = []
    for (let i = 0; i < 400; i++) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      sockets.push(socket)
    }
    const open = () => sockets.filter((socket) => socket.readyState === 'open').length
    await expect.poll(open, { timeout: 10_000 }).toBeLessThanOrEqual(50)
    // Longer than the interval of the load check.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    expect([server.child.exitCode, server.output().match(/EMFILE|unexpected/)]).toEqual([null, null])
    for (const socket of sockets) socket.destroy()
    await expect.poll(isHealthy, { timeout: 10_000 }).toBe(true)

    server.stop()
    expect((await server.ended).code).toBe(0)
  },
)
