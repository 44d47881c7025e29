import * as z from 'zod/mini'
import { rm01States } from '#domain/drivers.ts'
import { longestEmail } from '#domain/email.ts'
import { listedKinds, longestMessage, mostAttendance, mostWeeks } from '#domain/manage-practices.ts'
import { passNames } from '#domain/passes.ts'
import { mostDeadlineHours, withdrawalKinds } from '#domain/reply-deadline.ts'
import { rsvpKinds } from '#domain/rsvp.ts'
import { GuestRules, GuestVisit } from './guests.ts'
import { contract, mayBeUnchanged } from './operation.ts'
import { ClubBows } from './practices.ts'
import { day, id, instant, manyLines, oneLine, rowObject, wholeNumber } from './schemas.ts'

/** A practice in the officers' list. */
export const ManagedPractice = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  allDay: z.boolean(),
  startsOn: day,
  lastOn: day,
  /** Null for no limit. */
  attendanceLimit: z.nullable(wholeNumber),
  cancelled: z.boolean(),
  sample: z.boolean(),
  archers: wholeNumber,
  drivers: wholeNumber,
  seats: wholeNumber,
  cantCome: wholeNumber,
  waiting: wholeNumber,
  attended: wholeNumber,
  /** How many who usually come, or are new, haven’t replied; null unless it is upcoming. */
  notReplied: z.nullable(wholeNumber),
  /** About how many will come; null unless it is upcoming, or with too few practices to go by. */
  expected: z.nullable(wholeNumber),
})
export type ManagedPractice = z.infer<typeof ManagedPractice>

/** A practice that an officer deleted in the last 30 days. */
export const DeletedPractice = z.object({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  deletedAt: instant,
  /** From this moment on it can't be restored. */
  goneFrom: instant,
})
export type DeletedPractice = z.infer<typeof DeletedPractice>

/**
 * Someone with an RSVP, attendance, or a carpool credit, with the email address, which only officers see. A member who
 * was erased has neither name nor email.
 */
const PersonThere = z.object({ memberId: z.string(), name: z.string(), email: z.string(), pictureUrl: z.string() })

/** When someone replied, and whether that was after the deadline. */
const Replied = { answeredAt: instant, late: z.boolean() }

