import * as z from 'zod/mini'
import { bowTypes, equipmentAnswers } from '#domain/profile.ts'
import { contract } from './errors.ts'
import { wholeNumber } from './schemas.ts'

/** Loose on purpose: a draft holds what has been typed so far, finished or not (D18). */
export const ProfileDraft = z.strictObject({
  nameFirst: z.optional(z.string().check(z.maxLength(200))),
  nameLast: z.optional(z.string().check(z.maxLength(200))),
  birthday: z.optional(z.string().check(z.maxLength(20))),
  bowType: z.optional(z.nullable(z.enum(bowTypes))),
  personalEquipment: z.optional(z.nullable(z.enum(equipmentAnswers))),
  hasCar: z.optional(z.boolean()),
  carCapacity: z.optional(z.nullable(z.number())),
  rm01Completed: z.optional(z.boolean()),
  pronouns: z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50))),
})

const tags = ['welcome']

/** The first-time wizard (specification §2, D18–D20). */
export const welcome = {
  get: contract
    .route({ method: 'GET', path: '/welcome', tags, summary: 'The welcome wizard’s draft' })
    .output(z.object({ draft: ProfileDraft, today: z.string() })),
  saveDraft: contract
    .route({
      method: 'PATCH',
      path: '/welcome/draft',
      tags,
      summary: 'Save the draft',
      description: 'Merges the given fields into the saved draft.',
    })
    .input(ProfileDraft)
    .output(z.object({})),
  /** D18, D19. */
  finish: contract
    .route({
      method: 'POST',
      path: '/welcome/finish',
      tags,
      summary: 'Finish the wizard',
      description:
        'Checks everything, saves the profile, adds the welcome passes, and claims what was pre-registered. Works only once.',
    })
    .input(ProfileDraft)
    .output(
      z.object({
        dayPasses: wholeNumber,
        claimed: z.object({ practices: wholeNumber, paidPractices: wholeNumber, dayPasses: wholeNumber }),
      }),
    ),
}
