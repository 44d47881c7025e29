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
const nothing = z.object({})

/** What the QR code on a member's pass says, the same on all of their devices. Officers scan it at the range. */
export const passCode = {
  get: contract
    .route({
      method: 'GET',
      path: '/pass/code',
      tags,
      summary: 'The code of my pass',
      description: 'Null until there is one.',
    })
    .output(z.object({ code: z.nullable(z.string()) })),
  create: contract
    .route({
      method: 'PUT',
      path: '/pass/code',
      tags,
      summary: 'Get a code for my pass',
      description: 'If there’s already one, nothing changes.',
    })
    .input(z.strictObject({}))
    .output(nothing),
  renew: contract
    .route({
      method: 'POST',
      path: '/pass/code/renew',
      tags,
      summary: 'Replace the code of my pass',
      description: 'The old one, and pictures of it, stop working immediately.',
    })
    .input(z.strictObject({}))
    .output(nothing),
}

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
