import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'
import { errorBody } from './errors.ts'
import { whoAsks } from './who-asks.ts'

export type MemberFile = { type: 'text/calendar' | 'text/csv'; name: string; body: string }

/**
 * A file that a member downloads by a link. A link is opened by the browser and not by the app, so whoever is not signed in
 * any more, or not through the wizard, is led to the page where the link stands, and from there on.
 * @param make null where there is no such file
 */
export async function sendFile(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (me: SignedIn) => Promise<MemberFile | null>,
) {
  reply.header('cache-control', 'no-store')
  const me = await whoAsks(parts, request)
  if (!me) return reply.redirect('/login?next=/my-practices', 302)
  if (!me.hasLoggedIn) return reply.redirect('/welcome', 302)
  const file = await make(me)
  if (!file) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(`${file.type}; charset=utf-8`)
    .send(file.body)
}
