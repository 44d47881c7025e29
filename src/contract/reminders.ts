import * as z from 'zod/mini'
import { previewedKinds } from '#domain/notifications.ts'
import { noReminderReasons, remindNowRefusals } from '#domain/reminders.ts'
import { contract } from './operation.ts'
import { id, instant, wholeNumber } from './schemas.ts'

const tags = ['practices']
const practice = z.strictObject({ practiceId: id })

/** Reminders of one practice: who would get one now. */
export const PracticeReminder = z.object({
  /** Why no reminder can be sent now; null if it can. */
  refusal: z.nullable(z.enum(remindNowRefusals)),
  /** When members were last reminded of it, automatically or by an officer. */
  lastAt: z.nullable(instant),
  /** Members who haven't replied and would get one, by name. */
  people: z.array(z.object({ memberId: z.string(), name: z.string() })),
  /** The other members who haven't replied, and why they wouldn't. */
  leftOut: z.array(z.object({ memberId: z.string(), name: z.string(), reason: z.enum(noReminderReasons) })),
})
export type PracticeReminder = z.infer<typeof PracticeReminder>

export const reminders = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/reminder',
      tags,
      summary: 'Who hasn’t replied and would be reminded',
    })
    .input(practice)
    .output(PracticeReminder),
  send: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/reminder',
      tags,
      summary: 'Remind those who haven’t replied',
      description:
        'Once a day for each practice, not at night, and only members who have had fewer than two reminders in the last seven days.',
    })
    .input(practice)
    .output(z.object({ people: wholeNumber })),
}

const kind = z.strictObject({ kind: z.enum(previewedKinds) })

/** How an email looks, for the officer who asks; its buttons and links as texts. */
export const EmailPreview = z.object({
  /** Whether it is off until an officer, who has seen this, turns it on. */
  awaiting: z.boolean(),
  /** How many would get it now. */
  people: wholeNumber,
  /** Null if no practice is ahead that it could be about. */
  email: z.nullable(
    z.object({
      subject: z.string(),
      greeting: z.string(),
      title: z.string(),
      lines: z.array(z.string()),
      asks: z.array(
        z.object({
          title: z.string(),
          facts: z.array(z.object({ label: z.string(), value: z.string() })),
          replies: z.array(z.string()),
          calendar: z.string(),
        }),
      ),
      button: z.string(),
      after: z.array(z.string()),
      why: z.string(),
      stop: z.string(),
    }),
  ),
})
export type EmailPreview = z.infer<typeof EmailPreview>

export const emailPreviews = {
  get: contract
    .route({
      method: 'GET',
      path: '/email-preview',
      tags: ['settings'],
      summary: 'How an email to members looks, and how many get it',
      description: 'The email with the practices of the `week`, or the one to `remind` those who haven’t replied.',
    })
    .input(kind)
    .output(EmailPreview),
  turnOn: contract
    .route({
      method: 'POST',
      path: '/email-preview',
      tags: ['settings'],
      summary: 'Turn on an email to members',
      description: 'In a club from before these emails existed, each is off until an officer turns it on.',
    })
    .input(kind)
    .output(z.object({})),
}
