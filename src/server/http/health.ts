import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '#server/context.ts'

const config = { policy: 'anyone', isAnsweredAlways: true } as const

/**
 * `/healthz`: the process is up. `/readyz`: a load balancer should send people here.
 * @param isReady migrated, overdue practices have been ended, and no stop has begun; that the database answers is asked each time
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
 * Before a stop, where other processes go on in this one's place: `/readyz` says no, so that a load balancer sends nobody here
 * any more, and everything is answered as before until it must have noticed. Only then does the port close; at once, it would
 * turn away whoever was sent before the load balancer looked again.
 * @param ms longer than a load balancer takes to notice; 0 where nobody is there to take over
 */
export function createDrain(ms: number) {
  let on = false
  return {
    isOn: () => on,
    /** In real time, like all that is about lines. */
    async carryOut() {
      on = true
      if (ms > 0) await pause(ms)
    },
  }
}

/** Lines that are kept for more questions end with their next answer: nobody should be asking on one when the port closes. */
export function addDrain(app: FastifyInstance, { isOn }: Pick<Drain, 'isOn'>) {
  app.addHook('onRequest', async (_request, reply) => {
    if (isOn()) reply.header('connection', 'close')
  })
}
