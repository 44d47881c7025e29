import { setImmediate as nextTurn } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { sendUnavailable } from './errors.ts'

export type OverloadLimits = {
  /** The maximum event loop delay, averaged between two checks; infinite turns load shedding off. */
  lateMs: number
  /** The interval of the checks: long enough that a short burst is served, and only a lasting overload is shed. */
  lookEveryMs: number
  /** How long a read may wait in the queue. */
  waitMs: number
}

export const usualOverloadLimits: OverloadLimits = { lateMs: 250, lookEveryMs: 2000, waitMs: 1500 }

/** Further reads are queued, so that writes get ahead of them and new connections are accepted in between. */
const mostReadsInFlight = 16
/** The maximum time that a read counts as in flight. */
const slotMs = 1000

/**
 * Load shedding: under overload most requests are rejected right away (503 with Retry-After), so that the others are served in time.
 * Health checks are always served.
 */
export async function shedOverload(app: FastifyInstance, { lateMs, lookEveryMs, waitMs }: OverloadLimits) {
  if (lateMs === Number.POSITIVE_INFINITY) return
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: lookEveryMs,
    pressureHandler: turnAway,
  })
  const inFlight = pLimit(mostReadsInFlight)
  let turns: Promise<unknown> = Promise.resolve()
  app.decorateRequest('finishRead', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { policy, isUnlimited } = request.routeOptions.config
    // Only GET and HEAD are queued: others have a body, and a slow client could hold its slot by sending it slowly.
    if (!(request.method === 'GET' || request.method === 'HEAD') || policy === 'anyone' || isUnlimited) return done()
    let waiting: NodeJS.Timeout | null = setTimeout(() => {
      waiting = null
      turnAway(request, reply)
    }, waitMs)
    void inFlight(async () => {
      // Start one read per turn of the event loop, because each turn accepts one new connection.
      turns = turns.then(() => nextTurn())
      await turns
      if (waiting === null) return
      clearTimeout(waiting)
      waiting = null
      if (reply.raw.destroyed) return
      const finished = Promise.withResolvers<void>()
      request.finishRead = finished.resolve
      reply.raw.once('close', finished.resolve)
      // A read that hangs, such as on an unreachable database, must not hold its slot.
      const releasing = setTimeout(finished.resolve, slotMs)
      done()
      await finished.promise
      clearTimeout(releasing)
    })
  })
  // From here on the read only waits for its client.
  app.addHook('onSend', (request, _reply, _body, done) => {
    request.finishRead?.()
    done()
  })
}

function turnAway(request: FastifyRequest, reply: FastifyReply) {
  if (request.routeOptions.config.isAnsweredAlways) return
  sendUnavailable(request, reply)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served even under overload. */
    isAnsweredAlways?: boolean
    /** Exempt from the queue for reads, because it waits for something other than the database, or is a stream. */
    isUnlimited?: boolean
  }
  interface FastifyRequest {
    /** Releases the read's slot. */
    finishRead: (() => void) | null
  }
}
