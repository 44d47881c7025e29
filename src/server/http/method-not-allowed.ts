import { isContractProcedure } from '@orpc/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contract } from '#contract/contract.ts'
import { errorBody } from './errors.ts'

/** The method of each operation below `/api/v1`, and a pattern for its path. */
const routes = Object.values(contract)
  .flatMap((part): unknown[] => Object.values(part))
  .filter((operation) => isContractProcedure(operation))
  .map(({ '~orpc': { route } }) => ({
    method: route.method ?? '',
    path: new RegExp(`^${(route.path ?? '').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

/** The methods with an operation at this path; empty if there is none. */
export function methodsAt(path: string) {
  return routes.filter((route) => route.path.test(path)).map(({ method }) => method)
}

/** Responds to a request without an operation: 405 with the allowed methods, or 404 if there are none. */
export function sendUnmatched(request: FastifyRequest, reply: FastifyReply, methods: string[] = []) {
  if (methods.length === 0) return reply.code(404).send(errorBody('NOT_FOUND', 'Unknown operation.', request.id))
  const message = `Use ${methods.join(' or ')}.`
  return reply
    .code(405)
    .header('allow', methods.join(', '))
    .send(errorBody('METHOD_NOT_SUPPORTED', message, request.id))
}
