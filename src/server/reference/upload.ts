import type { OpenAPI } from '@orpc/openapi'
import { pictureTypes } from '#domain/pictures.ts'
import { headersOfEveryAnswer } from './errors.ts'

export const picturePath = '/profile/picture'

/** The one operation below `/api/v1` that takes a file and not JSON, and so is beside the contract (pictures/routes.ts). */
export function describeUpload(): OpenAPI.OperationObject {
  const errors = [400, 401, 403, 413, 415, 422, 429, 500, 503]
  const operation: OpenAPI.OperationObject = {
    operationId: 'profile.setPicture',
    tags: ['profile'],
    summary: 'Set my picture',
    description:
      'The square in the middle is kept, in 512 and 96 pixels, without metadata. The answer says where the large one is, for signed-in people; the small one is 96.webp beside it. For whoever is signed in, the welcome wizard done or not.',
    security: [{ session: [] }],
    parameters: [{ $ref: '#/components/parameters/idempotencyKey' }],
    requestBody: {
      description: 'The picture itself: JPEG, PNG or WebP, with at most 5 MB and 25 million pixels.',
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
