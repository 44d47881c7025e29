import { setImmediate as nextTurn } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import { messages } from '#domain/text/messages.ts'
import { errorBody, retryAfterOutageSeconds } from './errors.ts'

export type OverloadLimits = {
  /** How late the event loop may be, on average over the time between two looks; infinite: nothing waits or is turned away. */
  lateMs: number
  /** A crowd that comes in the same second is served; more than can be done goes on and on. */
  lookEveryMs: number
  /** How long a read may wait for its turn. */
  waitMs: number
}

export const usualOverloadLimits: OverloadLimits = { lateMs: 250, lookEveryMs: 2000, waitMs: 1500 }

/** Beyond these, reads wait: writes pass them, and new connections are accepted between them. */
const mostReadsInFlight = 16
/** How long a read counts as in flight at most. */
const slotMs = 1000

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
  let turns: Promise<unknown> = Promise.resolve()
  app.decorateRequest('finishRead', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { policy, isUnlimited } = request.routeOptions.config
    // Of these alone no body is read, for which a slow client could let everyone wait.
    if (!(request.method === 'GET' || request.method === 'HEAD') || policy === 'anyone' || isUnlimited) return done()
    let waiting: NodeJS.Timeout | null = setTimeout(() => {
      waiting = null
      turnAway(request, reply)
    }, waitMs)
    void inFlight(async () => {
      // One in each turn of the event loop, for a turn accepts one new connection.
      turns = turns.then(() => nextTurn())
      await turns
      if (waiting === null) return
      clearTimeout(waiting)
      waiting = null
      if (reply.raw.destroyed) return
      const finished = Promise.withResolvers<void>()
      request.finishRead = finished.resolve
      reply.raw.once('close', finished.resolve)
      // What hangs, as a database that is away, must not let others wait for as long.
      const releasing = setTimeout(finished.resolve, slotMs)
      done()
      await finished.promise
      clearTimeout(releasing)
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
    /** Waits for something else than the database, or goes on for as long as its reader stays. */
    isUnlimited?: boolean
  }
  interface FastifyRequest {
    /** Lets the next read begin. */
    finishRead: (() => void) | null
  }
}
