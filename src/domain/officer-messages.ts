/** What only officers read: as in messages.ts, and apart from it so that nobody else’s page loads it. */
export const officerMessages = {
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
  noLedger: 'Nothing has been bought, given or used yet.',
  memberGone: 'This member is not in the list any more.',

  // Officers' lists
  emailsCopied: (addresses: string) => `${addresses} copied.`,
  emailsNotCopied:
    'Your browser does not let this page copy. Tap the field to select all of them, and copy them from there.',
} as const
