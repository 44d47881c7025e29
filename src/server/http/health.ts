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
