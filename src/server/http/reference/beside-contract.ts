import type { OpenAPI } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { RequestReset, Reset, SignIn, SignOut } from '#contract/log-in.ts'
import { pictureTypes } from '#domain/photos.ts'
import { commonHeaders, errorResponse } from './errors.ts'

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

/** Describes `/api/auth`, which is outside the contract (features/account/log-in-routes.ts): how to get the session cookie. */
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
            headers: commonHeaders,
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

export const picturePath = '/profile/picture'

export const ownDataPath = '/account/export'

/** Describes the data export, which is outside the contract because its response is streamed (features/account/data-export-route.ts). */
export function describeOwnData(): OpenAPI.OperationObject {
  const errors = [400, 401, 403, 409, 422, 429, 500, 503]
  const operation: OpenAPI.OperationObject = {
    operationId: 'account.exportData',
    tags: ['account'],
    summary: 'Export my data',
    description:
      'Everything the app has about me, as one file. Requires the password, in case someone else is holding the phone. One at a time.',
    security: [{ session: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['password'],
            properties: { password: { type: 'string' } },
            additionalProperties: false,
          },
        },
      },
    },
    responses: {
      200: {
        description: 'OK',
        headers: commonHeaders,
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      },
      ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    },
  }
  return Object.assign(operation, { 'x-policy': 'member' })
}

/** Describes the photo upload, which is outside the contract because its body is a file, not JSON (features/photos/routes.ts). */
export function describeUpload(): OpenAPI.OperationObject {
  const errors = [400, 401, 403, 413, 415, 422, 429, 500, 503]
  const operation: OpenAPI.OperationObject = {
    operationId: 'profile.setPicture',
    tags: ['profile'],
    summary: 'Set my photo',
    description:
      'Stores the center square at 512 and 96 pixels, without metadata. The response has the address of the large one, for people who are logged in; the small one is 96.webp next to it. For anyone logged in, before or after the welcome wizard.',
    security: [{ session: [] }],
    parameters: [{ $ref: '#/components/parameters/idempotencyKey' }],
    requestBody: {
      description: 'The photo: JPEG, PNG, or WebP, up to 5 MB and 25 megapixels.',
      required: true,
      content: Object.fromEntries(pictureTypes.map((type) => [type, {}])),
    },
    responses: {
      200: {
        description: 'OK',
        headers: commonHeaders,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['pictureUrl'], properties: { pictureUrl: { type: 'string' } } },
          },
        },
      },
      ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    },
  }
  return Object.assign(operation, { 'x-policy': 'signed-in' })
}
