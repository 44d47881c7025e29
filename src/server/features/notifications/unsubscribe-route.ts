import type { FastifyInstance } from 'fastify'
import { stopMessages } from '#domain/text/email-link-messages.ts'
import type { AppContext } from '#server/context.ts'
import { readDamagedLink } from '#server/http/damaged-links.ts'
import { errorBody } from '#server/http/errors.ts'
import { unsubscribe } from './unsubscribe.ts'

const path = '/unsubscribe/:token'
/** As what mail programs send it (RFC 8058, 3.2); and nothing of a megabyte. */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
const longestForm = 4096
/** In a form of parts some lines stand between name and value, which may say more of the part (RFC 7578, 4.4). */
const oneClick = /List-Unsubscribe[\s\S]{0,300}?One-Click/

/**
 * What mail programs ask that have a button of their own for stopping mails: `List-Unsubscribe` names this address. No session is
 * looked at, for the token is the right; and reading it changes nothing, because mail scanners open every link: it leads to the
 * page whose button does the same.
 */
export function addUnsubscribe(app: FastifyInstance, ctx: AppContext) {
  app.get<{ Params: { token: string } }>(path, { config: { policy: 'anyone' } }, async (request, reply) => {
    const { token } = request.params
    const isWhole = /^[\w-]+$/.test(token)
    const page = isWhole ? `/unsubscribe#token=${token}` : readDamagedLink(`/unsubscribe/${token}`)
    return reply.redirect(`${ctx.baseUrl}${page}`, 302)
  })
  app.register(async (scope) => {
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: longestForm }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { token: string } }>(
      path,
      { config: { policy: 'anyone', takes: forms } },
      async (request, reply) => {
        if (!oneClick.test(String(request.body)))
          return reply.code(400).send(errorBody('BAD_REQUEST', 'Send List-Unsubscribe=One-Click.', request.id))
        const news = await unsubscribe(ctx, ctx.write, request.params.token)
        if (news === null) return reply.code(404).send(errorBody('NOT_FOUND', stopMessages.linkUnknown, request.id))
        return reply.type('text/plain; charset=utf-8').send(stopMessages.stopped[news])
      },
    )
  })
}
