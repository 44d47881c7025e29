import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * What the network does between two who speak TCP.
 *
 * `pass`: nothing. `refuse`: nobody listens. `hang`: connections are taken, and whatever is sent is swallowed. `cut`: the
 * line breaks after so many bytes of `from`. `slow`: so many bytes a second, each way. `lose-reply`: everything is
 * delivered, and the line breaks when the answer should come back.
 */
export type NetworkFault =
  | { kind: 'pass' | 'refuse' | 'hang' | 'lose-reply' }
  | { kind: 'cut'; afterBytes: number; from?: 'client' | 'server' }
  | { kind: 'slow'; bytesPerSecond: number }

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

type Line = { client: Socket; server: Socket; bytes: { client: number; server: number }; swallowed: boolean }

/** A TCP proxy on a free port of 127.0.0.1 that leads to another one there, with the fault of the moment. */
export async function startFaultProxy(targetPort: number) {
  const lines = new Set<Line>()
  let fault: NetworkFault = { kind: 'pass' }
  let cuts = 0

  const listener = createServer((client) => {
    const server = connect(targetPort, '127.0.0.1')
    const line: Line = { client, server, bytes: { client: 0, server: 0 }, swallowed: false }
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

  async function carry(line: Line, from: 'client' | 'server', end: () => void) {
    const to = from === 'client' ? line.server : line.client
    try {
      for await (const chunk of line[from] as AsyncIterable<Buffer>) {
        if (!(await passOn(chunk, line, from, to))) {
          cuts += 1
          return end()
        }
      }
      // Whoever has said all may still be listening.
      to.end()
    } catch {
      end()
    }
  }

  /** @returns false when the line breaks here */
  async function passOn(chunk: Buffer, line: Line, from: 'client' | 'server', to: Socket) {
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

  function endLines(which: (line: Line) => boolean) {
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
    /** How many lines broke by `cut` or `lose-reply`. */
    cuts: () => cuts,
    open: () => lines.size,
    /** From now on this, on lines that are open too. A line of which something was swallowed breaks when others go on. */
    async set(next: NetworkFault) {
      fault = next
      if (next.kind === 'refuse') return closeListener()
      if (next.kind !== 'hang') endLines((line) => line.swallowed)
      for (const line of lines) line.bytes = { client: 0, server: 0 }
      if (!listener.listening) await listen(port)
    },
    /** Breaks every open line, once. */
    breakLines: () => endLines(() => true),
    stop: closeListener,
    [Symbol.asyncDispose]: closeListener,
  }
}

/** Waits until the bytes have left: a line that is broken right after would take them along. */
function write(to: Socket, bytes: Buffer) {
  return new Promise<true>((done) => to.write(bytes, () => done(true)))
}
