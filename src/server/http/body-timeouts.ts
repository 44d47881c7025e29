// Timeouts for request bodies (docs/decisions/0009-overload-and-resource-limits.md). Node has one limit for all requests, so it is set to the
// longest, that of a photo upload, and the shorter ones are enforced here. They use real time, not the app's clock.

import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type BodyTimeouts = {
  /** From the opening of the connection, or a request's first byte, to the end of its headers. */
  headWithinMs: number
  /** From the headers to the end of the body, except for a photo's. */
  bodyWithinMs: number
  /** A photo upload, from the request's first byte to its last. */
  pictureWithinMs: number
  /** The minimum rate of a photo upload: at least `bytes` in every interval of `inMs`. */
  picturePace: { bytes: number; inMs: number }
  /** How often Node checks for requests that are over its limits. */
  lookEveryMs: number
}

export const usualBodyTimeouts: BodyTimeouts = {
  headWithinMs: 10_000,
  bodyWithinMs: 30_000,
  pictureWithinMs: 10 * 60_000,
  picturePace: { bytes: 10_000, inMs: 20_000 },
  lookEveryMs: 5_000,
}

type Watched = { timer: NodeJS.Timeout; drop: () => void }

const watched = new WeakMap<IncomingMessage, Watched>()

/** Ends requests whose body doesn't arrive in time, including those that got a response before it was read. */
export function timeOutBodies(server: Server, { bodyWithinMs }: BodyTimeouts) {
  server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return
    const { socket } = request
    const drop = () => {
      forget(request)
      if (request.complete || socket.destroyed) return
      if (response.headersSent) socket.destroy()
      else server.emit('clientError', tooLong(), socket)
    }
    watch(request, { timer: setTimeout(drop, bodyWithinMs), drop })
    request.once('end', () => forget(request))
  })
}

/** Replaces the timeout of a request's body with a minimum rate. */
export function allowSlowUpload(request: IncomingMessage, { picturePace: { bytes, inMs } }: BodyTimeouts) {
  const known = watched.get(request)
  if (known === undefined) return
  let before = arrived(request.socket)
  const look = () => {
    const now = arrived(request.socket)
    if (request.socket.destroyed || now - before < bytes) known.drop()
    before = now
  }
  watch(request, { timer: setInterval(look, inMs), drop: known.drop })
}

function watch(request: IncomingMessage, next: Watched) {
  forget(request)
  next.timer.unref()
  watched.set(request, next)
}

function forget(request: IncomingMessage) {
  clearTimeout(watched.get(request)?.timer)
  watched.delete(request)
}

/** Bytes received on the socket, including those that the app hasn't read yet because it is busy. */
function arrived({ bytesRead }: Socket) {
  return bytesRead
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The same error that Node emits when its own limit is reached. */
function tooLong() {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
