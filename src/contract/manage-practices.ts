import * as z from 'zod/mini'
import { rm01States } from '#domain/drivers.ts'
import { longestEmail } from '#domain/email.ts'
import { listedKinds, mostAttendance, mostWeeks } from '#domain/manage-practices.ts'
import { rsvpKinds } from '#domain/rsvp.ts'
import { contract, mayBeUnchanged } from './operation.ts'
import { ClubBows } from './practices.ts'
import { day, id, instant, rowObject, wholeNumber } from './schemas.ts'

/** A practice in the officers' list. */
export const ManagedPractice = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  allDay: z.boolean(),
  startsOn: day,
  lastOn: day,
  /** Null: as many as come (D29). */
  attendanceLimit: z.nullable(wholeNumber),
  cancelled: z.boolean(),
  sample: z.boolean(),
  archers: wholeNumber,
  drivers: wholeNumber,
  seats: wholeNumber,
  cantCome: wholeNumber,
  waiting: wholeNumber,
  attended: wholeNumber,
})
export type ManagedPractice = z.infer<typeof ManagedPractice>

/** Deleted by an officer within 30 days (D31). */
export const DeletedPractice = z.object({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  deletedAt: instant,
  /** From then on it can't be brought back. */
  goneFrom: instant,
})
export type DeletedPractice = z.infer<typeof DeletedPractice>

/** Who answered, attended or drove, with the address, which officers alone see (D40). Of who was erased, a head. */
const PersonThere = z.object({ memberId: z.string(), name: z.string(), email: z.string(), pictureUrl: z.string() })

export const PracticeRecord = z.object({
  practice: z.extend(ManagedPractice, {
    clubBows: ClubBows,
    description: z.string(),
    location: z.string(),
    /** Attendance can be entered from live on; with a reason once it is over (D30). */
    state: z.enum(['planned', 'live', 'over']),
    /** It stands in the built-in calendar and lies ahead, so that officers can change it here (D22). */
    editable: z.boolean(),
  }),
  attendees: z.array(
    z.extend(PersonThere, {
      checkedInAt: instant,
      /** Themself, an officer, or a list from before they had an account. */
      checkedInBy: z.enum(['self', 'officer', 'list']),
      /** The name of that officer, unless they have left. */
      officer: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  /** Those with a place in the order of answering, then those who wait, the first one first. */
  answers: z.array(
    z.extend(PersonThere, {
      kind: z.enum(rsvpKinds),
      seats: wholeNumber,
      credited: z.boolean(),
      /** Of a driver (D38a). */
      rm01: z.enum(rm01States),
      /** Among those who wait, from 1; null with a place (D29). */
      position: z.nullable(wholeNumber),
    }),
  ),
  /** Those who can't come, in the order of replying. */
  cantCome: z.array(PersonThere),
  /** Credited, though they had not answered as a driver. */
  credited: z.array(PersonThere),
  /** Addresses of people without an account, until they sign up (D36). */
  emails: z.array(z.object({ id: z.string(), email: z.string(), kind: z.enum(listedKinds) })),
})
export type PracticeRecord = z.infer<typeof PracticeRecord>

const tags = ['practices']
const practice = z.strictObject({ practiceId: id })
const reason = z._default(z.string().check(z.trim(), z.maxLength(200)), '')
const edited = z.object({})

export const managePractices = {
  get: contract
    .route({
      method: 'GET',
      path: '/manage-practices',
      tags,
      summary: 'All practices',
      description:
        'Newest first, without the live one, plus those deleted in the last 30 days. With a strong ETag, like the home page.',
      spec: mayBeUnchanged,
    })
    .output(
      z.object({
        practices: z.array(rowObject(ManagedPractice.shape)),
        deleted: z.array(DeletedPractice),
        builtIn: z.boolean(),
      }),
    ),
  /** D29. */
  setLimit: contract
    .route({ method: 'PUT', path: '/practices/{practiceId}/limit', tags, summary: 'Set the attendance limit' })
    .input(
      z.extend(practice, {
        expected: z.nullable(wholeNumber),
        limit: z.nullable(wholeNumber.check(z.gte(1), z.lte(mostAttendance))),
      }),
    )
    .output(edited),
  /** D29. */
  orderWaiting: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/waiting-list',
      tags,
      summary: 'Reorder the waitlist',
      description: 'All of their ids in the new order, with a reason. Refused if someone has since joined or left.',
    })
    .input(
      z.extend(practice, {
        memberIds: z.array(id).check(z.maxLength(mostAttendance)),
        reason: z.string().check(z.trim(), z.maxLength(200)),
      }),
    )
    .output(edited),
  /** D31. */
  delete: contract
    .route({
      method: 'DELETE',
      path: '/practices/{practiceId}',
      tags,
      summary: 'Delete a practice',
      description: 'Removed from all lists and counts immediately. Can be undone for 30 days.',
    })
    .input(practice)
    .output(edited),
  restore: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/restore',
      tags,
      summary: 'Restore a deleted practice',
    })
    .input(practice)
    .output(edited),
  /** D30. */
  setAttendance: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/attendees/{memberId}',
      tags,
      summary: 'Add or remove an attendee',
      description: 'Needs a reason once the practice is over, or if the member has no valid pass.',
    })
    .input(z.extend(practice, { memberId: id, attended: z.boolean(), reason }))
    .output(edited),
  /** D36. */
  setCredit: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/carpool/{memberId}',
      tags,
      summary: 'Set a carpool credit',
      description: 'At most one for each member and practice. Each is worth one paid practice.',
    })
    .input(z.extend(practice, { memberId: id, credited: z.boolean() }))
    .output(edited),
  /** D36. */
  addEmail: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/emails',
      tags,
      summary: 'Add someone by email',
      description:
        'Without an account, they get the attendance or carpool credit once they sign up with this email. With an account, they get it right away.',
    })
    .input(
      z.extend(practice, {
        email: z.string().check(z.maxLength(longestEmail)),
        kind: z.enum(listedKinds),
        reason,
      }),
    )
    .output(z.object({ added: z.enum(['member', 'listed']) })),
  removeEmail: contract
    .route({
      method: 'DELETE',
      path: '/practices/{practiceId}/emails/{emailId}',
      tags,
      summary: 'Remove an email from a list',
      description: 'Refused once that person has signed up.',
    })
    .input(z.extend(practice, { emailId: id }))
    .output(edited),
}

