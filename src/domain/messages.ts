/**
 * What the app answers: refusals, what a field needs, how an act went, warnings, empty places. The specification's (§5, §8)
 * stand verbatim; where it spells one in two ways, §8 wins (D45). Refusals are written as `Record<Reason, …>`, so that a new
 * reason needs words to compile. Headings, labels and the help beside a control stand with the control; mails in
 * server/mail/words.ts; what only officers read in officer-messages.ts, which no other page loads; the errors that any operation may give in contract/errors.ts.
 */
import type { DeletionRefusal } from './account.ts'
import type { CheckInRefusal } from './check-in.ts'
import type { AttendanceRefusal, DeleteRefusal, UndeleteRefusal, UnlistingRefusal } from './manage-practices.ts'
import type { EditRefusal, RemovalRefusal, RestoreRefusal } from './members.ts'
import type { RoleRefusal } from './officers.ts'
import type { UsePassRefusal } from './passes.ts'
import type { PictureRefusal } from './pictures.ts'
import type { PracticeRefusal } from './practices.ts'
import type { RainOutRefusal } from './rain-out.ts'
import type { RsvpRefusal } from './rsvp.ts'
import type { PlanRefusal } from './schedule.ts'
import type { ReorderRefusal } from './waiting-list.ts'
import type { WelcomeRefusal } from './welcome.ts'

