import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { AuditFilter } from '#contract/audit.ts'
import { exportFileName } from '#domain/file-names.ts'
import { errorBody } from '../http/errors.ts'
import { sendFile } from '../http/member-files.ts'
import { saveAudit } from '../ledger/audit.ts'
import type { Parts } from '../parts.ts'
import { csvPieces } from './csv.ts'
import { exportKinds, tableOf } from './tables.ts'

/**
 * `/exports/members.csv` and its like: what an officer takes out of the club, which leaves a row in the audit log. The audit
 * log itself takes the filter of its page as the query.
 */
export function addExports(app: FastifyInstance, parts: Parts) {
  for (const kind of exportKinds)
    app.get(
      `/exports/${kind}.csv`,
      { exposeHeadRoute: false, config: { policy: 'officer', needsPassword: true } },
      async (request, reply) => {
        const filter = z.safeParse(kind === 'audit' ? AuditFilter : z.strictObject({}), request.query)
        if (!filter.success)
          return reply.code(400).send(errorBody('BAD_REQUEST', 'That filter doesn’t exist.', request.id))
        return sendFile(parts, request, reply, {
          page: '/resources?tab=exports',
          async make(me) {
            const entry = { actor: me.id, action: 'export', target: kind, requestId: request.id } as const
            await parts.write((tx) => saveAudit(tx, parts, entry))
            const { head, batches } = tableOf(parts, kind, filter.data)
            const name = exportFileName(parts.club.name, kind, parts.days.today(parts.clock.now()))
            return { type: 'text/csv', name, body: Readable.from(csvPieces(head, batches)) }
          },
        })
      },
    )
}
