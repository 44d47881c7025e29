// Shows: B18

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { prepareServer } from '#test/support/server.ts'
import { connectionLimit } from './connections.ts'

/** Runs a program that may open so many files. */
const startWithFiles = (descriptors: number, env: NodeJS.ProcessEnv, ...program: string[]) =>
  spawn('sh', ['-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, process.execPath, ...program], { env })

test.each([
  [1024, 462],
  [524_288, 262_094],
  [64, 16],
])('of %i open files %i connections are allowed', (descriptors, most) => {
  expect(connectionLimit(descriptors)).toBe(most)
})

test.skipIf(process.platform === 'win32')(
  'a server with few file descriptors closes extra connections, and responds again once there is room',
  { timeout: 60_000 },
  async () => {
    const { env } = await prepareServer()
    const server = startWithFiles(200, env, 'src/server/main.ts')
    let output = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += text))
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
    expect([server.exitCode, output.match(/EMFILE|unexpected/)]).toEqual([null, null])
    for (const socket of sockets) socket.destroy()
    await expect.poll(isHealthy, { timeout: 10_000 }).toBe(true)

    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  },
)

test.skipIf(process.platform === 'win32')('the doctor says if there are few', { timeout: 60_000 }, async () => {
  const { env } = await prepareServer()
  const doctor = startWithFiles(300, env, 'src/server/ops/cli/main.ts', 'doctor')
  let said = ''
  doctor.stdout.on('data', (text) => (said += text))
  await once(doctor, 'close')
  expect(said).toContain('This user can open 300 files, so the server takes at most 100 connections at a time.')
})
