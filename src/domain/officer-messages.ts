import { count } from './messages.ts'

/** What only officers read: as in messages.ts, and apart from it so that nobody else’s page loads it. */
export const officerMessages = {
  reasonMissing: 'Give a reason, so that others can follow it later.',
  byTheClub: 'The club',
  bySomebodyGone: 'Somebody who has left',
  forOfficers: 'This is for officers.',
  noResources: 'No documents or links yet.',
  noneHeld: 'No practice was held.',
  noAuditYet: 'Nothing has been noted yet.',
  noAuditFound: 'No entries found.',
  byCommand: 'A command on the server',
  // Manage practices
  waitingOrdered: 'The waiting list has its new order.',
  orderReasonMeaning: 'Kept with the change, so that others can follow it.',
  noPractices: 'No practices yet.',
  confirmDeletePractice: (people: number | null) =>
    `It leaves every list and every count at once. ${affected(people)} You can undo this for 30 days.`,
  rm01PastDay: 'This day has passed. Choose today or a later one.',
  rm01Saved: (name: string, until: string | null) =>
    until === null
      ? `The RM01 of ${name} is not approved any more.`
      : `The RM01 of ${name} is approved until ${until}.`,
  rm01Meaning: 'Their own word stays beside it. Whoever’s ends within 21 days is listed.',
  rainOutMeaning:
    'Everybody who had checked in gets one paid practice back, and the Day Pass that they used that day. It can be taken back.',
  rainOutGiven: (people: number) => `Given back to ${count(people, 'person', 'people')}.`,
  rainOutTakenBack: (people: number) => `Taken back from ${count(people, 'person', 'people')}.`,
  rainOutNobody: 'Nobody who had checked in is a member any more.',
  practiceDeleted: (title: string) => `Deleted ${title}.`,
  practiceRestored: 'The practice is back.',
  deletedMeaning: 'They count for nobody. What they held comes back with them.',
  practiceGone: 'This practice has been deleted, or is not there any more.',
  limitMeaning: 'Leave it empty for no limit.',
  limitWrong: (most: number) => `A whole number from 1 to ${most}, or nothing.`,
  limitSaved: (limit: number | null) => (limit === null ? 'No attendance limit.' : `Attendance limit: ${limit}.`),
  limitChangedMeanwhile: (now: number | null) =>
    `Somebody else has changed this meanwhile: ${now === null ? 'there is no limit' : `it is ${now}`} now. Save again to have yours.`,
  planTitle: (longest: number) => `A name of 1 to ${longest} characters.`,
  planDay: 'A day from today on, at most two years ahead.',
  planTime: 'A time of day, such as 6:00 PM.',
  planEnd: 'It ends after it begins, on the same day.',
  planWeeks: (most: number) => `A whole number from 1 to ${most}.`,
  planIncomplete: 'Some of this needs another look.',
  planCreated: (many: number) => `${count(many, 'practice')} planned.`,
  planFarAhead: 'Those more than 90 days ahead show here as they come closer.',
  planChanged: 'The practice has been changed.',
  planCancelled: (title: string) => `${title} is cancelled.`,
  planUncancelled: (title: string) => `${title} takes place after all.`,
  confirmCancelPractice: 'Whoever answered sees that it is cancelled. You can take this back until it would begin.',
  attendanceNotBegun: 'Nobody can have been there yet. Once it begins, people can be added here.',
  reasonMeaning: { live: 'Needed where the pass is missing.', over: 'Needed, because the practice is over.' },
  confirmRemoveFromPast: (name: string) => `Take ${name} out of this practice? It will no longer count for them.`,
  attendeeAdded: (name: string) => `${name} is on the list.`,
  attendeeRemoved: (name: string) => `Removed ${name}.`,
  creditWorth: 'A credit is worth one paid practice.',
  credited: (name: string) => `${name} is credited.`,
  creditTaken: (name: string) => `${name} is no longer credited.`,
  emailListed: (email: string) => `${email} is on the list, and counts once its owner signs up.`,
  emailHasAccount: (email: string) => `${email} has an account, so it counts at once.`,
  emailRemoved: (email: string) => `Removed ${email}.`,
  unclaimedMeaning: 'They have no account yet. Once they sign up with this address, it counts for them.',

  // Members
  confirmRole: {
    Officer: (name: string) =>
      `${name} can then start and end practices, and see and change every member’s passes, payments and role.`,
    Member: (name: string) => `${name} can then no longer run practices or look after members.`,
  },
  roleChanged: {
    Officer: (name: string) => `${name} is an officer now.`,
    Member: (name: string) => `${name} is a member now.`,
  },
  confirmRemoveMember: (name: string, days: number) =>
    `${name} is signed out everywhere and gone from every list at once. For ${days} days you can bring them back.`,
  confirmRemoveSelf: 'This is you: you are signed out everywhere at once, and another officer has to bring you back.',
  confirmErase: (name: string) =>
    `Name, e-mail, picture, birthday and pronouns of ${name} are deleted at once. That somebody attended stays, without saying who. This cannot be undone.`,
  memberRemoved: (name: string) => `${name} has been removed.`,
  memberRestored: (name: string) => `${name} is back.`,
  memberErased: 'Erased for good.',
  removedMeaning: (days: number) =>
    `They can’t sign in, and no list shows them. After ${days} days they are erased for good.`,
  countSaved: (name: string, now: string, before: number) => `${name}: ${now}, before ${before}.`,
  passSaved: (name: string, pass: string) => `${name}: ${pass === 'none' ? 'no pass' : pass}.`,
  changedMeanwhile: (now: string, wanted: string) =>
    `Somebody else has changed this meanwhile: it is ${now} now. You wanted ${wanted}.`,
  countBounds: (most: number) => `A whole number from 0 to ${most}.`,
  bulkUndone: 'Bulk edit undone',
  noLedger: 'Nothing has been bought, given or used yet.',
  memberGone: 'This member is not in the list any more.',

  // Officers' lists
  emailsCopied: (addresses: string) => `${addresses} copied.`,
  emailsNotCopied:
    'Your browser does not let this page copy. Tap the field to select all of them, and copy them from there.',
} as const

function affected(people: number | null) {
  if (people === null) return 'How many people this affects could not be counted.'
  return people === 0 ? 'Nobody has answered or attended.' : `${count(people, 'person is', 'people are')} affected.`
}
