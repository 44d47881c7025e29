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
}
