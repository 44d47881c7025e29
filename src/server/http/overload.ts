import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { messages } from '#domain/messages.ts'
import { errorBody, retryAfterOutageSeconds } from './errors.ts'

export type OverloadLimits = {
  /** How late the event loop may be, on average over the time between two looks. */
  lateMs: number
  /** A crowd that comes at once is served, if it takes a second; what is more than can be done goes on and on. */
  lookEveryMs: number
}

export const usualOverloadLimits: OverloadLimits = { lateMs: 250, lookEveryMs: 2000 }

/**
 * Where more is asked than can be answered, most are turned away at once (503, and when to come back), so that the others get an
 * answer in time and nobody waits for minutes (T77). Whoever watches over the process is always answered.
 */
export async function shedOverload(app: FastifyInstance, { lateMs, lookEveryMs }: OverloadLimits) {
  if (lateMs === Number.POSITIVE_INFINITY) return
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: lookEveryMs,
    pressureHandler(request, reply) {
      if (request.routeOptions.config.isAnsweredAlways) return
      reply
        .code(503)
        .header('retry-after', String(retryAfterOutageSeconds))
        .send(errorBody('UNAVAILABLE', messages.serverTrouble, request.id))
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also while others are turned away. */
    isAnsweredAlways?: boolean
  }
}
