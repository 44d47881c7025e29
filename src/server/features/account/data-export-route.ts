import { Readable } from 'node:stream'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { ownDataFileName } from '#domain/export-files.ts'
import { longestPassword } from '#domain/passwords.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { createDownloadsInProgress } from '#server/http/downloads.ts'
import { sendThrownError, signedOut } from '#server/http/errors.ts'
import { admit } from '#server/http/procedures.ts'
import { restPrefix } from '#server/http/request-context.ts'
import { personalDataPieces } from './data-export.ts'
import { judgeOwnPassword, wrongPassword } from './procedures.ts'

const Export = z.strictObject({ password: z.string().check(z.maxLength(longestPassword * 4)) })

/**
 * Adds the download of everything that the club stores about the signed-in member. It is a plain route instead of an
 * oRPC procedure, because a file that can be long is streamed, one at a time per member; the same guards apply.
 */
export function addOwnDataExport(app: FastifyInstance, ctx: AppContext) {
  const beginFile = createDownloadsInProgress()
  app.post(`${restPrefix}/account/export`, { config: { policy: 'member' } }, async (request, reply) => {
    try {
      const me = await authenticate(ctx, request)
      await admit('member', 'account.export', { me, ctx, requestId: request.id })
      if (!me) throw signedOut()
      const parsed = z.safeParse(Export, request.body)
      if (!parsed.success)
        throw new ORPCError('BAD_REQUEST', { status: 400, message: 'This request has missing or unknown fields.' })
      const judged = await judgeOwnPassword(ctx, me, {
        password: parsed.data.password,
        ip: request.ip,
        requestId: request.id,
      })
      if (!judged.right) throw wrongPassword('password')
      await ctx.write(judged.giveBack)
      beginFile(me.id, reply.raw)
      const name = ownDataFileName(ctx.club.name, ctx.days.today(ctx.clock.now()))
      return reply
        .headers({
          'content-disposition': `attachment; filename="${name}"`,
          'content-type': 'application/json; charset=utf-8',
        })
        .send(Readable.from(personalDataPieces(ctx, me)))
    } catch (error) {
      return sendThrownError(error, request, reply)
    }
  })
}
