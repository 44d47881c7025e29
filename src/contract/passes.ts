import * as z from 'zod/mini'
import { contract } from './operation.ts'
import { instant, passName, wholeNumber } from './schemas.ts'

export const MyPass = z.object({
  current: passName,
  dayPasses: wholeNumber,
  usedAt: z.nullable(instant),
  /** When a Day Pass expires: the start of the next local day; null for any other pass. */
  validUntil: z.nullable(instant),
})
export type MyPass = z.infer<typeof MyPass>

const tags = ['pass']

export const passes = {
  get: contract.route({ method: 'GET', path: '/pass', tags, summary: 'My pass' }).output(MyPass),
  use: contract
    .route({
      method: 'POST',
      path: '/pass/use',
      tags,
      summary: 'Use a day pass',
      description: 'Turns one day pass into today’s Day Pass.',
    })
    .input(z.strictObject({}))
    .output(MyPass),
}
