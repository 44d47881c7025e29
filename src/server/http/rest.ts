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
import { answerErrors, contextOf, type OperationContext, restPrefix, sayAsJson } from './request-context.ts'

type RestContext = OperationContext & { sent: { query: URLSearchParams; body: unknown } }

/**
 * The API for others: the same operations as `/rpc`, through the same ladder, at the methods and paths that the contract
 * gives them. Errors have the one shape of everything outside `/rpc`.
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
      answerErrors,
      sayAsJson,
      ({ next, procedure, context }) => {
        refuseUnread(procedure, context.sent)
        return next()
      },
    ],
  })
  app.register(async (scope) => {
    takeNoBodyForAnEmptyOne(scope)
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

/** Of an operation whose path has no parameters, where Fastify looks for it. */
function pathOf(operation: string) {
  const [feature = '', name = ''] = operation.split('.')
  const part: Record<string, unknown> = contract[feature as keyof typeof contract]
  const { method, path } = (part[name] as AnyContractProcedure)['~orpc'].route
  return { method: method as HTTPMethods, url: `${restPrefix}${path}` }
}

/** Many operations have all they need in their path; then only the content type is wanted, not a `{}` under it. */
function takeNoBodyForAnEmptyOne(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, body, done),
  )
}

/** What the schema would not get to see, because oRPC takes the path's word over the body's and reads no query of a write. */
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
