import { count } from './messages.ts'

/** What members read of places and of waiting for one (D29); apart, so that signing in does not load it. */
export const waitingMessages = {
  saved: (position: number) => `You're number ${position} on the waiting list.`,
  placesTaken: (taken: number, limit: number) => `${taken} of ${count(limit, 'place')} taken`,
  whoWaits: (waiting: number) => `${waiting} waiting`,
  answerWillWait: 'All places are taken. Answer to join the waiting list.',
  waitingAt: (position: number) =>
    `You're number ${position} on the waiting list. We'll tell you when you have a place.`,
  placeGot: (title: string) => `You have a place at ${title}.`,
} as const