export const messages = {
  // Signing in and up
  signInFailed: 'Invalid email or password.',
  emailUnverified: 'Please verify your email before logging in.',
  emailDomain: (domain: string) => `Email must end with @${domain}`,
  emailShape: 'This is not a complete e-mail address. Write it like name@example.edu, without spaces or quotes.',
  signUpDone: 'Verification email sent! Please check your inbox.',
  emailInUse: 'This email is already in use.',
  passwordWeak: 'The password is too weak.',
  passwordHint: (shortest: number) => `At least ${shortest} characters. A few words together are best.`,
  passwordTooLong: (longest: number) => `At most ${longest} characters.`,
  passwordMissing: 'Please enter your password.',
  emailMissing: 'Please enter your email.',
  signUpFailed: (why: string) => `Failed to create an account: ${why}`,
  resetNeedsEmail: 'Please enter your email to reset your password',
  resetSent: 'Password reset email sent! Please check your inbox.',
  resetFailed: (why: string) => `Error sending password reset email: ${why}`,
  loggedOutIdle: 'You have been logged out due to inactivity.',
  passwordChanged: 'Your password has been changed. Sign in with the new one.',
  tooManyTries: (seconds: number) => `Too many tries. Wait ${inWords(seconds)}, then try again.`,
  offline: 'You seem to be offline. Check your connection and try again.',
  serverTrouble: 'Something went wrong on our side. Try again in a moment.',
  verifyWrongPassword:
    'That is not the password of this sign-up. Enter the one you chose when you created the account.',
  linkExpired: 'This link has expired.',
  linkUnknown: 'This link is no longer valid. It was used already, or a newer one has been sent.',

  // Profile
  firstName: (longest: number) => `Your first name, 1 to ${longest} characters.`,
  lastName: (longest: number) => `Your last name, 1 to ${longest} characters.`,
  birthday: 'A date between January 1, 1900 and today.',
  bowType: 'Choose a bow type.',
  personalEquipment: 'Choose Yes or No.',
  carCapacity: (from: number, to: number) => `Car capacity is a whole number from ${from} to ${to}, with the driver.`,
  tooManyPronouns: (most: number) => `At most ${most} pronouns.`,

  profileSaved: 'Saved.',
  emailFixed:
    'You sign in with it, so it can’t be changed here. If the university gives you a new one, tell an officer.',

  // Account
  passwordWrong: 'That is not your password.',
  passwordChangedHere: 'Password changed. Every other device has been signed out.',
  sessionEnded: 'Signed out there.',
  confirmEndAll: 'Every device is signed out, this one too. You sign in again with your password.',
  exportDone: 'Your data has been downloaded.',
  deleteGoes:
    'Your name, e-mail, picture, birthday, pronouns, car, answers to practices and password, on every device, at once.',
  deleteStays:
    'That somebody attended, without saying who; the club’s books, under a number; and a mark that says your mailbox has had its welcome passes, from which nobody can tell the address.',
  deleteFinal: 'Day passes and paid practices you have left are gone too. Nobody can bring any of it back.',
  deleteUnconfirmed: 'Tick this to say that you mean it.',
  accountDeleted: 'Your account has been deleted. Thank you for shooting with us.',

  // Welcome wizard
  wizardNameAndBirthday: 'Please fill out your name and birthday',
  wizardBowAndEquipment: 'Please select your bow type and equipment status',
  wizardPronouns: 'Please select or add at least one pronoun',
  wizardRequired: 'Please fill out all required fields',
  pronounKnown: (pronoun: string) => `${pronoun} is in your list already.`,
  pronounTooLong: (longest: number) => `At most ${longest} characters.`,
  pronounsFull: (most: number) => `At most ${most} pronouns. Remove one to add another.`,
  pictureUnreadable: 'This browser can’t show that file as a picture. Choose another one, such as a JPEG or PNG.',
  pictureSlow: 'The line is slow. Your picture is still on its way.',
  pictureAgain: (seconds: number) => `Not sent yet. Trying again in ${inWords(seconds)}.`,
  draftKept: 'Not saved yet. What you typed is kept on this device and sent when the connection is back.',
  draftUnsent: 'Not saved yet. What you typed is kept on this device and sent as soon as possible.',

  // Check-in and passes
  checkInFailed: 'Failed to check into practice. Please try again.',
  usePassFailed: 'Failed to use pass. Try again.',
  passesUnavailable: 'Could not load your passes.',
  outstanding: (count: number) =>
    count === 1
      ? 'You have 1 outstanding practice! Please pay for it immediately.'
      : `You have ${count} outstanding practices! Please pay for these immediately.`,

  // Confirmations
  confirmStart: 'This will mark the practice as live for everyone.',
  confirmEndEarly: 'This will check everyone out.',
  confirmRemoveAttendee: (name: string) => `Remove ${name} from this practice? They can check in again.`,

  // Home
  rsvpSaved: {
    archer: "You're in as an archer.",
    driver: "You're in as a driver.",
    cantCome: "Thanks for letting us know you can't come.",
    none: 'RSVP cleared.',
  },
  dayPassesMeaning: 'A day pass lets you check in for one day. It is not one of the practices you have paid for.',
  paidPracticesMeaning:
    'Each practice you attend uses up one you have paid for. Day passes are counted apart: they let you in.',
  carpoolPassMeaning: 'It lets you check in to any practice until an officer takes it back. No day pass is used.',
  noDayPassesLeft: 'No day passes left.',
  askForPass: 'No day passes left. Ask an officer for one.',
  passActive: (pass: string) => `Your ${pass} is active. Nothing more to use today.`,
  nobodyHere: 'Nobody has checked in yet.',
  cantCome: (people: number) => `${people} can't come`,
  nobodyAnswered: 'No RSVPs yet.',
  anotherLive: (title: string) => `${title} is live. End it first.`,
  calendarStale: (when: string) => `The calendar can't be reached. Showing what it said at ${when}.`,
  calendarNeverRead: "The calendar can't be reached. Practices show here as soon as it answers.",
  newVersion: 'A new version is ready.',
  reconnecting: 'Reconnecting…',
  showingOffline: (when: string) => `You seem to be offline. Showing what we knew at ${when}.`,
  needsConnection: 'You seem to be offline. This needs a connection.',
  waitingForConnection: 'Waiting for connection',
  notCheckedInYet: (until: string) =>
    `Not checked in yet. It goes out as soon as there is a connection, until ${until}.`,
  passNotUsedYet: (until: string) => `Not used yet. It goes out as soon as there is a connection, until ${until}.`,
  checkedIn: "You're checked in.",
  passUsed: 'Your day pass counts until midnight.',
  waitedTooLong: 'There was no connection for 10 minutes, so this was not sent. Try again.',
  answerWaits: 'Not sent yet. It goes out as soon as there is a connection.',
  answerNotKept: 'Not sent yet, and this device can’t keep it. Leave the app open until it is sent.',
  answerWaitsForServer: 'Not saved yet: something went wrong on our side. It is sent again by itself.',
  showingSaved: (when: string) => `The connection is slow. Showing what we knew at ${when}.`,
  showingOld: (when: string) => `Something went wrong on our side. Showing what we knew at ${when}.`,
  samplesShown: 'These are sample practices, to try things with.',
  confirmRemoveSamples: 'All sample practices go, with every answer and check-in tried out on them.',
  mapLate: "The map isn't answering. Address and directions work without it.",
  mapOffline: "You seem to be offline. The map shows once you're back.",

  // Outdoor mode
  outdoorOffer: 'In bright sun? Outdoor mode is easier to read.',
  outdoorOn: 'Outdoor mode is on. The other themes are behind your picture.',
  outdoorLater: 'You find it behind your picture, under Theme.',

  // A screen that can't be kept on
  screenMayTurnOff:
    'We can’t keep the screen on here. If it turns off too soon, choose a longer Auto-Lock time in your phone’s settings.',

  // My practices
  bothCurrencies: (dayPasses: number) =>
    `Every practice you attend uses one paid practice; a day pass is something else, it lets you check in for one day, and you have ${dayPasses === 0 ? 'none' : dayPasses} left.`,
  nothingAhead: 'You have not answered a coming practice.',
  olderInExport: (many: number) => `${many} more, longer ago, are in the export.`,
  feedOffer:
    'A link of your own keeps your calendar app up to date: the club’s practices with your answers, for as long as you like.',
  feedKeep: 'Whoever has this link can see your practices. Keep it to yourself, and renew it if it got out.',
  feedCopied: 'Link copied.',
  feedNotCopied: 'Your browser does not let this page copy. The link is selected: copy it from the field.',
  feedMade: 'Your calendar link is ready.',
  feedRenewed: 'Your calendar link is a new one. The old one has stopped.',
  feedRemoved: 'Your calendar link has stopped.',
  confirmRenewFeed: 'The old link stops at once. Calendars that follow it need the new one.',
  confirmRemoveFeed: 'Calendars that follow it stop at once. You can make another link later.',

  // Empty places (D49)
  noUpcoming: 'No upcoming practices',
  notStarted: "A practice hasn't started yet.",
  noPastYet: 'No past practices yet.',
  noPastFound: 'No past practices found.',
  noUserFound: 'No user found',
  noAttendees: 'No attendees found.',
  noCarpoolers: 'No carpoolers found.',

  loading: 'Loading...',
} as const

