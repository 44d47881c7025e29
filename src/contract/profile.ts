import * as z from 'zod/mini'
import { contract } from './errors.ts'

export const profile = {
  /** D28. */
  setCar: contract
    .route({
      method: 'PUT',
      path: '/profile/car',
      tags: ['profile'],
      summary: 'Set my car',
      description: 'The car, which a driver needs: capacity 1 to 8 with the driver.',
    })
    .input(z.strictObject({ hasCar: z.boolean(), carCapacity: z.number(), rm01Completed: z.boolean() }))
    .output(z.object({})),
  /** Its counterpart, which takes a file and not JSON, is beside the contract (server/pictures/routes.ts). */
  removePicture: contract
    .route({
      method: 'DELETE',
      path: '/profile/picture',
      tags: ['profile'],
      summary: 'Remove my picture',
      description: 'The default picture stands for it again; without a picture nothing happens.',
    })
    .input(z.strictObject({}))
    .output(z.object({ pictureUrl: z.string() })),
}
