import * as z from 'zod/mini'
import { contract } from './errors.ts'

export const profile = {
  /** The car, which a driver needs (D28): capacity 1 to 8 with the driver. */
  setCar: contract
    .input(z.strictObject({ hasCar: z.boolean(), carCapacity: z.number(), rm01Completed: z.boolean() }))
    .output(z.object({})),
}
