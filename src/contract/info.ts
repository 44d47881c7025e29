import * as z from 'zod/mini'
import { contract } from './errors.ts'

export const RangeInfo = z.object({
  /** What is heard on the range, and what everybody does then. */
  calls: z.array(z.object({ hear: z.string(), act: z.string(), urgent: z.boolean() })),
  rules: z.array(z.string()),
})
export type RangeInfo = z.infer<typeof RangeInfo>

export const info = {
  get: contract
    .route({ method: 'GET', path: '/info', tags: ['info'], summary: 'Range calls and rules' })
    .output(RangeInfo),
}
