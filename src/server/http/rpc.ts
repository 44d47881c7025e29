import { RPCHandler } from '@orpc/server/fastify'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { bodyLimits, longBodyRoute } from './body-limits.ts'
import { errorBody } from './errors.ts'
import { sendUnmatched } from './method-not-allowed.ts'
import type { OperationRouter } from './procedures.ts'
import { asPlainJson, contextOf, mapErrors, type OperationContext } from './request-context.ts'

const methods = ['GET', 'POST']

/** The app's API: every operation of the contract below `/rpc`. Authorization is in procedures.ts. */
export function addRpc(app: FastifyInstance, ctx: AppContext, router: OperationRouter) {
  const handler = new RPCHandler<OperationContext>(router, { clientInterceptors: [mapErrors, asPlainJson] })
  const route: Omit<RouteOptions, 'url'> = {
    method: [...methods, 'PUT', 'PATCH', 'DELETE'],
    // No HEAD routes: a HEAD request can have a body and isn't checked for its content type.
    exposeHeadRoute: false,
    config: { policy: 'operation' },
    async handler(request, reply) {
      if (!methods.includes(request.method)) return sendUnmatched(request, reply, methods)
      const context = await contextOf(ctx, request, reply)
      if (typeof context === 'string') return reply.code(400).send(errorBody('BAD_KEY', context, request.id))
      const { matched } = await handler.handle(request, reply, { prefix: '/rpc', context })
      if (!matched) return sendUnmatched(request, reply)
      return reply
    },
  }
  app.route({ ...route, url: '/rpc/*' })
  for (const [operation, bodyLimit] of Object.entries(bodyLimits))
    app.route({ ...route, url: `/rpc/${operation.replace('.', '/')}`, ...longBodyRoute(ctx, bodyLimit) })
}
