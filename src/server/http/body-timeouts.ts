/**
 * How long the server waits for what a client sends (docs/decisions/0021-body-timeouts.md). Node has one limit for every
 * request, so it is as long as the longest may take; what comes in sooner than that, or not at all, is seen to here. All of it
 * in real time, for it is about lines and not about the club's clock.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export type BodyTimeouts = {
  /** From a connection's first moment, or a request's first byte, to the end of its head. */
  headWithinMs: number
  /** From the head to the end of any body but a picture's. */
  bodyWithinMs: number
  /** A picture, from its first byte to its last. */
  pictureWithinMs: number
  /** So much of a picture has to come in each so many milliseconds. */
  picturePace: { bytes: number; inMs: number }
  /** How often Node looks for requests that have taken too long. */
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

/** Ends requests whose body does not arrive, also those that were answered before it was read. */
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

/** From now on this request may take its time, as long as something keeps coming. */
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

/** Counted on the line: what has come in waits there while the app is busy. */
function arrived({ bytesRead }: Socket) {
  return bytesRead
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** As Node says it when its own limit is reached. */
function tooLong() {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
