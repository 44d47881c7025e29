import type { OpenAPI } from '@orpc/openapi'
import { type Operation, type Policy, policies } from '#contract/policies.ts'
import { restPrefix } from '#server/http/request-context.ts'
import { isRead, operations, routeOf } from '#test/support/transports.ts'

export type Target = { operation: Operation; method: string; path: string; body: object | null }
type Schema = { [name: string]: unknown; properties?: Record<string, Schema>; required?: string[]; items?: Schema }

/** These would end the scanner's own session or account. */
const leftOut: Operation[] = ['account.delete', 'account.changePassword', 'sessions.endAll', 'sessions.end']

/**
 * Builds a request for each operation that these policies allow from the OpenAPI document, with known IDs filled in. IDs in
 * paths are marked with `*`. Deletions come last.
 * @param known values by field name
 */
export function targetsFor(document: OpenAPI.Document, policyOf: Policy[], known: Record<string, unknown>): Target[] {
  return operations
    .filter((operation) => policyOf.includes(policies[operation]) && !leftOut.includes(operation))
    .toSorted((a, b) => Number(takesAway(a)) - Number(takesAway(b)))
    .map((operation) => {
      const { method, path } = routeOf(operation)
      const described = document.paths?.[path]?.[method.toLowerCase() as 'get'] as OpenAPI.OperationObject
      const parameters = (described.parameters ?? []) as { in: string; name: string; schema: Schema }[]
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, known, document, name)))}`)
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => `${String(known[name] ?? 'x')}*`)
      const content = (described.requestBody as OpenAPI.RequestBodyObject | undefined)?.content
      const schema = content?.['application/json']?.schema as Schema | undefined
      return {
        operation,
        method,
        path: `${restPrefix}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
        body: isRead(operation) ? null : ((schema && (sampleOf(schema, known, document) as object)) ?? {}),
      }
    })
}

function takesAway(operation: Operation) {
  return routeOf(operation).method === 'DELETE' || operation === 'members.erase'
}

/** Returns a value that fits the schema, as far as the schema tells. */
function sampleOf(schema: Schema, known: Record<string, unknown>, document: OpenAPI.Document, name = ''): unknown {
  const next = (inner: Schema, at = '') => sampleOf(inner, known, document, at)
  if (name in known) return known[name]
  const { $ref, anyOf, oneOf, enum: values, type } = schema
  if (typeof $ref === 'string') return next(followed($ref, document), name)
  const choices = (anyOf ?? oneOf) as Schema[] | undefined
  if (choices) return next(choices.find((each) => each.type !== 'null') ?? {}, name)
  if ('const' in schema) return schema.const
  if (Array.isArray(values)) return values[0]
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, next(inner, key)]))
  if (type === 'array') return schema.items ? [next(schema.items, name.replace(/s$/, ''))] : []
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1)
  return type === 'boolean' ? true : 'x'
}

function followed($ref: string, document: OpenAPI.Document) {
  return $ref
    .split('/')
    .slice(1)
    .reduce((at, key) => at[key] as Record<string, unknown>, document as unknown as Record<string, unknown>) as Schema
}
