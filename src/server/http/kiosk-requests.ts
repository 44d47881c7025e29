import type { FastifyInstance } from 'fastify'
import { kioskMessages } from '#domain/text/kiosk-messages.ts'
import { kioskCookieName, tokenOf } from '#server/auth/cookies.ts'
import { findLiveKiosk, type Kiosk } from '#server/auth/kiosks.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The live kiosk that sent the request. Then the request has no member, whatever its other cookies say. */
    kiosk: Kiosk | null
  }
}

/**
 * Finds the kiosk of each request. Closes to it everything but operations, which contract/policies.ts decides about, and what a browser
 * loads without logging in: the app itself, whose pages contain no data.
 */
export function addKiosks(app: FastifyInstance, ctx: AppContext) {
  app.decorateRequest('kiosk', null)
  app.addHook('onRequest', async (request, reply) => {
    const { policy } = request.routeOptions.config
    if (policy === undefined || (policy === 'anyone' && ['GET', 'HEAD'].includes(request.method))) return
    const token = tokenOf(request.cookies[kioskCookieName(ctx.baseUrl)], ctx.secrets)
    if (token === null) return
    request.kiosk = await findLiveKiosk(ctx, token)
    if (request.kiosk === null || policy === 'operation') return
    return reply.code(403).send(errorBody('FORBIDDEN', kioskMessages.onlyCheckIn, request.id))
  })
}