export const checkInRefusals: Record<CheckInRefusal, string> = {
  'no-active-practice': 'No active practice.',
  'already-checked-in': 'You have already checked into this practice.',
  'no-valid-pass': 'You need a valid pass to check in.',
}

export const usePassRefusals: Record<UsePassRefusal, string> = {
  'no-day-passes': "You don't have any day passes left.",
  'pass-active': 'You already have a valid pass. Nothing was used.',
}

export const rsvpRefusals: Record<RsvpRefusal, string> = {
  'practice-over': 'This practice is over, so answers are closed.',
  'practice-cancelled': 'This practice has been cancelled.',
  'no-car': 'Add your car first, so that others know how many seats you offer.',
}

export const pictureRefusals: Record<PictureRefusal, string> = {
  'not-a-picture': 'This file is no picture that can be kept here. Choose a JPEG, PNG or WebP.',
  'too-many-pixels': 'This picture has too many pixels: 25 million are the most. Choose a smaller one.',
  unreadable: 'This picture can’t be read; it may be damaged. Choose another one.',
}

export const welcomeRefusals: Record<WelcomeRefusal, string> = {
  'already-finished': 'Your profile is set up already.',
}

export const editRefusals: Record<EditRefusal, string> = {
  'changed-meanwhile': 'Someone else just changed this. Check it, then try again.',
}

export const roleRefusals: Record<RoleRefusal, string> = {
  removed: 'This member has been removed. Restore them first.',
  unverified: 'This email hasn’t been verified yet.',
  'last-officer': 'This is the club’s only officer. Make someone else an officer first.',
}

export const removalRefusals: Record<RemovalRefusal, string> = {
  'last-officer': 'This is the club’s only officer. Make someone else an officer first.',
}

export const restoreRefusals: Record<RestoreRefusal | 'not-removed', string> = {
  erased: 'This member was permanently erased and can’t be restored.',
  'address-taken': 'Someone has since signed up with this email, so this member can’t be restored.',
  'not-removed': 'Only removed members can be erased. Remove them first.',
}

export const attendanceRefusals: Record<AttendanceRefusal, string> = {
  'not-begun': 'This practice hasn’t started, so no one can have attended yet.',
  'reason-missing': 'Give a reason, so others can see why.',
}

export const reorderRefusals: Record<ReorderRefusal, string> = {
  'list-changed': 'Someone just joined or left the waitlist. Check it, then try again.',
}

export const planRefusals: Record<PlanRefusal, string> = {
  'outside-calendar': 'The club’s practices come from another calendar. Change them there.',
  begun: 'This practice has started, so it can’t be changed.',
  'changed-meanwhile': 'Someone else just changed this. Check it, then try again.',
}

export const unlistingRefusals: Record<UnlistingRefusal, string> = {
  claimed: 'They’ve since signed up, and this already counts for them.',
}

export const rainOutRefusals: Record<RainOutRefusal, string> = {
  'list-changed': 'The list of attendees just changed. Check it, then try again.',
  'nobody-there': 'No one checked in, so there’s nothing to refund.',
  'spent-since': 'The day pass has since been used, so the refund can’t be undone.',
}

export const practiceEditRefusals: Record<DeleteRefusal | UndeleteRefusal, string> = {
  live: 'This practice is live. End it first.',
  'rained-out': 'This practice has a rain-out refund. Undo the refund first.',
  'too-late': 'This was deleted more than 30 days ago, so it can’t be undone.',
}

export const deletionRefusals: Record<DeletionRefusal, string> = {
  'last-officer': 'You’re the club’s only officer. Make someone else an officer first.',
}

/** In the words of a club that starts its practices so many minutes ahead at most. */
export const practiceRefusals = (startWindowMinutes: number): Record<PracticeRefusal, string> => ({
  'too-early': `A practice can be started up to ${count(startWindowMinutes, 'minute')} before its start time.`,
  'practice-over': 'This practice is over.',
  'practice-cancelled': 'This practice was canceled in the calendar.',
  'ended-early': 'This practice was ended early. Reopen it to continue.',
  'another-live': 'Another practice is live. End it first.',
  'not-live': 'This practice is no longer live.',
  'not-ended-early': 'This practice wasn’t ended early, so there’s nothing to reopen.',
})

/** `1 seat`, `2 seats`, `2 day passes` */
export function count(number: number, one: string, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`
}

/** `90` → `2 minutes`; below a minute in seconds. Rounded up, so that waiting as told is always enough. */
export function inWords(seconds: number) {
  if (seconds < 60) return count(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return count(minutes, 'minute')
  return `${Math.ceil(minutes / 60)} hours`
}
