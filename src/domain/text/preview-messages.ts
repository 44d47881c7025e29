import type { PreviewedKind } from '#domain/notifications.ts'
import { count } from './public-messages.ts'

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
