import type { JSONSchema, OpenAPI } from '@orpc/openapi'

type Schema = Exclude<JSONSchema, boolean>
type Known = { code: string; says: string; data?: { schema: Schema; required: boolean } }

const issues: Schema = {
  type: 'object',
  required: ['issues'],
  properties: {
    issues: {
      type: 'array',
      description: 'What is wrong with the input, one entry for each field.',
      items: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' }, path: { type: 'array', items: { type: ['string', 'number'] } } },
      },
    },
  },
}

/** Errors outside the contract, by status: those before an operation runs, and server errors. */
const beside: Record<number, Known[]> = {
  400: [
    {
      code: 'BAD_REQUEST',
      says: 'A field is missing or unknown, or has an invalid value.',
      data: { schema: issues, required: false },
    },
    { code: 'BAD_KEY', says: 'The Idempotency-Key is not 8 to 200 plain characters.' },
    { code: 'CTP_INVALID_JSON_BODY', says: 'The body isn’t valid JSON.' },
  ],
  403: [{ code: 'WRONG_ORIGIN', says: 'The request came from a page on another site.' }],
  413: [
    {
      code: 'CTP_BODY_TOO_LARGE',
      says: 'The body is over 64 KB (5.8 MB for an order export, 5 MB for a photo).',
    },
  ],
  415: [
    { code: 'JSON_ONLY', says: 'The content type is not application/json.' },
    { code: 'PICTURES_ONLY', says: 'The operation doesn’t accept this content type.' },
  ],
  500: [
    { code: 'INTERNAL_SERVER_ERROR', says: 'Something went wrong on our side. The request id helps us find out what.' },
  ],
}

/** General descriptions of the errors whose message depends on the case. */
const inGeneral: Record<string, string> = {
  REFUSED: 'A rule doesn’t allow this. data.reason names the rule, and message explains it.',
  INVALID_FIELD: 'A field is invalid. data.fields maps its name to what’s wrong.',
  TOO_MANY_TRIES: 'Too many attempts. Wait data.retryAfterSeconds (also in Retry-After).',
}

export const commonHeaders = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } }
const retryAfter = { 'retry-after': { $ref: '#/components/headers/retry-after' } }

export function errorResponse(known: Known[], status: number): OpenAPI.ResponseObject {
  const comesBack = status === 429 || status === 503
  return {
    description: known.map(({ code, says }) => `${code}: ${says}`).join(' '),
    headers: { ...commonHeaders, ...(comesBack ? retryAfter : {}) },
    content: { 'application/json': { schema: bodyOf(known) as OpenAPI.SchemaObject } },
  }
}

/** The schema of an error's body, as http/errors.ts sends it. */
function bodyOf(known: Known[]): Schema {
  const variants = known.map(
    ({ code, says, data }): Schema => ({
      type: 'object',
      description: says,
      properties: {
        code: { const: code },
        message: { type: 'string', description: 'A sentence you can show to a person.' },
        ...(data ? { data: data.schema } : {}),
        requestId: {
          type: 'string',
          description: 'Also in the x-request-id header. Include it when you ask us what happened.',
        },
      },
      required: ['code', 'message', ...(data?.required ? ['data'] : []), 'requestId'],
      additionalProperties: false,
    }),
  )
  return variants.length === 1 && variants[0] ? variants[0] : { oneOf: variants }
}

export type ContractErrors = [code: string, message: string, dataRequired: boolean, data: JSONSchema][]

/** The responses for all errors, by status, to which the operations refer. */
export function errorResponses(ofContract: Map<number, ContractErrors>) {
  const statuses = [...new Set([...ofContract.keys(), ...Object.keys(beside).map(Number)])].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const typed = (ofContract.get(status) ?? []).map(([code, message, required, data]): Known => {
        const has = typeof data === 'object' && Object.keys(data).length > 0
        return { code, says: inGeneral[code] ?? message, ...(has ? { data: { schema: data, required } } : {}) }
      })
      return [`Error${status}`, errorResponse([...typed, ...(beside[status] ?? [])], status)]
    }),
  )
}