export const practiceRecord = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/record',
      tags,
      summary: 'A practice and everyone on its lists',
    })
    .input(practice)
    .output(PracticeRecord),
}

const plannedFields = {
  title: z.string().check(z.maxLength(1000)),
  location: z._default(z.string().check(z.maxLength(500)), ''),
  description: z._default(z.string().check(z.maxLength(4000)), ''),
  startsOn: z.string().check(z.maxLength(20), z.describe('The local day, YYYY-MM-DD.')),
  startTime: z.string().check(z.maxLength(10), z.describe('Local time at the club, HH:MM.')),
  endTime: z.string().check(z.maxLength(10), z.describe('On the same day, HH:MM.')),
}
/** The practice as the officer saw it. */
const practiceAsSeen = z.strictObject({
  title: z.string(),
  location: z.string(),
  description: z.string(),
  startsAt: instant,
  endsAt: instant,
  cancelled: z.boolean(),
})

/** The built-in calendar, where the club has no other (D22). */
export const schedule = {
  create: contract
    .route({
      method: 'POST',
      path: '/schedule',
      tags,
      summary: 'Plan a practice, or a weekly series',
      description: 'Only with the built-in calendar. Practices more than 90 days ahead appear closer to their date.',
    })
    .input(z.strictObject({ ...plannedFields, weeks: z.int().check(z.gte(1), z.lte(mostWeeks)) }))
    .output(z.object({ created: z.int() })),
  change: contract
    .route({ method: 'PUT', path: '/schedule/{practiceId}', tags, summary: 'Change an upcoming practice' })
    .input(z.strictObject({ practiceId: id, expected: practiceAsSeen, ...plannedFields }))
    .output(z.object({})),
  cancel: contract
    .route({
      method: 'PUT',
      path: '/schedule/{practiceId}/cancelled',
      tags,
      summary: 'Cancel or restore an upcoming practice',
    })
    .input(z.strictObject({ practiceId: id, expected: practiceAsSeen, cancelled: z.boolean() }))
    .output(z.object({})),
}
