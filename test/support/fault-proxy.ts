import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A network fault between two TCP ends.
 *
 * `pass`: none. `refuse`: nothing listens. `hang`: connections are accepted, and all bytes are swallowed. `cut`: the
 * connection breaks after this many bytes of `from`. `slow`: this many bytes per second in each direction.
 * `lose-reply`: everything is delivered, and the connection breaks when the response should come back.
 */
export type NetworkFault =
  | { kind: 'pass' | 'refuse' | 'hang' | 'lose-reply' }
  | { kind: 'cut'; afterBytes: number; from?: 'client' | 'server' }
  | { kind: 'slow'; bytesPerSecond: number }

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

type ProxiedConnection = {
  client: Socket
  server: Socket
  bytes: { client: number; server: number }
  swallowed: boolean
}

/** A TCP proxy on a free port of 127.0.0.1 to another port there, with the current fault. */
export async function startFaultProxy(targetPort: number) {
  const lines = new Set<ProxiedConnection>()
  let fault: NetworkFault = { kind: 'pass' }
  let cuts = 0

  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1')
    const line: ProxiedConnection = { client, server, bytes: { client: 0, server: 0 }, swallowed: false }
    lines.add(line)
    const end = () => {
      lines.delete(line)
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', () => {}).on('close', end)
    void carry(line, 'client', end)
    void carry(line, 'server', end)
  })

  async function carry(line: ProxiedConnection, from: 'client' | 'server', end: () => void) {
    const to = from === 'client' ? line.server : line.client
    try {
      for await (const chunk of line[from] as AsyncIterable<Buffer>) {
        if (!(await passOn(chunk, line, from, to))) {
          cuts += 1
          return end()
        }
      }
      // The other end may have finished sending and still be reading.
      to.end()
    } catch {
      end()
    }
  }

  /** @returns false if the connection breaks here */
  async function passOn(chunk: Buffer, line: ProxiedConnection, from: 'client' | 'server', to: Socket) {
    const now = fault
    if (now.kind === 'hang') {
      line.swallowed = true
      return true
    }
    if (now.kind === 'lose-reply' && from === 'server') return false
    if (now.kind === 'cut' && from === (now.from ?? 'client')) {
      const left = now.afterBytes - line.bytes[from]
      line.bytes[from] += chunk.length
      if (left <= chunk.length) {
        await write(to, chunk.subarray(0, Math.max(0, left)))
        return false
      }
    }
    if (now.kind === 'slow') return drip(chunk, to, now.bytesPerSecond)
    return write(to, chunk)
  }

  async function drip(chunk: Buffer, to: Socket, bytesPerSecond: number) {
    const step = Math.max(1, Math.round(bytesPerSecond / 20))
    for (let at = 0; at < chunk.length && !to.destroyed; at += step) {
      await write(to, chunk.subarray(at, at + step))
      if (fault.kind === 'slow') await pause((step / bytesPerSecond) * 1000)
    }
    return true
  }

  async function listen(port: number) {
    await once(listener.listen(port, '127.0.0.1'), 'listening')
  }

  function endLines(which: (line: ProxiedConnection) => boolean) {
    for (const line of [...lines].filter(which)) {
      line.client.destroy()
      line.server.destroy()
    }
  }

  async function closeListener() {
    if (!listener.listening) return
    const closed = once(listener, 'close')
    listener.close()
    endLines(() => true)
    await closed
  }

  await listen(0)
  const { port } = listener.address() as AddressInfo
  return {
    port,
    /** How many connections were broken by `cut` or `lose-reply`. */
    cuts: () => cuts,
    /** Sets the fault, for open connections, too. A connection that has swallowed bytes is closed when others resume. */
    async set(next: NetworkFault) {
      fault = next
      if (next.kind === 'refuse') return closeListener()
      if (next.kind !== 'hang') endLines((line) => line.swallowed)
      for (const line of lines) line.bytes = { client: 0, server: 0 }
      if (!listener.listening) await listen(port)
    },
    /** Breaks every open connection, once. */
    breakLines: () => endLines(() => true),
    stop: closeListener,
    [Symbol.asyncDispose]: closeListener,
  }
}

/** Waits until the bytes are sent: a connection that is closed right after would drop them. */
function write(to: Socket, bytes: Buffer) {
  return new Promise<true>((done) => to.write(bytes, () => done(true)))
}
