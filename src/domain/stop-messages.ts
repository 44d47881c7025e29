/** About stopping mails by the link at their foot; apart from what the profile says of news, for neither page needs the other's. */
import type { NewsKind } from './news.ts'

export const stopMessages = {
  title: 'Stop these mails?',
  lead: 'Mails like the one that led you here stop coming. Everything else stays as it is.',
  act: 'Stop these mails',
  stoppedTitle: 'No more of these mails',
  stopped: {
    changed: 'You get no more mails when a practice that you answered is changed or cancelled.',
    place: 'You get no more mails when a place becomes free and you are next.',
    drive: 'You get no more mails that remind you before you drive.',
  } satisfies Record<NewsKind, string>,
  toProfile: 'My Profile',
  changeMind: 'You can switch them on again in your profile, under News of practices.',
  linkUnknown: 'This link doesn’t work any more. Choose your mails in your profile, under News of practices.',
} as const
