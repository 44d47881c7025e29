import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { messages } from '#domain/messages.ts'
import { officerMessages } from '#domain/officer-messages.ts'
import { isOfficer } from '#domain/roles.ts'
import { hasEnteredPassword } from '../identity/entered-password.ts'
import type { SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'
import { errorBody } from './errors.ts'
import { whoAsks } from './who-asks.ts'

export type MemberFile = { type: 'text/calendar' | 'text/csv'; name: string; body: string | Readable }

type Facts = {
  /** Where the link stands: who has to sign in first is led there afterwards. */
  page: string
  /** Null where there is no such file. */
  make: (me: SignedIn) => Promise<MemberFile | null>
}

/**
 * A file that somebody downloads by a link, where the policy of its route lets them. A link is opened by the browser and not
 * by the app, so whoever is not signed in any more, or not through the wizard, is led to the page where the link stands, and
 * from there on; so is whoever has to enter their password first. What is for officers is refused to members like an operation, with a trace (T22).
 */
export async function sendFile(parts: Parts, request: FastifyRequest, reply: FastifyReply, facts: Facts) {
  const { page, make } = facts
  const { policy, needsPassword } = request.routeOptions.config
  if (policy !== 'member' && policy !== 'officer') throw new Error('a file of members needs a policy that says so')
  const me = await whoAsks(parts, request)
  if (!me) return reply.redirect(`/login?next=${encodeURIComponent(page).replaceAll('%2F', '/')}`, 302)
  if (policy === 'officer' && !isOfficer(me)) {
    const target = request.routeOptions.url ?? ''
    await parts.refusedOperations.note({ actor: me.id, target, requestId: request.id })
    return reply.code(403).send(errorBody('FORBIDDEN', officerMessages.forOfficers, request.id))
  }
  if (!me.hasLoggedIn) return reply.redirect('/welcome', 302)
  if (needsPassword && !(await hasEnteredPassword(parts, me))) {
    if (request.headers['sec-fetch-mode'] === 'navigate') return reply.redirect(page, 302)
    return reply.code(403).send(errorBody('PASSWORD_NEEDED', messages.passwordNeeded, request.id))
  }
  const file = await make(me)
  if (!file) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
  return reply
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type(`${file.type}; charset=utf-8`)
    .send(file.body)
}
