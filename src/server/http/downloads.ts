import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from './errors.ts'

type MemberFile = { type: 'text/calendar' | 'text/csv'; name: string; body: string | Readable }

type Facts = {
  /** Where the link stands: who has to sign in first is led there afterwards. */
  page: string
  /** Null where there is no such file. */
  make: (me: SignedIn) => Promise<MemberFile | null>
}

/**
 * A file that a member downloads by a link. A link is opened by the browser and not by the app, so whoever is not signed in any
 * more, or not through the wizard, is led to the page where the link stands, and from there on.
 */
export async function sendFile(ctx: AppContext, request: FastifyRequest, reply: FastifyReply, facts: Facts) {
  const { page, make } = facts
  if (request.routeOptions.config.policy !== 'member') throw new Error('a file of members needs a policy that says so')
  const me = await authenticate(ctx, request)
  if (!me) return reply.redirect(`/login?next=${encodeURIComponent(page).replaceAll('%2F', '/')}`, 302)
  if (!me.hasLoggedIn) return reply.redirect('/welcome', 302)
  const file = await make(me)
  if (!file) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(`${file.type}; charset=utf-8`)
    .send(file.body)
}

/**
 * Files that are being sent, one for each key. A new one ends the last: a phone that lost its connection tries again long before the
 * server notices.
 */
export function createDownloadsInProgress() {
  const responses = new Map<string, ServerResponse>()
  return function begin(key: string, response: ServerResponse) {
    responses.get(key)?.destroy()
    responses.set(key, response)
    const end = () => {
      if (responses.get(key) === response) responses.delete(key)
    }
    response.once('close', end)
    // It may have been closed before it began.
    if (response.destroyed) end()
  }
}
