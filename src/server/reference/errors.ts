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

/** What is answered before an operation is asked at all, or when it fails by our fault. */
const beside: Record<number, Known[]> = {
  400: [
    {
      code: 'BAD_REQUEST',
      says: 'A field is missing, unknown or no such value.',
      data: { schema: issues, required: false },
    },
    { code: 'BAD_KEY', says: 'The Idempotency-Key is not 8 to 200 plain characters.' },
    { code: 'CTP_INVALID_JSON_BODY', says: 'The body is no JSON.' },
  ],
  403: [{ code: 'WRONG_ORIGIN', says: 'The request came from a page of another site.' }],
  413: [
    {
      code: 'CTP_BODY_TOO_LARGE',
      says: 'The body has more than 64 KB (of an order export, 5.8 MB), or a picture more than 5 MB.',
    },
  ],
  415: [
    { code: 'JSON_ONLY', says: 'The content type is not application/json.' },
    { code: 'PICTURES_ONLY', says: 'The content type is none of those that the operation takes.' },
  ],
  500: [
    { code: 'INTERNAL_SERVER_ERROR', says: 'Something went wrong on our side; the request id helps to find out what.' },
  ],
}

/** For the errors whose message depends on the case. */
const inGeneral: Record<string, string> = {
  REFUSED: 'A rule says no: data.reason says which, the message says it in words.',
  INVALID_FIELD: 'A field needs mending: data.fields has its name and what it needs.',
  TOO_MANY_TRIES: 'A limit has been reached; data.retryAfterSeconds says when to come back, as does Retry-After.',
}

export const headersOfEveryAnswer = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } }
const retryAfter = { 'retry-after': { $ref: '#/components/headers/retry-after' } }

export function errorResponse(known: Known[], status: number): OpenAPI.ResponseObject {
  const comesBack = status === 429 || status === 503
  return {
    description: known.map(({ code, says }) => `${code}: ${says}`).join(' '),
    headers: { ...headersOfEveryAnswer, ...(comesBack ? retryAfter : {}) },
    content: { 'application/json': { schema: bodyOf(known) as OpenAPI.SchemaObject } },
  }
}

/** The body as http/errors.ts writes it. */
function bodyOf(known: Known[]): Schema {
  const variants = known.map(
    ({ code, says, data }): Schema => ({
      type: 'object',
      description: says,
      properties: {
        code: { const: code },
        message: { type: 'string', description: 'A sentence that a person can be shown.' },
        ...(data ? { data: data.schema } : {}),
        requestId: {
          type: 'string',
          description: 'Also in the header x-request-id: name it when you ask us what happened.',
        },
      },
      required: ['code', 'message', ...(data?.required ? ['data'] : []), 'requestId'],
      additionalProperties: false,
    }),
  )
  return variants.length === 1 && variants[0] ? variants[0] : { oneOf: variants }
}

export type ContractErrors = [code: string, message: string, dataRequired: boolean, data: JSONSchema][]

/** The errors of the contract and those beside it, by status, each described once and referred to. */
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
