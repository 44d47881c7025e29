/** About stopping mails by the link at their foot; apart from what the profile says of news, for neither page needs the other's. */
import type { NewsKind } from '#domain/notifications.ts'

export const stopMessages = {
  title: 'Unsubscribe from these emails?',
  lead: 'You won’t get emails like this anymore. Nothing else changes.',
  act: 'Unsubscribe',
  stoppedTitle: 'You’re unsubscribed',
  stopped: {
    changed: 'You’ll no longer get emails when a practice you RSVP’d to changes or is canceled.',
    place: 'You’ll no longer get emails when a spot opens up and you’re next.',
    drive: 'You’ll no longer get reminder emails before you drive.',
  } satisfies Record<NewsKind, string>,
  toProfile: 'My Profile',
  changeMind: 'You can turn them back on in your profile, under Practice notifications.',
  linkUnknown: 'This link no longer works. Choose your emails in your profile, under Practice notifications.',
} as const
