import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { createServer } from './node-http.ts'
import { createDoor, type DoorLimits } from './overload.ts'

/** What it was told, or has as its default, of the lines. */
type Lines = { http: ServerOptions; keepAliveTimeout: number; requestTimeout: number; connectionTimeout: number }

/** So many are answered before it is asked whether the turn of the event loop has ended meanwhile: to ask costs a turn by itself. */
const mostAtOnce = 32

export type Early = {
  /** Brings a request into the form that everyone reads. @returns false for one that isn't for this server, which it has answered */
  admit: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Whether it is worth asking. */
  mayKnow: (request: IncomingMessage) => boolean
  /** @returns whether it has answered; Fastify does otherwise */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean
}

/**
 * The server that Fastify would make, with somebody who is asked before it. When a thousand screens ask in the same moment, they are
 * answered by and by: whoever comes meanwhile to do something has a turn between them (overload.ts). It listens at one address:
 * of the two that `localhost` may be, at the first.
 */
export function serverWith(early: Early, { turnMs, waitMs }: DoorLimits): FastifyServerFactory {
  // Whoever is not known after all waits once more (overload.ts).
  const comeIn = createDoor({ turnMs, waitMs: waitMs / 2 })
  let answered = 0
  /** Whether so few have come that nobody needs to stand in a line. */
  function areFew() {
    if (answered === mostAtOnce) return false
    answered += 1
    if (answered === mostAtOnce)
      setImmediate(() => {
        answered = 0
      })
    return true
  }
  return (handle, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Lines
    const server = createServer(http, (request, response) => {
      if (!early.admit(request, response)) return
      if (!early.mayKnow(request)) return handle(request, response)
      const answer = () => {
        let isAnswered = false
        try {
          isAnswered = early.answer(request, response)
        } catch {
          // A disk that can't be read: whoever looks properly meets it as well, and says so.
        }
        if (!isAnswered && !response.headersSent) handle(request, response)
      }
      const mayCome = areFew() || comeIn()
      if (mayCome === true) answer()
      else void mayCome.then(answer)
    })
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}