export const PracticeRecord = z.object({
  practice: z.extend(ManagedPractice, {
    clubBows: ClubBows,
    /** What officers told everyone who RSVP'd when they canceled it. */
    cancelMessage: z.string(),
    description: z.string(),
    location: z.string(),
    /** Hours before the start, 0 for no deadline; null for the club’s. */
    replyDeadlineHours: z.nullable(wholeNumber),
    /** For practices without their own. */
    clubDeadlineHours: wholeNumber,
    replyBy: z.nullable(instant),
    /** Attendance can be entered once it is live; a reason is needed once it is over. */
    state: z.enum(['planned', 'live', 'over']),
    /** Whether officers can change it here: it is upcoming and from the built-in calendar. */
    editable: z.boolean(),
  }),
  attendees: z.array(
    z.extend(PersonThere, {
      checkedInAt: instant,
      /** The member, an officer, or a list from before the member had an account. */
      checkedInBy: z.enum(['self', 'officer', 'list']),
      /** The officer's name, unless they have left. */
      officer: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  /** RSVPs with a spot in the order they came in, then the waitlist in order. */
  answers: z.array(
    z.extend(PersonThere, {
      kind: z.enum(rsvpKinds),
      seats: wholeNumber,
      credited: z.boolean(),
      /** Today's pass; without one, checking them in needs a reason. */
      pass: z.enum(passNames),
      dayPasses: wholeNumber,
      /** Paid practices left, or owed if negative. */
      balance: wholeNumber,
      /** Form RM01 of a driver. */
      rm01: z.enum(rm01States),
      /** Position on the waitlist, from 1; null with a spot. */
      position: z.nullable(wholeNumber),
      ...Replied,
      /** Why an officer has excused them for not coming; null without an excuse. */
      excuse: z.nullable(z.string()),
    }),
  ),
  /** Members who usually come, or are new, and have neither RSVP’d nor said that they can’t come; only before the practice. */
  notReplied: z.array(PersonThere),
  /** How many will come, by how often each has come before; null once it is live, or with too few practices to go by. */
  forecast: z.nullable(
    z.object({
      heads: z.number(),
      /** How far off it was for the latest practices, on average, next to the number of RSVPs; null without one to compare. */
      error: z.nullable(z.object({ practices: wholeNumber, estimate: z.number(), replies: z.number() })),
    }),
  ),
  /** Members who can't come, in the order of their RSVPs. */
  cantCome: z.array(z.extend(PersonThere, Replied)),
  /** Members who gave up a spot or a position on the waitlist after the deadline, also if they have replied again, latest first. */
  lateWithdrawals: z.array(z.extend(PersonThere, { withdrawnAt: instant, gaveUp: z.enum(withdrawalKinds) })),
  /** Members with a carpool credit but without an RSVP as a driver. */
  credited: z.array(PersonThere),
  /** Pre-registered email addresses of people without an account; claimed at sign-up. */
  emails: z.array(z.object({ id: z.string(), email: z.string(), kind: z.enum(listedKinds) })),
  /** Who came without being a member, in order. */
  guests: z.array(GuestVisit),
  guestRules: GuestRules,
})
export type PracticeRecord = z.infer<typeof PracticeRecord>

/** What was planned last, to begin the next plan with. */
export const LastPlan = z.object({
  /** The next one is usually on the same weekday. */
  startsOn: day,
  title: z.string(),
  location: z.string(),
  /** Local times at the club, HH:MM. */
  startTime: z.string(),
  endTime: z.string(),
  attendanceLimit: z.nullable(wholeNumber),
  /** Null for the club’s. */
  replyDeadlineHours: z.nullable(wholeNumber),
})
export type LastPlan = z.infer<typeof LastPlan>

const tags = ['practices']
const practice = z.strictObject({ practiceId: id })
const reason = z._default(oneLine(200), '')
const edited = z.object({})
/** Null for no limit. */
const attendanceLimit = z.nullable(wholeNumber.check(z.gte(1), z.lte(mostAttendance)))
const deadlineHours = z.nullable(wholeNumber.check(z.gte(0), z.lte(mostDeadlineHours)))

export const managePractices = {
  get: contract
    .route({
      method: 'GET',
      path: '/manage-practices',
      tags,
      summary: 'All practices',
      description:
        'Newest first; the live one is separate. Plus those deleted in the last 30 days, and what the built-in calendar was last used for. With a strong ETag, like the home page.',
      spec: mayBeUnchanged,
    })
    .output(
      z.object({
        practices: z.array(rowObject(ManagedPractice.shape)),
        live: z.nullable(ManagedPractice),
        deleted: z.array(DeletedPractice),
        builtIn: z.boolean(),
        /** Null without the built-in calendar, or before its first practice. */
        lastPlan: z.nullable(LastPlan),
      }),
    ),
  setLimit: contract
    .route({ method: 'PUT', path: '/practices/{practiceId}/limit', tags, summary: 'Set the attendance limit' })
    .input(
      z.extend(practice, {
        expected: z.nullable(wholeNumber),
        limit: attendanceLimit,
      }),
    )
    .output(edited),
  setReplyDeadline: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/reply-deadline',
      tags,
      summary: 'Set the reply deadline',
      description:
        'In hours before the start: 0 for none, null for the club’s. Later replies are possible, and marked.',
    })
    .input(z.extend(practice, { expected: z.nullable(wholeNumber), hours: deadlineHours }))
    .output(edited),
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
        reason: oneLine(200),
      }),
    )
    .output(edited),
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
  setExcuse: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/excuses/{memberId}',
      tags,
      summary: 'Excuse a no-show, or undo it',
      description:
        'For members with a spot who didn’t come, once the practice is over. With a reason; it then doesn’t count against how often they come.',
    })
    .input(z.extend(practice, { memberId: id, excused: z.boolean(), reason }))
    .output(edited),
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
  title: oneLine(1000),
  location: z._default(oneLine(500), ''),
  description: z._default(manyLines(4000), ''),
  startsOn: z.string().check(z.maxLength(20), z.describe('The local day, YYYY-MM-DD.')),
  startTime: z.string().check(z.maxLength(10), z.describe('Local time at the club, HH:MM.')),
  endTime: z.string().check(z.maxLength(10), z.describe('On the same day, HH:MM.')),
}
/** The practice as the officer last saw it, for optimistic locking. */
const practiceAsSeen = z.strictObject({
  title: z.string(),
  location: z.string(),
  description: z.string(),
  startsAt: instant,
  endsAt: instant,
  cancelled: z.boolean(),
})

/** The built-in calendar, for clubs without an external one. */
export const schedule = {
  create: contract
    .route({
      method: 'POST',
      path: '/schedule',
      tags,
      summary: 'Plan a practice, or a weekly series',
      description: 'Only with the built-in calendar. Practices more than 90 days ahead appear closer to their date.',
    })
    .input(
      z.strictObject({
        ...plannedFields,
        attendanceLimit: z._default(attendanceLimit, null),
        replyDeadlineHours: z._default(deadlineHours, null),
        weeks: z.int().check(z.gte(1), z.lte(mostWeeks)),
      }),
    )
    .output(
      z.object({
        created: z.int(),
        /** The ids of those that have already appeared, soonest first. */
        practiceIds: z.array(z.string()),
      }),
    ),
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
      description: 'Everyone who RSVP’d is told, with the message if there is one.',
    })
    .input(
      z.strictObject({
        practiceId: id,
        expected: practiceAsSeen,
        cancelled: z.boolean(),
        message: z._default(manyLines(longestMessage), ''),
      }),
    )
    .output(z.object({})),
}
