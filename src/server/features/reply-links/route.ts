import type { FastifyInstance } from 'fastify'
import { refusalOfReplyLink } from '#domain/reply-links.ts'
import { replies } from '#domain/rsvp.ts'
import { replyMessages } from '#domain/text/reply-messages.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { practiceFile } from '#server/features/calendar-feed/route.ts'
import { errorBody } from '#server/http/errors.ts'
import { findMember } from '#server/queries/members.ts'
import { findPractice } from '#server/queries/practices.ts'
import { readReplyToken } from './reply-token.ts'

type Params = { token: string; what: string }

/**
 * Where the links in emails lead. A reply opens the page that asks for it, with the token behind the #, where no server sees it: opening
 * a link changes nothing, because email scanners open every one. `practice.ics` is the practice for a calendar.
 */
export function addReplyLinks(app: FastifyInstance, ctx: AppContext) {
  app.get<{ Params: Params }>('/reply/:token/:what', { config: { policy: 'anyone' } }, async (request, reply) => {
    const { token, what } = request.params
    if (what === 'practice.ics') {
      const body = await fileOf(ctx, token)
      if (body === null)
        return reply.code(404).send(errorBody('NOT_FOUND', replyMessages.refusals['link-unknown'], request.id))
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', 'attachment; filename="practice.ics"')
        .type('text/calendar; charset=utf-8')
        .send(body)
    }
    const chosen = replies.find((each) => each === what)
    const as = chosen === undefined ? '' : `&as=${chosen}`
    return reply.redirect(`${ctx.baseUrl}/reply${/^[\w-]+$/.test(token) ? `#token=${token}${as}` : ''}`, 302)
  })
}

/** @returns null once the practice has started, and for a link of a removed member */
async function fileOf(ctx: AppContext, token: string) {
  const { db } = ctx.database
  const link = readReplyToken(ctx.secrets, token)
  const practice = link && (await findPractice(db, link.practiceId))
  if (!practice || refusalOfReplyLink(practice, nowAsText(ctx)) !== null) return null
  return (await findMember(db, link.memberId)) ? practiceFile(ctx, practice) : null
}
