import { count } from './public-messages.ts'

/** Texts for officers about who is expected at a practice, and about who didn't come. */
export const outlookMessages = {
  remindNow: 'Remind now',
  remindTitle: 'Remind those who haven’t replied?',
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
