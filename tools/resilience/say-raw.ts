import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { RawRequest } from './raw-request.ts'

export type Said = {
  /** The status of each response in order, without interim ones (1xx); empty if the connection closed without a response. */
  statuses: number[]
  /** From our last byte to the response or the close, in ms; Infinity if neither came. */
  waitedMs: number
  lifeMs: number
}

/** Drips continue while the connection is open; the server's timeouts have to end them. */
const dripEveryMs = 500

/** Sends the bytes over their own connection and listens for a response or the close, up to `patienceMs`. */
export async function sayRaw(port: number, { bytes, delivery }: RawRequest, patienceMs: number): Promise<Said> {
  const begunAt = performance.now()
  const socket = connect(port, '127.0.0.1')
  let said = ''
  let lastSentAt = begunAt
  const over = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs)
    const end = () => {
      clearTimeout(timer)
      resolve(true)
    }
    socket.on('error', () => {})
    socket.on('close', end)
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1')
      // The rest of the response, or a second one, arrives a moment later.
      if (statusesIn(said).length > 0) setTimeout(end, 100)
    })
  })
  await Promise.race([once(socket, 'connect').catch(() => {}), over])
  await deliver(socket, { bytes, delivery, over, sent: () => (lastSentAt = performance.now()) })
  const ended = await over
  const now = performance.now()
  socket.destroy()
  return {
    statuses: statusesIn(said),
    waitedMs: ended ? Math.max(0, now - lastSentAt) : Number.POSITIVE_INFINITY,
    lifeMs: now - begunAt,
  }
}

type Delivery = Pick<RawRequest, 'bytes' | 'delivery'> & { over: Promise<boolean>; sent: () => void }

async function deliver(socket: Socket, { bytes, delivery, over, sent }: Delivery) {
  const half = bytes.subarray(0, bytes.length / 2)
  let isOver = false
  void over.then(() => (isOver = true))
  const slowly = async (size: number, everyMs: number) => {
    for (let at = 0; at < bytes.length && !isOver && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size))
      if (delivery !== 'drip') sent()
      await pause(everyMs)
    }
  }
  if (delivery === 'pieces') await slowly(Math.ceil(bytes.length / 3), 20)
  else if (delivery === 'drip') await slowly(Math.ceil(bytes.length / 200), dripEveryMs)
  else socket.write(delivery.startsWith('half') ? half : bytes)
  if (delivery === 'half-and-reset') socket.resetAndDestroy()
  if (delivery !== 'drip') sent()
}

function statusesIn(said: string) {
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200)
}
