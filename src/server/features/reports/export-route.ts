import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { AuditFilter } from '#contract/audit.ts'
import { exportFileName } from '#domain/export-files.ts'
import { authenticate, hasEnteredPassword } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { createDownloadsInProgress } from '#server/http/downloads.ts'
import { passwordNeeded, sendThrownError, signedOut } from '#server/http/errors.ts'
import { admit, signedInProcedure } from '#server/http/procedures.ts'
import { csvPieces, exportKinds, tableOf } from './export-tables.ts'

/**
 * Officers' exports, such as `/exports/members.csv`. Each one adds an audit entry, so it takes a POST: following a link must not
 * write. Files can be long, so they are streamed, one at a time per officer and kind (http/downloads.ts). The audit log export
 * takes its page's filter as query parameters.
 */
export function addExports(app: FastifyInstance, ctx: AppContext) {
  const beginFile = createDownloadsInProgress()
  for (const kind of exportKinds)
    app.post(`/exports/${kind}.csv`, { config: { policy: 'officer' } }, async (request, reply) => {
      try {
        const me = await authenticate(ctx, request)
        await admit('officer', `/exports/${kind}.csv`, { me, ctx, requestId: request.id })
        if (!me) throw signedOut()
        if (!(await hasEnteredPassword(ctx, me))) throw passwordNeeded()
        const filter = z.safeParse(kind === 'audit' ? AuditFilter : z.strictObject({}), request.query)
        if (!filter.success) throw new ORPCError('BAD_REQUEST', { status: 400, message: 'That filter doesn’t exist.' })
        await ctx.write((tx) =>
          saveAudit(tx, ctx, { actor: me.id, action: 'export', target: kind, requestId: request.id }),
        )
        const { head, batches } = tableOf(ctx, kind, filter.data)
        const name = exportFileName(ctx.club.name, kind, ctx.days.today(ctx.clock.now()))
        beginFile(`${me.id} ${kind}`, reply.raw)
        return reply
          .header('content-disposition', `attachment; filename="${name}"`)
          .type('text/csv; charset=utf-8')
          .send(Readable.from(csvPieces(head, batches)))
      } catch (error) {
        return sendThrownError(error, request, reply)
      }
    })
}

/** Empty, because the procedure's middleware has already checked role and password. */
const get = signedInProcedure.exportPermission.get.handler(async () => ({}))

export const exportPermission = { get }
