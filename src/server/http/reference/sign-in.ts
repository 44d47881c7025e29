import type { OpenAPI } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { RequestReset, Reset, SignIn, SignOut } from '#server/auth/routes.ts'
import { errorResponse, headersOfEveryAnswer } from './errors.ts'

type Listed = {
  summary: string
  description: string
  input: typeof SignIn | typeof SignOut | typeof RequestReset | typeof Reset
  output: OpenAPI.SchemaObject
  errors: [status: number, code: string, says: string][]
}

const nothing: OpenAPI.SchemaObject = { type: 'object' }
const tooMany: [number, string, string] = [429, 'TOO_MANY_TRIES', 'Too many attempts. Try again later.']

const operations: Record<string, Listed> = {
  '/sign-in/email': {
    summary: 'Log in',
    description: 'The response sets the session cookie. With rememberMe it lasts for weeks instead of an hour.',
    input: SignIn,
    output: { type: 'object', required: ['hasLoggedIn'], properties: { hasLoggedIn: { type: 'boolean' } } },
    errors: [
      [401, 'INVALID_EMAIL_OR_PASSWORD', 'The email address and password don’t match.'],
      [403, 'EMAIL_NOT_VERIFIED', 'The email address hasn’t been verified yet.'],
      tooMany,
    ],
  },
  '/sign-out': {
    summary: 'Log out',
    description: 'Ends the cookie’s session, if there is one.',
    input: SignOut,
    output: nothing,
    errors: [],
  },
  '/request-password-reset': {
    summary: 'Request a password reset',
    description: 'Sends an email with a link if the account exists. The response is the same either way.',
    input: RequestReset,
    output: nothing,
    errors: [[422, 'INVALID_EMAIL', 'The address isn’t in the club’s email domain.'], tooMany],
  },
  '/reset-password': {
    summary: 'Set a new password',
    description:
      'Uses the token from the link in the email. Ends all of the account’s sessions and resets its calendar link.',
    input: Reset,
    output: {
      type: 'object',
      required: ['calendarLinkReset'],
      properties: { calendarLinkReset: { type: 'boolean' } },
    },
    errors: [
      [400, 'INVALID_TOKEN', 'The link has expired or is unknown; data.reason says which.'],
      [422, 'PASSWORD_WEAK', 'The password is too easy to guess.'],
    ],
  },
}

/** `/api/auth`, which is beside the contract (auth/routes.ts): how one comes by the cookie. */
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
                ? [{ code: 'WRONG_ORIGIN', says: 'The request came from a page on another site.' }]
                : []),
            ],
            status,
          )
  }
  return responses
}
