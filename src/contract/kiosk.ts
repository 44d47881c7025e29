import * as z from 'zod/mini'
import { longestTyped, pinPattern } from '#domain/kiosk.ts'
import { passCodeHashPattern } from '#domain/pass-code.ts'
import { contract } from './operation.ts'
import { id, instant, oneLine, wholeNumber } from './schemas.ts'

const pin = z.string().check(z.regex(pinPattern))
const practiceId = z.strictObject({ practiceId: id })
const tags = ['kiosk']

/** For officers: the kiosks of the live practice. */
export const kiosks = {
  get: contract
    .route({ method: 'GET', path: '/practices/{practiceId}/kiosks', tags, summary: 'The kiosks of a practice' })
    .input(practiceId)
    .output(z.object({ kiosks: z.array(z.object({ id: z.string(), startedAt: instant, startedBy: z.string() })) })),
  start: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/kiosks',
      tags,
      summary: 'Turn this device into a kiosk',
      description:
        'For the live practice. It ends my session on this device and starts one that can only check members in, until the practice ends. Leaving it earlier takes the PIN.',
    })
    .input(z.extend(practiceId, { pin }))
    .output(z.object({})),
  end: contract
    .route({
      method: 'DELETE',
      path: '/practices/{practiceId}/kiosks/{kioskId}',
      tags,
      summary: 'End a kiosk',
      description: 'Of any officer. Its device is logged out.',
    })
    .input(z.extend(practiceId, { kioskId: id }))
    .output(z.object({})),
}

/** What a kiosk can do. No one else can. */
export const kiosk = {
  get: contract
    .route({ method: 'GET', path: '/kiosk', tags, summary: 'The practice of this kiosk' })
    .output(z.object({ title: z.string(), endsAt: instant })),
  checkIn: contract
    .route({
      method: 'POST',
      path: '/kiosk/check-ins',
      tags,
      summary: 'Check in at a kiosk',
      description:
        'With a valid pass, in every check-in mode, and without the code: who uses the kiosk is there. Uses no day pass.',
    })
    .input(z.strictObject({ memberId: id }))
    .output(z.object({ outcome: z.enum(['checked-in', 'already-in', 'see-officer']) })),
  leave: contract
    .route({
      method: 'POST',
      path: '/kiosk/leave',
      tags,
      summary: 'Leave a kiosk',
      description: 'With the PIN. After five wrong ones there is one try a minute.',
    })
    .input(z.strictObject({ pin }))
    .output(
      z.object({
        outcome: z.enum(['left', 'wrong', 'locked']),
        /** Until the next try; null if that is possible right away. */
        waitSeconds: z.nullable(wholeNumber),
      }),
    ),
}

export const kioskNames = {
  get: contract
    .route({
      method: 'GET',
      path: '/kiosk/names',
      tags,
      summary: 'Find a name at a kiosk',
      description: 'From two letters: at most five members whose names have words that begin with what was typed.',
    })
    .input(z.strictObject({ typed: oneLine(longestTyped) }))
    .output(
      z.object({
        people: z.array(z.object({ memberId: z.string(), name: z.string() })),
        /** Whether more letters would find others. */
        more: z.boolean(),
      }),
    ),
}

export const kioskPerson = {
  get: contract
    .route({
      method: 'GET',
      path: '/kiosk/person',
      tags,
      summary: 'Is this you?',
      description: 'A member whose name was picked, or whose pass was scanned; null for a code that is no one’s.',
    })
    .input(
      z.strictObject({
        /** One of the two. */
        memberId: z.optional(id),
        passCodeHash: z.optional(z.string().check(z.regex(passCodeHashPattern))),
      }),
    )
    .output(
      z.object({
        person: z.nullable(
          z.object({
            memberId: z.string(),
            name: z.string(),
            /** The photo itself, as a data URL, because a kiosk can open no files; null without one. */
            picture: z.nullable(z.string()),
          }),
        ),
      }),
    ),
}
