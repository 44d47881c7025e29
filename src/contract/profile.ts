import * as z from 'zod/mini'
import { notificationChannels, notificationKinds } from '#domain/notifications.ts'
import { bowTypes, equipmentAnswers } from '#domain/profile.ts'
import { contract } from './operation.ts'
import { day, oneLine, wholeNumber } from './schemas.ts'

/** Loosely validated on purpose: a draft holds unfinished input. */
export const ProfileDraft = z.strictObject({
  nameFirst: z.optional(oneLine(200)),
  nameLast: z.optional(oneLine(200)),
  birthday: z.optional(z.string().check(z.maxLength(20))),
  bowType: z.optional(z.nullable(z.enum(bowTypes))),
  personalEquipment: z.optional(z.nullable(z.enum(equipmentAnswers))),
  hasCar: z.optional(z.boolean()),
  carCapacity: z.optional(z.nullable(z.number())),
  rm01Completed: z.optional(z.boolean()),
  pronouns: z.optional(z.array(oneLine(200)).check(z.maxLength(50))),
})

const welcomeTags = ['welcome']

/** The welcome wizard. */
export const welcome = {
  get: contract
    .route({ method: 'GET', path: '/welcome', tags: welcomeTags, summary: 'The welcome wizard’s draft' })
    .output(z.object({ draft: ProfileDraft, today: z.string() })),
  saveDraft: contract
    .route({
      method: 'PATCH',
      path: '/welcome/draft',
      tags: welcomeTags,
      summary: 'Save the draft',
      description: 'Merges the given fields into the saved draft.',
    })
    .input(ProfileDraft)
    .output(z.object({})),
  finish: contract
    .route({
      method: 'POST',
      path: '/welcome/finish',
      tags: welcomeTags,
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

const ways = z.object({ mail: z.boolean(), push: z.boolean() })

/** My profile; null for what I was never asked. */
export const MyProfile = z.object({
  email: z.string(),
  pictureUrl: z.string(),
  nameFirst: z.string(),
  nameLast: z.string(),
  birthday: z.nullable(day),
  bowType: z.nullable(z.enum(bowTypes)),
  personalEquipment: z.nullable(z.enum(equipmentAnswers)),
  hasCar: z.boolean(),
  /** Including the driver; 0 without a car. */
  carCapacity: wholeNumber,
  rm01Completed: z.boolean(),
  pronouns: z.array(z.string()),
  /** Channels for each kind of notification. */
  news: z.object({
    week: z.pick(ways, { mail: true }),
    remind: ways,
    changed: ways,
    place: ways,
    drive: ways,
    live: z.pick(ways, { push: true }),
    balance: z.pick(ways, { push: true }),
  }),
  /** The club's current day, as the upper bound for a birthday. */
  today: day,
})
export type MyProfile = z.infer<typeof MyProfile>

const tags = ['profile']

export const profile = {
  get: contract.route({ method: 'GET', path: '/profile', tags, summary: 'My profile' }).output(MyProfile),
  save: contract
    .route({
      method: 'PATCH',
      path: '/profile',
      tags,
      summary: 'Change my profile',
      description:
        'Replaces the given fields. Each wizard step they belong to must then be complete. The last write wins, field by field.',
    })
    .input(ProfileDraft)
    .output(z.object({})),
  setCar: contract
    .route({
      method: 'PUT',
      path: '/profile/car',
      tags,
      summary: 'Set my car',
      description: 'Drivers need one. Capacity is 1 to 8, including the driver.',
    })
    .input(z.strictObject({ hasCar: z.boolean(), carCapacity: z.number(), rm01Completed: z.boolean() }))
    .output(z.object({})),
  setNews: contract
    .route({
      method: 'PUT',
      path: '/profile/news',
      tags,
      summary: 'Choose my notifications',
      description:
        'Whether I get an email (`mail`) or a notification on my devices (`push`): the practices of the `week` (only by email), a reminder if I haven’t replied (`remind`), when a practice I RSVP’d to is `changed`, when a spot opens up for me (`place`), before I `drive`, when a practice that I have a spot at is `live`, or when my `balance` is negative (both only as a notification). Account emails are always sent.',
    })
    .input(z.strictObject({ news: z.enum(notificationKinds), way: z.enum(notificationChannels), wanted: z.boolean() }))
    .output(z.object({})),
  setShowGoing: contract
    .route({
      method: 'PUT',
      path: '/profile/show-going',
      tags,
      summary: 'Show others that I’m going',
      description:
        'Whether other members see my name and photo on upcoming practices that I have a spot for. Hidden until I choose.',
    })
    .input(z.strictObject({ show: z.boolean() }))
    .output(z.object({})),
  /** The upload takes a file, not JSON, so its route is outside the contract (server/features/photos/routes.ts). */
  removePicture: contract
    .route({
      method: 'DELETE',
      path: '/profile/picture',
      tags: ['profile'],
      summary: 'Remove my photo',
      description: 'Shows the default photo again. Without a photo, nothing happens.',
    })
    .input(z.strictObject({}))
    .output(z.object({ pictureUrl: z.string() })),
}
