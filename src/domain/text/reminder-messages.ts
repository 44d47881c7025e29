import type { PreviewedKind } from '#domain/notifications.ts'
import type { NoReminderReason, RemindNowRefusal } from '#domain/reminders.ts'
import { count } from './public-messages.ts'

/** Texts for officers about reminders, and about who is expected at a practice. */

export const remindNowTexts: Record<RemindNowRefusal, string> = {
  'awaiting-preview': 'Reminders are off until you’ve seen how one looks. You can turn them on under Settings.',
  'practice-over': 'This practice is over.',
  'practice-started': 'This practice has already started.',
  'practice-cancelled': 'This practice is canceled.',
  'quiet-hours': 'No reminders are sent from 10 PM to 8 AM. Try again in the morning.',
  'reminded-today': 'Members were already reminded today. You can remind them again tomorrow.',
  'nobody-left': 'There’s no one to remind.',
}

export const reminderMessages = {
  remindNow: 'Remind now',
  title: 'Remind those who haven’t replied?',
  ask: (people: number) =>
    `${count(people, 'person gets', 'people get')} an email or a notification now, with buttons to reply.`,
  who: (people: number) => `Who gets it (${people})`,
  leftOut: (people: number) => `Who doesn’t (${people})`,
  reasons: {
    'turned-off': 'turned reminders off',
    'reminded-today': 'reminded today',
    'two-this-week': 'two reminders this week',
  } satisfies Record<NoReminderReason, string>,
  toSettings: 'Open Settings',
  send: (people: number) => `Remind ${count(people, 'person', 'people')}`,
  sent: (people: number) => `Reminded ${count(people, 'person', 'people')}.`,
  last: (when: string) => `Last reminder: ${when}.`,
  notReplied: 'No reply',
  notRepliedMeaning: 'Members who came lately or are new.',
  // The estimate
  expected: (heads: number) => `About ${heads} expected`,
  estimate: 'An estimate from who has come before.',
  error: (facts: { practices: number; estimate: number; replies: number }) =>
    `Over the last ${count(facts.practices, 'practice')}, it was off by ${round(facts.estimate)} on average, and the number of RSVPs by ${round(facts.replies)}.`,
  // Afterwards
  withoutRsvp: 'no RSVP',
  cameWithoutRsvp: (people: number) => `${people} without an RSVP`,
  excuse: 'Excuse',
  excuseOf: (name: string) => `Excuse ${name}`,
  excuseWhy: 'Why they didn’t come. It won’t count against how often they come, and they’ll see the reason.',
  excused: (reason: string) => (reason === '' ? 'Excused' : `Excused: ${reason}`),
  undoExcuse: 'Undo',
  undoExcuseOf: (name: string) => `Undo the excuse of ${name}`,
} as const

function round(heads: number) {
  return heads.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** The preview of an email to members, in the settings. */
export const previewMessages = {
  see: { week: 'See the weekly email', remind: 'See the reminder' },
  hide: (kind: PreviewedKind) => (kind === 'week' ? 'Hide the weekly email' : 'Hide the reminder'),
  off: 'It’s off. Turn it on once you’ve seen how it looks.',
  people: (kind: PreviewedKind, people: number) =>
    `${count(people, 'member')} would get it now${kind === 'remind' ? ', for the next practice' : ''}.`,
  noPractice: 'No practice is ahead, so there’s nothing to show yet.',
  turnOn: 'Turn on',
  turnedOn: { week: 'The weekly email is on.', remind: 'Reminders are on.' },
  subject: 'Subject',
} as const
