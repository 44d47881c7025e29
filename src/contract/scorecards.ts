import * as z from 'zod/mini'
import { bowTypes } from '#domain/profile.ts'
import { farthest, longestWhy } from '#domain/scorecards/card.ts'
import { targetTypes } from '#domain/scorecards/faces.ts'
import { modes, most } from '#domain/scorecards/setup.ts'
import { contract } from './operation.ts'
import { instant, oneLine, rowObject, wholeNumber } from './schemas.ts'

/** Created on the device, so that cards and arrows have ids while offline. */
const madeId = z
  .string()
  .check(z.regex(/^[\w-]{8,64}$/), z.describe('Created by the client: 8 to 64 letters, digits, - or _.'))
const value = z.literal(['X', 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]).check(z.describe('0 is a miss.'))
const offset = z.number().check(z.gte(-farthest), z.lte(farthest))

export const Setup = z.strictObject({
  mode: z.enum(modes),
  name: oneLine(200),
  target: z.enum(targetTypes),
  arrowDiameter: z.number().check(z.describe('Shaft diameter in mm.')),
  rounds: z.number(),
  ends: z.number(),
  arrowsPerEnd: z.number(),
  distances: z
    .array(z.number())
    .check(z.maxLength(most.rounds), z.describe('In meters: none, one for all rounds, or one for each.')),
  bow: z.nullable(z.enum(bowTypes)),
})

const Arrow = z.strictObject({
  value,
  /** Offset right and up from the center of a face: in club units, or in mm in World Archery mode. */
  spot: z.nullable(z.strictObject({ face: wholeNumber, x: offset, y: offset })),
})

const Slot = z.object({
  change: z.string(),
  before: z.array(z.string()),
  arrow: z.nullable(Arrow),
  why: z.string(),
})

const Change = z.strictObject({
  id: madeId,
  slot: wholeNumber,
  upon: z.nullable(madeId),
  arrow: z.nullable(Arrow),
  why: oneLine(longestWhy),
})

const Summary = z.object({
  total: wholeNumber,
  xs: wholeNumber,
  tens: wholeNumber,
  nines: wholeNumber,
  arrows: wholeNumber,
})

const endValues = z.array(value).check(z.maxLength(most.arrowsPerEnd))
const Confirmation = z.strictObject({ end: wholeNumber, values: endValues })

/** The second scorer's sheet for the same card. */
const Double = z.object({
  /** Name of the other scorer. */
  other: z.string(),
  ends: z.array(
    z.object({
      /** The other scorer's values, highest first; null until both have entered the whole end. */
      theirs: z.nullable(endValues),
      /** The values that each scorer confirmed. A confirmation counts only while the values are the same. */
      iConfirmed: z.nullable(endValues),
      theyConfirmed: z.nullable(endValues),
    }),
  ),
})
export type Double = z.infer<typeof Double>

/** Name of the card's owner if I'm scoring for someone else; otherwise null. */
const archer = z.nullable(z.string())

/** A card in the list of those I'm scoring. */
export const CardLine = rowObject({
  id: z.string(),
  archer,
  setup: Setup,
  startedAt: instant,
  updatedAt: instant,
  summary: Summary,
})
export type CardLine = z.infer<typeof CardLine>

export const Card = z.object({
  id: z.string(),
  archer,
  setup: Setup,
  startedAt: instant,
  updatedAt: instant,
  /** By round, end, and arrow; null if never filled in. */
  slots: z.array(z.nullable(Slot)),
  /** Number of changes to the slots so far. */
  version: wholeNumber,
  removed: z.boolean(),
  /** Null without a second scorer. */
  double: z.nullable(Double),
})
export type Card = z.infer<typeof Card>

const tags = ['scorecards']
const one = z.strictObject({ cardId: madeId })

/** My own cards, and those I score for others. */
export const scorecards = {
  get: contract
    .route({
      method: 'GET',
      path: '/scorecards',
      tags,
      summary: 'My scorecards',
      description: 'Including those I score for others. Latest first.',
    })
    .output(z.object({ cards: z.array(CardLine) })),
}

export const scorecard = {
  get: contract
    .route({ method: 'GET', path: '/scorecards/{cardId}', tags, summary: 'A scorecard I’m scoring' })
    .input(one)
    .output(Card),
  save: contract
    .route({
      method: 'PUT',
      path: '/scorecards/{cardId}',
      tags,
      summary: 'Save arrows',
      description:
        'Creates the scorecard if needed and applies changes to its slots. Each change names the one it’s based on; if the slot has since changed, it’s left alone and returned under `overtaken`. Repeated changes are applied once. Without changes, returns what’s new.',
    })
    .input(
      z.strictObject({
        cardId: madeId,
        setup: Setup,
        startedAt: instant,
        /** The last version that the device has seen; null if none. */
        seen: z.nullable(wholeNumber),
        changes: z.array(Change).check(z.maxLength(100)),
        /** Ends that I confirm. Skipped if the values have changed since. */
        confirms: z._default(z.array(Confirmation).check(z.maxLength(100)), []),
      }),
    )
    .output(
      z.object({
        version: wholeNumber,
        overtaken: z.array(z.object({ id: z.string(), slot: wholeNumber, now: z.nullable(Slot) })),
        /** All slots if the device's version was out of date; otherwise null. */
        slots: z.nullable(z.array(z.nullable(Slot))),
        removed: z.boolean(),
        double: z.nullable(Double),
      }),
    ),
  remove: contract
    .route({
      method: 'DELETE',
      path: '/scorecards/{cardId}',
      tags,
      summary: 'Delete a scorecard',
      description: 'Can be restored for 30 days.',
    })
    .input(one)
    .output(z.object({})),
  restore: contract
    .route({ method: 'POST', path: '/scorecards/{cardId}/restore', tags, summary: 'Restore a deleted scorecard' })
    .input(one)
    .output(z.object({})),
  invite: contract
    .route({
      method: 'POST',
      path: '/scorecards/{cardId}/invitation',
      tags,
      summary: 'Invite a second scorer',
      description: 'A code for one person, valid for an hour. Until then, repeated requests return the same code.',
    })
    .input(one)
    .output(z.object({ code: z.string(), until: instant })),
  part: contract
    .route({
      method: 'DELETE',
      path: '/scorecards/{cardId}/second',
      tags,
      summary: 'End double scoring',
      description: 'By either scorer. Both keep their arrows.',
    })
    .input(one)
    .output(z.object({})),
}

const invited = z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(40)) })

export const scorecardInvitation = {
  get: contract
    .route({ method: 'GET', path: '/scorecard-invitation', tags, summary: 'The scorecard behind a code' })
    .input(invited)
    .output(z.object({ archer: z.string(), setup: Setup, startedAt: instant })),
  accept: contract
    .route({ method: 'POST', path: '/scorecard-invitation', tags, summary: 'Start scoring with a code' })
    .input(invited)
    .output(z.object({ cardId: z.string() })),
}
