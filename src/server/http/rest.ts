import type { AnyContractProcedure } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { type AnyProcedure, ORPCError } from '@orpc/server'
import type { FastifyInstance, HTTPMethods, RouteOptions } from 'fastify'
import { contract } from '#contract/contract.ts'
import type { AppContext } from '#server/context.ts'
import { bodyLimits, longBodyRoute } from './body-limits.ts'
import { errorBody } from './errors.ts'
import { methodsAt, sendUnmatched } from './method-not-allowed.ts'
import type { OperationRouter } from './procedures.ts'
import { asPlainJson, contextOf, mapErrors, type OperationContext, restPrefix } from './request-context.ts'

type RestContext = OperationContext & { sent: { query: URLSearchParams; body: unknown } }

/**
 * The public REST API: the same operations and middleware as `/rpc`, with the methods and paths from the contract. Errors have the
 * same shape as everywhere outside `/rpc`.
 */
export function addRest(app: FastifyInstance, ctx: AppContext, router: OperationRouter) {
  const handler = new OpenAPIHandler<RestContext>(router, {
    customErrorResponseBodyEncoder: ({ code, message, data }) => ({ code, message, data }),
    rootInterceptors: [
      async ({ next, context }) => {
        const result = await next()
        if (!result.matched || result.response.status < 400) return result
        const body = { ...(result.response.body as object), requestId: context.requestId }
        return { ...result, response: { ...result.response, body } }
      },
    ],
    clientInterceptors: [
      mapErrors,
      asPlainJson,
      ({ next, procedure, context }) => {
        refuseUnread(procedure, context.sent)
        return next()
      },
    ],
  })
  app.register(async (scope) => {
    parseEmptyBodyAsObject(scope)
    const route: Omit<RouteOptions, 'url'> = {
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeadRoute: false,
      config: { policy: 'operation' },
      async handler(request, reply) {
        const context = await contextOf(ctx, request, reply)
        if (typeof context === 'string') return reply.code(400).send(errorBody('BAD_KEY', context, request.id))
        const sent = { query: new URLSearchParams(request.url.split('?')[1]), body: request.body }
        const { matched } = await handler.handle(request, reply, { prefix: restPrefix, context: { ...context, sent } })
        if (!matched) return sendUnmatched(request, reply, methodsAt(pathBelow(request.url)))
        return reply
      },
    }
    scope.route({ ...route, url: `${restPrefix}/*` })
    for (const [operation, bodyLimit] of Object.entries(bodyLimits))
      scope.route({ ...route, ...pathOf(operation), ...longBodyRoute(ctx, bodyLimit) })
  })
}

function pathBelow(url: string) {
  return url.slice(restPrefix.length).split('?')[0] ?? ''
}

/** The Fastify method and URL of an operation, whose path must have no parameters. */
function pathOf(operation: string) {
  const [feature = '', name = ''] = operation.split('.')
  const part: Record<string, unknown> = contract[feature as keyof typeof contract]
  const { method, path } = (part[name] as AnyContractProcedure)['~orpc'].route
  return { method: method as HTTPMethods, url: `${restPrefix}${path}` }
}

/** Parses an empty body as `{}`, so that operations without input need only the content type. */
function parseEmptyBodyAsObject(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, body, done),
  )
}

/** Refuses input that the schema doesn't see: oRPC ignores a write's query, and prefers path parameters over fields of the same name. */
function refuseUnread(procedure: AnyProcedure, { query, body }: RestContext['sent']) {
  const { route, inputSchema } = procedure['~orpc']
  const takesQuery = route.method === 'GET' && inputSchema !== undefined
  if (!takesQuery && query.size > 0) throw refusal('This operation takes no query parameters.')
  const fields = route.method === 'GET' ? Object.fromEntries(query) : body
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw refusal('The body should be a JSON object.')
  const twice = pathParametersOf(route.path).find((name) => Object.hasOwn(fields, name))
  if (twice !== undefined) throw refusal(`${twice} belongs only in the path.`)
}

function pathParametersOf(path = '') {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function refusal(message: string) {
  return new ORPCError('BAD_REQUEST', { status: 400, message })
}
