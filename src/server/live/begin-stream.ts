import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins an answer whose words are to go on at once, whatever stands in between. @returns null where its reader has gone */
export function beginStream(reply: FastifyReply) {
  reply.hijack()
  const response = reply.raw
  if (response.closed) return null
  // In chunks HAProxy would keep each word for 200 ms, in case of more to go with it (T82). So it ends where its line does.
  response.removeHeader('transfer-encoding')
  response.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  return response
}
