import type { OpenAPI } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { RequestReset, Reset, SignIn, SignOut } from '../identity/routes.ts'
import { errorResponse, headersOfEveryAnswer } from './errors.ts'

type Listed = {
  summary: string
  description: string
  input: typeof SignIn | typeof SignOut | typeof RequestReset | typeof Reset
  output: OpenAPI.SchemaObject
  errors: [status: number, code: string, says: string][]
}

const nothing: OpenAPI.SchemaObject = { type: 'object' }
const tooMany: [number, string, string] = [429, 'TOO_MANY_TRIES', 'A limit has been reached; come back later.']

const operations: Record<string, Listed> = {
  '/sign-in/email': {
    summary: 'Sign in',
    description: 'The session cookie comes with the answer; rememberMe keeps it for weeks instead of an hour.',
    input: SignIn,
    output: { type: 'object', required: ['hasLoggedIn'], properties: { hasLoggedIn: { type: 'boolean' } } },
    errors: [
      [401, 'INVALID_EMAIL_OR_PASSWORD', 'E-mail address and password do not belong together.'],
      [403, 'EMAIL_NOT_VERIFIED', 'The e-mail address has not been verified yet.'],
      tooMany,
    ],
  },
  '/sign-out': {
    summary: 'Sign out',
    description: 'Ends the session of the cookie, if there is one.',
    input: SignOut,
    output: nothing,
    errors: [],
  },
  '/request-password-reset': {
    summary: 'Ask for a new password',
    description: 'Sends a mail with a link if there is such an account, and answers alike if there is none.',
    input: RequestReset,
    output: nothing,
    errors: [[422, 'INVALID_EMAIL', 'This is no address of the club.'], tooMany],
  },
  '/reset-password': {
    summary: 'Set a new password',
    description: 'With the token of the link in the mail. Ends every session of the account.',
    input: Reset,
    output: nothing,
    errors: [
      [400, 'INVALID_TOKEN', 'The link is too old or not known; data.reason says which.'],
      [422, 'PASSWORD_WEAK', 'The password is too easy to guess.'],
    ],
  },
}

/** `/api/auth`, which is beside the contract (identity/routes.ts): how one comes by the cookie. */
export function describeSignIn(baseUrl: string) {
  const converter = new ZodToJsonSchemaConverter()
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, { summary, description, input, output, errors }]) => {
      const [, schema] = converter.convert(input, { strategy: 'input' })
      const operation: OpenAPI.OperationObject = {
        operationId: `auth${path.replaceAll('/', '.')}`,
        tags: ['sign-in'],
        summary,
        description,
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema: schema as OpenAPI.SchemaObject } } },
        responses: {
          200: {
            description: 'OK',
            headers: headersOfEveryAnswer,
            content: { 'application/json': { schema: output } },
          },
          ...errorsOf(errors),
        },
      }
      return [path, { servers: [{ url: `${baseUrl}/api/auth` }], post: operation }]
    }),
  )
  return paths as OpenAPI.PathsObject
}

function errorsOf(errors: Listed['errors']): OpenAPI.ResponsesObject {
  const shared = [400, 403, 413, 415, 500, 503]
  const responses: OpenAPI.ResponsesObject = Object.fromEntries(
    shared.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
  for (const [status, code, says] of errors) {
    const reason = {
      schema: { type: 'object' as const, properties: { reason: { type: 'string' as const } } },
      required: false,
    }
    responses[status] =
      status === 429
        ? { $ref: '#/components/responses/Error429' }
        : errorResponse(
            [
              { code, says, data: reason },
              ...(status === 400 ? [{ code: 'BAD_REQUEST', says: 'A field is missing or unknown.' }] : []),
              ...(status === 403
                ? [{ code: 'WRONG_ORIGIN', says: 'The request came from a page of another site.' }]
                : []),
            ],
            status,
          )
  }
  return responses
}
