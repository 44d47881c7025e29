import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'

const config = { policy: 'anyone', isAnsweredAlways: true } as const

/**
 * Health checks. `/healthz`: the process is up. `/readyz`: a load balancer should send requests here.
 * @param isReady whether startup work is done and no stop has begun; the database is checked on each request
 */
export function addHealth(app: FastifyInstance, ctx: AppContext, isReady: () => boolean) {
  app.get('/healthz', { config }, async () => ({ ok: true }))
  app.get('/readyz', { config }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(ctx.database.db)
    } catch {
      return reply.code(503).send({ ok: false })
    }
    return isReady() ? { ok: true } : reply.code(503).send({ ok: false })
  })
}

export type Drain = ReturnType<typeof createDrain>

/**
 * Draining before a stop, when other processes take over: `/readyz` responds with 503, and requests are still served until the load
 * balancer has noticed. Closing the port immediately would refuse the requests that it still sends here.
 * @param ms longer than a load balancer takes to notice; 0 without one
 */
export function createDrain(ms: number) {
  let on = false
  return {
    isOn: () => on,
    /** Waits in real time, not by the app's clock. */
    async carryOut() {
      on = true
      if (ms > 0) await pause(ms)
    },
  }
}

/** While draining, ends keep-alive connections with their next response, so that none is in use when the port closes. */
export function addDrain(app: FastifyInstance, { isOn }: Pick<Drain, 'isOn'>) {
  app.addHook('onRequest', async (_request, reply) => {
    if (isOn()) reply.header('connection', 'close')
  })
}
