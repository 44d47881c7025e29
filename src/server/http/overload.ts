import { setImmediate as nextTurn } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { messages } from '#domain/messages.ts'
import { errorBody, retryAfterOutageSeconds } from './errors.ts'
import { mutating } from './hooks.ts'

export type OverloadLimits = {
  /** How late the event loop may be, on average over the time between two looks. */
  lateMs: number
  /** A crowd that comes in the same second is served; more than can be done goes on and on. */
  lookEveryMs: number
  /** How long a read may wait for its turn. */
  waitMs: number
}

export const usualOverloadLimits: OverloadLimits = { lateMs: 250, lookEveryMs: 2000, waitMs: 1500 }

/** Beyond these, reads wait: writes pass them, and new connections are accepted between them. */
const mostReadsInFlight = 16

/**
 * When more is requested than can be answered, most requests are turned away right away (503, with Retry-After), so that the others
 * are answered in time. Health checks are always answered.
 */
export async function shedOverload(app: FastifyInstance, { lateMs, lookEveryMs, waitMs }: OverloadLimits) {
  if (lateMs === Number.POSITIVE_INFINITY) return
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: lookEveryMs,
    pressureHandler: turnAway,
  })
  const inFlight = pLimit(mostReadsInFlight)
  app.decorateRequest('finishRead', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { isAnsweredAlways, isStream } = request.routeOptions.config
    if (isAnsweredAlways || isStream || mutating.has(request.method)) return done()
    const cameAt = performance.now()
    void inFlight(async () => {
      // The event loop accepts a single new connection in each turn.
      await nextTurn()
      if (reply.raw.destroyed) return
      if (performance.now() - cameAt > waitMs) return turnAway(request, reply)
      const finished = Promise.withResolvers<void>()
      request.finishRead = finished.resolve
      reply.raw.once('close', finished.resolve)
      done()
      await finished.promise
    })
  })
  // From here on it only waits for its client.
  app.addHook('onSend', (request, _reply, _body, done) => {
    request.finishRead?.()
    done()
  })
}

function turnAway(request: FastifyRequest, reply: FastifyReply) {
  if (request.routeOptions.config.isAnsweredAlways) return
  reply
    .code(503)
    .header('retry-after', String(retryAfterOutageSeconds))
    .send(errorBody('UNAVAILABLE', messages.serverTrouble, request.id))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also while others are turned away. */
    isAnsweredAlways?: boolean
    /** Its response goes on for as long as its reader stays. */
    isStream?: boolean
  }
  interface FastifyRequest {
    /** Lets the next read begin. */
    finishRead: (() => void) | null
  }
}
