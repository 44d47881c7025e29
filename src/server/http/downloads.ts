import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, type SignedIn } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from './errors.ts'

type MemberFile = { type: 'text/calendar' | 'text/csv'; name: string; body: string | Readable }

type MemberDownload = {
  /** The page that has the link; a login leads back there. */
  page: string
  /** Returns null if there is no such file. */
  make: (me: SignedIn) => Promise<MemberFile | null>
}

/**
 * Sends a file that a member downloads by a link. The browser opens it, not the app, so someone who isn't logged in gets a redirect
 * to the login, and someone who hasn't finished the welcome wizard one to that.
 */
export async function sendFile(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  download: MemberDownload,
) {
  const { page, make } = download
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
 * Allows one download in progress per key; a new one ends the previous one, because a phone that lost its connection retries long
 * before the server notices.
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
    // The connection may have been closed already.
    if (response.destroyed) end()
  }
}
