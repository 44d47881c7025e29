import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Parts } from '../parts.ts'

const config = { policy: 'anyone', isAnsweredAlways: true } as const

/** `/healthz`: the process is up. `/readyz`: migrated, the database answers, and overdue practices have been ended. */
export function addHealth(app: FastifyInstance, parts: Parts, isSettled: () => boolean) {
  app.get('/healthz', { config }, async () => ({ ok: true }))
  app.get('/readyz', { config }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(parts.database.db)
    } catch {
      return reply.code(503).send({ ok: false })
    }
    return isSettled() ? { ok: true } : reply.code(503).send({ ok: false })
  })
}
