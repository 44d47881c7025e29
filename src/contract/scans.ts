import * as z from 'zod/mini'
import { passCodeHashPattern } from '#domain/pass-code.ts'
import { contract } from './operation.ts'
import { id, instant, passName, rowObject, wholeNumber } from './schemas.ts'
import { SessionLimits } from './session.ts'

/** Who was scanned, as officers see them at the door. */
export const ScannedPerson = z.object({
  id: z.string(),
  name: z.string(),
  pictureUrl: z.string(),
  pass: passName,
  dayPasses: wholeNumber,
})
export type ScannedPerson = z.infer<typeof ScannedPerson>

const practiceId = z.strictObject({ practiceId: id })
const tags = ['practices']
const passCodeHash = z.string().check(z.regex(passCodeHashPattern))

/** Whom an officer may scan at a practice, without emails, so that a phone without a connection knows them as well. */
export const scanList = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/scan-list',
      tags,
      summary: 'Who can be scanned',
      description: 'All members, with the hash of their pass’s code, and when they checked in to this practice.',
    })
    .input(practiceId)
    .output(
      z.object({
        /** When a device has to forget the list: when the practice ends, and after 12 hours at the latest. */
        forgetAt: instant,
        people: z.array(
          rowObject({
            ...ScannedPerson.shape,
            passCodeHash: z.nullable(z.string()),
            checkedInAt: z.nullable(instant),
          }),
        ),
      }),
    ),
}

export const ScanResult = z.object({
  /** `unknown`: a code that was replaced, or of someone who isn’t a member anymore. */
  outcome: z.enum(['checked-in', 'already-in', 'no-valid-pass', 'unknown']),
  /** Null if `unknown`. */
  person: z.nullable(ScannedPerson),
  checkedInAt: z.nullable(instant),
  /** Whether this scan used one of their day passes. */
  usedDayPass: z.boolean(),
})
export type ScanResult = z.infer<typeof ScanResult>

export const scans = {
  add: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/scans',
      tags,
      summary: 'Scan a pass',
      description:
        'Checks the member in whose pass has this code, or who is named. With `usePass`, a day pass is used if no pass is active. A scan with `scannedAt` was made without a connection: it counts in any case, also after the practice.',
    })
    .input(
      z.strictObject({
        practiceId: id,
        /** One of the two. */
        passCodeHash: z.optional(passCodeHash),
        memberId: z.optional(id),
        usePass: z._default(z.boolean(), false),
        scannedAt: z.optional(instant),
      }),
    )
    .output(ScanResult),
  undo: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/scans/undo',
      tags,
      summary: 'Undo a scan',
      description: 'Removes an attendance that an officer has entered, and gives back the day pass that the scan used.',
    })
    .input(z.extend(practiceId, { memberId: id }))
    .output(z.object({ dayPassReturned: z.boolean() })),
  hold: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/scans/hold',
      tags,
      summary: 'Stay logged in while scanning',
      description: 'While `open`, my session on this device lasts until the live practice ends.',
    })
    .input(z.extend(practiceId, { open: z.boolean() }))
    .output(SessionLimits),
}
