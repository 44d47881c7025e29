import type { ReplyLinkRefusal } from '#domain/reply-links.ts'
import type { Reply } from '#domain/rsvp.ts'

/** Texts about replying from an email, in a file of their own because only one page needs them. */

export const replyLabels: Record<Reply, string> = { archer: 'Archer', driver: 'Driver', 'cant-come': 'Can’t come' }

export const replyMessages = {
  title: (nameFirst: string) => (nameFirst === '' ? 'Are you coming?' : `Are you coming, ${nameFirst}?`),
  choose: 'Your RSVP',
  /** What the button does. */
  act: {
    archer: 'RSVP as archer',
    driver: 'RSVP as driver',
    'cant-come': 'Say I can’t come',
  } satisfies Record<Reply, string>,
  joinWaitlist: 'Join the waitlist',
  /** What has been said, with a spot. */
  said: {
    archer: 'You’re in as an archer.',
    driver: 'You’re in as a driver.',
    'cant-come': 'Thanks for letting us know you can’t come.',
  } satisfies Record<Reply, string>,
  waiting: (position: number) => `The practice is full. You’re #${position} on the waitlist.`,
  /** In a notification, which can't say the position. */
  waits: 'The practice is full. You’re on the waitlist.',
  waitingWhy: 'If a spot opens up and you’re next, we’ll let you know.',
  change: 'Change',
  full: (waiting: number) =>
    waiting === 0
      ? 'All spots are taken. You’d be first on the waitlist.'
      : `All spots are taken, and ${waiting} ${waiting === 1 ? 'is' : 'are'} on the waitlist.`,
  replyBy: (when: string) => `Reply by ${when}`,
  lateAfter: (when: string) => `Replies after ${when} are late.`,
  spotsLeft: (spots: number) => `${spots} ${spots === 1 ? 'spot' : 'spots'} left`,
  canceledTitle: 'Practice canceled',
  canceled: 'This practice is canceled. You don’t need to do anything.',
  seats: 'Seats in your car, including yours',
  seatsHelp: 'So that others know how many can ride with you. It’s saved in your profile.',
  /** For someone who was forwarded the email. */
  notYou: (nameFirst: string) => `Not ${nameFirst}? Log in`,
  toApp: 'Open the app',
  calendar: 'Add to calendar',
  missing: 'Part of this link is missing. Log in to RSVP.',
  deadTitle: 'This link doesn’t work anymore',
  refusals: {
    'link-unknown': 'This link no longer works. Log in to RSVP.',
    'practice-started': 'This practice has started, so it’s too late to RSVP by this link. Log in to change your RSVP.',
    'practice-over': 'This practice is over.',
  } satisfies Record<ReplyLinkRefusal, string>,
} as const
