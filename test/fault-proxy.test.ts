import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.ts'

/** Responds to each line with the same in capitals, and records what it received. */
async function startEcho() {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (line: string) => {
      received.push(line)
      socket.write(line.toUpperCase())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startFaultProxy((server.address() as AddressInfo).port)
  return {
    proxy,
    received: () => received.join(''),
    async [Symbol.asyncDispose]() {
      await proxy.stop()
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function openLine(proxy: FaultProxy) {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => {})
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

/** What comes back until the connection breaks, or until `length` characters have come. */
async function sendAndRead(socket: Socket, request: string, length = Number.POSITIVE_INFINITY) {
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk
    if (answer.length >= length) socket.destroy()
  })
  socket.write(request)
  if (!socket.destroyed) await once(socket, 'close')
  return answer
}

test('without a fault everything passes, both ways, and the end of one side too', async () => {
  await using at = await startEcho()
  const socket = await openLine(at.proxy)
  expect(await sendAndRead(socket, 'hello', 5)).toBe('HELLO')
  expect(at.received()).toBe('hello')
})

test('refusing, it breaks open connections and takes no new ones; afterwards it does', async () => {
  await using at = await startEcho()
  const before = await openLine(at.proxy)
  const closed = once(before, 'close')
  await at.proxy.set({ kind: 'refuse' })
  await closed
  const socket = connect(at.proxy.port, '127.0.0.1')
  const [error] = await once(socket, 'error')
  expect(error.code).toBe('ECONNREFUSED')
  await at.proxy.set({ kind: 'pass' })
  expect(await sendAndRead(await openLine(at.proxy), 'hello', 5)).toBe('HELLO')
})

test('hanging, it swallows what is sent and says nothing; the line breaks when it is over', async () => {
  await using at = await startEcho()
  const socket = await openLine(at.proxy)
  await at.proxy.set({ kind: 'hang' })
  const answer = sendAndRead(socket, 'hello')
  expect(await Promise.race([answer, pause(100, 'silence')])).toBe('silence')
  await at.proxy.set({ kind: 'pass' })
  expect(await answer).toBe('')
  expect(at.received()).toBe('')
})

test('cut, exactly so many bytes get through', async () => {
  await using at = await startEcho()
  await at.proxy.set({ kind: 'cut', afterBytes: 3 })
  await sendAndRead(await openLine(at.proxy), 'hello')
  await expect.poll(at.received, { timeout: 10_000 }).toBe('hel')
  await at.proxy.set({ kind: 'cut', afterBytes: 4, from: 'server' })
  expect(await sendAndRead(await openLine(at.proxy), 'world')).toBe('WORL')
  expect([at.received(), at.proxy.cuts()]).toEqual(['helworld', 2])
})

test('slow, it takes its time and loses nothing', async () => {
  await using at = await startEcho()
  await at.proxy.set({ kind: 'slow', bytesPerSecond: 100 })
  const begunAt = performance.now()
  expect(await sendAndRead(await openLine(at.proxy), 'x'.repeat(20), 20)).toBe('X'.repeat(20))
  // Portions of five bytes, 50 ms apart; the response comes back in parallel.
  expect(performance.now() - begunAt).toBeGreaterThan(140)
})

test('losing replies, it delivers the request and breaks the line instead of the answer', async () => {
  await using at = await startEcho()
  await at.proxy.set({ kind: 'lose-reply' })
  expect(await sendAndRead(await openLine(at.proxy), 'hello')).toBe('')
  expect(at.received()).toBe('hello')
})

test('a large body gets through whole, and a stopped proxy leaves no line open', async () => {
  const sent = Buffer.alloc(3_000_000, 'quiver')
  const source = createServer((socket) => socket.end(sent)).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const proxy = await startFaultProxy((source.address() as AddressInfo).port)
  expect((await buffer(await openLine(proxy))).equals(sent)).toBe(true)
  const idle = await openLine(proxy)
  await proxy.stop()
  expect(await text(idle).catch(() => 'broken')).toBeTypeOf('string')
  expect(proxy.open()).toBe(0)
  source.close()
})
