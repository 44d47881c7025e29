import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type WrittenRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }

/** Sends a request to a port of this machine, with its path as it is written: no client normalizes it. */
export async function sendAsWritten(port: number, { method = 'GET', path, headers = {}, body }: WrittenRequest) {
  const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end(body)
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  // Of a stream, only the beginning is read.
  const isEndless = reply.headers['content-type'] === 'text/event-stream'
  const bytes = isEndless ? Buffer.alloc(0) : await buffer(reply)
  asked.destroy()
  return { status: Number(reply.statusCode), headers: reply.headers, bytes, body: bytes.toString() }
}
