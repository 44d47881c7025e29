import * as z from 'zod/mini'
import { contract } from './errors.ts'
import { instant, passName, wholeNumber } from './shapes.ts'

export const MyPass = z.object({
  current: passName,
  dayPasses: wholeNumber,
  usedAt: z.nullable(instant),
  /** When a Day Pass ends: the start of the next local day; null for any other pass. */
  validUntil: z.nullable(instant),
})
export type MyPass = z.infer<typeof MyPass>

export const passes = {
  get: contract.route({ method: 'GET' }).output(MyPass),
  /** Turns one day pass into the Day Pass of today (D33). */
  use: contract.input(z.strictObject({})).output(MyPass),
}
