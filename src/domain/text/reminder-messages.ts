import type { NoReminderReason, RemindNowRefusal } from '#domain/reminders.ts'
import { count } from './public-messages.ts'

/** Texts for officers about reminding those who haven't replied. */

export const remindNowTexts: Record<RemindNowRefusal, string> = {
  'awaiting-preview': 'Reminders are off until you’ve seen how one looks. You can turn them on under Settings.',
  'practice-over': 'This practice is over.',
  'practice-started': 'This practice has already started.',
  'practice-cancelled': 'This practice is canceled.',
  'quiet-hours': 'No reminders are sent from 10 PM to 8 AM. Try again in the morning.',
  'reminded-today': 'Members were already reminded today. You can remind them again tomorrow.',
  'no-one-left': 'There’s no one to remind.',
}

export const reminderMessages = {
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
} as const
