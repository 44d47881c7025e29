import * as z from 'zod/mini'
import { contract } from './operation.ts'
import { id, oneLine, rowObject, wholeNumber } from './schemas.ts'

/** Someone who had checked in. A member who was erased is listed without a name and gets no refund. */
export const RainedOn = rowObject({
  memberId: z.string(),
  name: z.string(),
  email: z.string(),
  pictureUrl: z.string(),
  /** Whether the Day Pass of that day is (or was) refunded along with the paid practice. */
  dayPass: z.boolean(),
  /** Whether they already have the refund. */
  given: z.boolean(),
})
export type RainedOn = z.infer<typeof RainedOn>

const tags = ['practices']
const practice = z.strictObject({ practiceId: id })
const reason = z._default(oneLine(200), '')
const gifts = z.object({ people: wholeNumber, dayPasses: wholeNumber })

/** Refunds for a practice that was rained out. */
export const rainOut = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/rain-out',
      tags,
      summary: 'Preview a rain-out refund',
    })
    .input(practice)
    .output(z.object({ people: z.array(RainedOn) })),
  give: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/rain-out',
      tags,
      summary: 'Refund a rained-out practice',
      description:
        'Everyone who checked in gets back one paid practice, and the Day Pass they used that day, once. Refused if the list has changed since the preview.',
    })
    .input(
      z.extend(practice, {
        seen: z.array(z.strictObject({ memberId: id, dayPass: z.boolean() })).check(z.maxLength(5000)),
        reason,
      }),
    )
    .output(gifts),
  takeBack: contract
    .route({
      method: 'DELETE',
      path: '/practices/{practiceId}/rain-out',
      tags,
      summary: 'Undo a rain-out refund',
      description: 'For everyone who got it. Refused if someone has since used the day pass.',
    })
    .input(practice)
    .output(gifts),
}
