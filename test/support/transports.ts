import { isContractProcedure } from '@orpc/contract'
import type { LightMyRequestResponse } from 'fastify'
import { contract } from '#contract/contract.ts'
import { type Operation, policies } from '#contract/policies.ts'

export const operations = Object.keys(policies) as Operation[]
export const writers = operations.filter((name) => routeOf(name).method !== 'GET')

type ApiRequest = { method: string; path: string; body?: unknown }

/** The two transports that every operation has. What holds for one of them is tested for both. */
export const waysIn = {
  '/rpc': {
    ask(operation: Operation, input: object = {}): ApiRequest {
      const path = `/rpc/${operation.replace('.', '/')}`
      if (!isRead(operation)) return { method: 'POST', path, body: { json: input } }
      const data = Object.keys(input).length === 0 ? '' : `?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
      return { method: 'GET', path: path + data }
    },
    errorOf: (reply: Pick<LightMyRequestResponse, 'json'>): { code: string; data?: unknown } =>
      reply.json().json ?? reply.json(),
  },
  '/api/v1': {
    /** Path parameters come from the input, or "x" where it has none. */
    ask(operation: Operation, input: object = {}): ApiRequest {
      const { method, path } = routeOf(operation)
      const body: Record<string, unknown> = { ...input }
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = encodeURIComponent(String(body[name] ?? 'x').toWellFormed())
        delete body[name]
        return value
      })
      if (!isRead(operation)) return { method, path: `/api/v1${filled}`, body }
      const query = new URLSearchParams(body as Record<string, string>)
      return { method, path: `/api/v1${filled}${query.size > 0 ? `?${query}` : ''}` }
    },
    errorOf: (reply: Pick<LightMyRequestResponse, 'json'>): { code: string; data?: unknown } => reply.json(),
  },
}
export type WayIn = keyof typeof waysIn
export const ways = Object.keys(waysIn) as WayIn[]

export function procedureOf(operation: Operation) {
  const [feature = '', name = ''] = operation.split('.')
  const part: Record<string, unknown> = contract[feature as keyof typeof contract]
  const procedure = part[name]
  if (!isContractProcedure(procedure)) throw new Error(`${operation} is no operation`)
  return procedure
}

export function routeOf(operation: Operation) {
  const { method, path } = procedureOf(operation)['~orpc'].route
  if (method === undefined || path === undefined) throw new Error(`${operation} has no route`)
  return { method, path: path as string }
}

export function isRead(operation: Operation) {
  return routeOf(operation).method === 'GET'
}
