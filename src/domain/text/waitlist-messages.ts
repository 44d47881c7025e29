import { count } from './messages.ts'

/** What members read of places and of waiting for one (D29); apart, so that signing in does not load it. */
export const waitingMessages = {
  saved: (position: number) => `You’re number ${position} on the waitlist.`,
  placesTaken: (taken: number, limit: number) => `${taken} of ${count(limit, 'spot')} taken`,
  whoWaits: (waiting: number) => `${waiting} waiting`,
  answerWillWait: 'All spots are taken. RSVP to join the waitlist.',
  waitingAt: (position: number) => `You’re number ${position} on the waitlist. We’ll let you know when you get a spot.`,
  placeGot: (title: string) => `You have a spot at ${title}.`,
} as const
