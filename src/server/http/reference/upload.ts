import type { OpenAPI } from '@orpc/openapi'
import { pictureTypes } from '#domain/photos.ts'
import { headersOfEveryAnswer } from './errors.ts'

export const picturePath = '/profile/picture'

export const ownDataPath = '/account/export'

/** Its answer is a file that is sent while it is read, so it is beside the contract as well (account/data-export-route.ts). */
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
        headers: headersOfEveryAnswer,
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      },
      ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    },
  }
  return Object.assign(operation, { 'x-policy': 'member' })
}

/** The one operation below `/api/v1` that takes a file and not JSON, and so is beside the contract (photos/routes.ts). */
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
        headers: headersOfEveryAnswer,
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
