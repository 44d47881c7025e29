import type { CheckInRefusal } from '#domain/check-in.ts'
import { inLine } from '#domain/isolated-text.ts'
import type {
  AttendanceRefusal,
  DeleteRefusal,
  ExcuseRefusal,
  PlanRefusal,
  UndeleteRefusal,
  UnlistingRefusal,
} from '#domain/manage-practices.ts'
import type { DeletionRefusal, EditRefusal, ErasureRefusal, RemovalRefusal, RestoreRefusal } from '#domain/members.ts'
import type { UsePassRefusal } from '#domain/passes.ts'
import type { PictureRefusal } from '#domain/photos.ts'
import type { PracticeRefusal } from '#domain/practices.ts'
import type { AskedField, FieldProblem, FieldProblems, ProfileStep, WelcomeRefusal } from '#domain/profile.ts'
import { largestCar, longestName, mostPronouns, smallestCar } from '#domain/profile-limits.ts'
import type { RainOutRefusal } from '#domain/rain-out.ts'
import type { RoleRefusal } from '#domain/roles.ts'
import type { RsvpRefusal } from '#domain/rsvp.ts'
import type { ReorderRefusal } from '#domain/waitlist.ts'
import { count, inWords, messages } from './public-messages.ts'

/**
 * Texts for members who are logged in: refusals, field errors, results of actions, warnings, and empty states. Refusals
 * are a `Record<Reason, …>`, so a new reason doesn't compile without a text.
 */

/** The seats of a car without the driver's. */
export const seatsForOthers = (seats: number) => `${seats === 0 ? 'no seats' : count(seats, 'seat')} for others`

export const memberMessages = {
  /** For officers, on the live panel. */
  scanPasses: 'Scan Passes',
  /** A scan that was made without a connection. @param title like `Scan at 6:07 PM` */
  scanSent: (title: string, outcome: string) =>
    `${title}: ${outcome === 'unknown' ? 'not counted, because they’re no longer a member' : 'counted'}`,

  // Profile
  yourFirstPractice: 'Your first practice',
  whatGetsYouIn: 'What gets you in',
  firstPractice: (when: string) => `Your first practice: ${when}. Are you going?`,
  firstPracticeAt: (when: string) => `Your first practice: ${when}`,
  seatsHint: `Seats, including the driver (${smallestCar} to ${largestCar}).`,
  rm01: 'RM01 Completed & Approved',
  rm01Meaning: 'RM01 is the university’s form for driving others.',
  rm01Form: 'Open the form',
  profileSaved: 'Saved.',
  emailFixed:
    'You log in with this email, so you can’t change it here. If your university email changes, tell an officer.',

  // Account
  passwordChangedHere: 'Password changed. All your other devices are logged out.',
  sessionEnded: 'That device is logged out.',
  confirmEndAll:
    'This logs out every device, including this one, and resets your calendar link. You’ll need your password to log back in.',
  exportDone: 'Your data has been downloaded.',

  // Welcome wizard
  wizardRequired: 'Please fill out all required fields',
  pronounKnown: (pronoun: string) => inLine`${pronoun} is already on your list.`,
  pronounTooLong: (longest: number) => `At most ${longest} characters.`,
  pronounsFull: (most: number) => `At most ${most} pronouns. Remove one to add another.`,
  pictureUnreadable: 'This browser can’t open that file as an image. Choose another one, such as a JPEG or PNG.',
  pictureSlow: 'Slow connection. Still uploading your photo…',
  pictureOffline: 'No connection.',
  pictureTrouble: 'Something went wrong.',
  pictureAgain: (seconds: number) => `We’ll try again in ${inWords(seconds)}.`,
  pictureTrying: 'We’ll keep trying.',
  draftKept: 'Not saved yet. Your changes are stored on this device and will be saved when you’re back online.',
  draftUnsent: 'Not saved yet. Your changes are stored on this device and will be saved as soon as we can.',

  // Check-in and passes
  checkInFailed: 'Failed to check into practice. Please try again.',
  usePassFailed: 'Failed to use pass. Try again.',
  passesUnavailable: 'Could not load your passes.',
  /** Why a member owes something. @param paid the number of practices */
  whyOutstanding: (attended: number, paid: number) =>
    `You’ve attended ${count(attended, 'practice')} and paid for ${paid}. Each one you attend uses one paid practice; day passes are separate.`,
  askHowToPay: 'Ask an officer how to pay.',
  outstanding: (count: number) =>
    count === 1
      ? 'You have 1 outstanding practice! Please pay for it immediately.'
      : `You have ${count} outstanding practices! Please pay for these immediately.`,

  // Confirmations
  confirmStart: 'This will mark the practice as live for everyone.',
  confirmEndEarly: 'This will check everyone out.',
  confirmUsePass: 'No practice is live right now. Once used, a day pass is valid until midnight tonight.',
  confirmRemoveAttendee: (name: string) => inLine`Remove ${name} from this practice? They can check in again.`,

  // Home
  toDo: (open: number) => `${open} to do`,
  nothingToDo: 'No to-dos',
  areYouGoing: 'Are you going?',
  youCantCome: 'You can’t come.',
  rsvpSaved: {
    archer: 'You’re in as an archer.',
    driver: 'You’re in as a driver.',
    cantCome: 'Thanks for letting us know you can’t come.',
    none: 'RSVP cleared.',
  },
  dayPassMeaning: 'Each one gets you in for one day.',
  paidPracticeMeaning: 'Each practice you attend uses one.',
  carpoolPassMeaning: 'It lets you check in to any practice until an officer removes it. It doesn’t use a day pass.',
  noDayPassesLeft: 'No day passes left.',
  askForPass: 'No day passes left. Ask an officer for one.',
  nobodyHere: 'No one has checked in yet.',
  cantCome: (people: number) => `${people} can’t come`,
  nobodyAnswered: 'No RSVPs yet.',
  anotherLive: (title: string) => inLine`${title} is live. End it first.`,
  calendarStale: (when: string) => `The calendar can’t be reached. Showing practices as of ${when}.`,
  calendarNeverRead: 'The calendar can’t be reached. Practices will appear once it’s back.',
  reconnecting: 'Reconnecting…',
  showingOffline: (when: string) => `You seem to be offline. Showing information from ${when}.`,
  waitingForConnection: 'Waiting for a connection',
  notCheckedInYet: (until: string) =>
    `Not checked in yet. We’ll check you in as soon as you’re online, until ${until}.`,
  passNotUsedYet: (until: string) => `Your pass isn’t used yet. We’ll use it as soon as you’re online, until ${until}.`,
  checkedIn: 'You’re checked in.',
  checkedInWithPass: (left: number) => `You’re in. Day pass used, ${left} left.`,
  checkedInLate: 'You’re checked in. Your code was late, and officers see that.',
  /** For officers of a live practice. */
  modes: {
    tap: 'Members check in with a tap.',
    code: 'Members need the code to check in.',
    officer: 'Only officers check members in.',
  },
  modeStays: 'This stays until the practice is over.',
  noActivePractice: 'No active practice.',
  officerChecksIn: 'An officer checks you in.',
  showMyPass: 'Show My Pass',
  passAndCheckIn: (left: number) => `Use pass & check in · ${left} left`,
  notUsedAndCheckedInYet: (until: string) =>
    `Not checked in yet. We’ll use your pass and check you in as soon as you’re online, until ${until}.`,
  /** @param balance paid minus attended practices, before this check-in */
  checkInCosts: (balance: number) =>
    balance > 0
      ? `Checking in uses 1 of your ${count(balance, 'paid practice')}.`
      : `You have no paid practices left, so you’ll owe ${1 - balance}.`,
  passUsed: 'Your day pass is valid until midnight.',
  waitedTooLong: 'You were offline for 10 minutes, so this wasn’t sent. Try again.',
  answerWaits: 'Not sent yet. We’ll send it as soon as you’re online.',
  answerNotKept: 'Not sent yet, and this device can’t store it. Keep the app open until it’s sent.',
  answerWaitsForServer: 'Not saved yet: something went wrong. We’ll keep trying.',
  showingSaved: (when: string) => `The connection is slow. Showing information from ${when}.`,
  showingOld: (when: string) => `Something went wrong. Showing information from ${when}.`,
  commandCopied: 'Command copied.',
  commandNotCopied: 'Your browser blocked copying. The command is selected, so you can copy it from the field.',
  samplesShown: ({ practices, settings }: { practices: boolean; settings: boolean }) => {
    const what = !settings ? 'practices' : practices ? 'practices, maps, and links' : 'maps and links'
    return `The ${what} here are samples, so you can try everything.`
  },
  confirmRemoveSamples:
    'This deletes all sample practices, maps, and links, along with RSVPs and check-ins at sample practices. It can’t be undone.',
  mapLate: 'The map isn’t loading. The address and directions still work.',
  mapOffline: 'You seem to be offline. The map will appear once you’re back online.',

  // Outdoor mode
  outdoorOffer: 'In bright sun? Outdoor mode is easier to read.',
  outdoorOn: 'Outdoor mode is on. To change it, tap your photo, then Theme.',
  outdoorLater: 'You can find it later: tap your photo, then Theme.',

  // Outdoor mode without a wake lock
  screenMayTurnOff:
    'We can’t keep the screen on here. If it turns off too soon, choose a longer Auto-Lock time in your phone’s settings.',

  // My practices
  nothingAhead: 'You haven’t RSVP’d to any upcoming practices.',
  olderInExport: (many: number) => `${count(many, 'older practice')} ${many === 1 ? 'is' : 'are'} in the export.`,
  feedOffer: 'Get a private link that keeps your calendar app up to date with practices and your RSVPs.',
  feedWasReset:
    'Your calendar link was reset, so calendars that use the old one no longer update. Get a new link and add it to your calendar app.',
  feedKeep: 'Anyone with this link can see your practices. Keep it private, and replace it if it leaks.',
  feedCopied: 'Link copied.',
  feedNotCopied: 'Your browser blocked copying. The link is selected, so you can copy it from the field.',
  feedMade: 'Your calendar link is ready.',
  feedRenewed: 'Calendar link replaced. The old one no longer works.',
  feedRemoved: 'Calendar link removed. It no longer works.',
  confirmRenewFeed: 'The old link stops working right away. Add the new one to your calendar app.',
  confirmRemoveFeed: 'Calendars that use it stop updating right away. You can make another link later.',

  // Empty states
  noUpcoming: 'No upcoming practices',
  notStarted: "A practice hasn't started yet.",
  checkInOpens: 'Check-in opens when an officer starts the practice.',
  noPastYet: 'No past practices yet.',
  noPastFound: 'No past practices found.',
  noUserFound: 'No user found',
  noAttendees: 'No attendees found.',
  noCarpoolers: 'No carpoolers found.',
} as const

export const capacityMessage = `Enter a whole number from ${smallestCar} to ${largestCar}, including the driver.`

export const stepSentences: Record<ProfileStep, string> = {
  1: 'Please fill out your name and birthday',
  3: 'Please select your bow type and equipment status',
  4: capacityMessage,
  5: 'Please select or add at least one pronoun',
}

const missingSentences: Record<AskedField, string> = {
  nameFirst: 'Enter your first name.',
  nameLast: 'Enter your last name.',
  birthday: 'Enter a date between January 1, 1900, and today.',
  bowType: 'Choose a bow type.',
  personalEquipment: 'Choose Yes or No.',
  carCapacity: capacityMessage,
  pronouns: stepSentences[5],
}

const fieldNeeds: Record<FieldProblem, (field: AskedField) => string> = {
  missing: (field) => missingSentences[field],
  'too-long': () => messages.tooLong(longestName),
  'too-many': () => `At most ${mostPronouns} pronouns.`,
}

/** The error text of each invalid profile field. */
export function fieldSentences(fields: FieldProblems): Partial<Record<AskedField, string>> {
  const problems = Object.entries(fields) as [AskedField, FieldProblem][]
  return Object.fromEntries(problems.map(([field, problem]) => [field, fieldNeeds[problem](field)]))
}

export const usePassRefusals: Record<UsePassRefusal, string> = {
  'no-day-passes': "You don't have any day passes left.",
  'pass-active': 'You already have a valid pass. Nothing was used.',
}

export const checkInRefusals: Record<CheckInRefusal, string> = {
  'no-active-practice': 'No active practice.',
  'already-checked-in': 'You have already checked into this practice.',
  'no-valid-pass': 'You need a valid pass to check in.',
  'no-day-passes': usePassRefusals['no-day-passes'],
  'officer-checks-in': 'An officer checks you in at this practice. Show them your pass.',
  'code-missing': 'This practice needs the code on an officer’s screen.',
  'code-wrong': 'That code is wrong or too old. Use the one on the officer’s screen now.',
}

export const rsvpRefusals: Record<RsvpRefusal, string> = {
  'practice-over': 'This practice is over, so RSVPs are closed.',
  'practice-cancelled': 'This practice has been canceled.',
  'no-car': 'Add your car first, so others know how many seats you have.',
}

export const pictureRefusals: Record<PictureRefusal, string> = {
  'not-a-picture': 'That file type isn’t supported. Choose a JPEG, PNG, or WebP.',
  'too-many-pixels': 'This photo is too large (25 megapixels max). Choose a smaller one.',
  unreadable: 'This photo can’t be read. It may be damaged. Choose another one.',
}

export const welcomeRefusals: Record<WelcomeRefusal, string> = {
  'already-finished': 'Your profile is already set up.',
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

export const restoreRefusals: Record<RestoreRefusal, string> = {
  erased: 'This member was permanently erased and can’t be restored.',
  'address-taken': 'Someone has since signed up with this email, so this member can’t be restored.',
}

export const erasureRefusals: Record<ErasureRefusal, (from: string) => string> = {
  'not-removed': () => 'Only removed members can be erased. Remove them first.',
  'too-soon': (from) => `Members can be erased a day after they were removed, this one from ${from}.`,
}

export const attendanceRefusals: Record<AttendanceRefusal, string> = {
  'not-begun': 'This practice hasn’t started, so no one can have attended yet.',
  'reason-missing': 'Give a reason, so others can see why.',
}

export const excuseRefusals: Record<ExcuseRefusal, string> = {
  'not-over': 'This practice isn’t over yet.',
  'no-no-show': 'Only someone who had a spot and didn’t come can be excused.',
  'reason-missing': attendanceRefusals['reason-missing'],
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

/** @param startWindowMinutes how long before its start a practice can be started */
export const practiceRefusals = (startWindowMinutes: number): Record<PracticeRefusal, string> => ({
  'too-early': `A practice can be started up to ${count(startWindowMinutes, 'minute')} before its start time.`,
  'practice-over': 'This practice is over.',
  'practice-cancelled': 'This practice was canceled in the calendar.',
  'ended-early': 'This practice was ended early. Reopen it to continue.',
  'another-live': 'Another practice is live. End it first.',
  'not-live': 'This practice is no longer live.',
  'not-ended-early': 'This practice wasn’t ended early, so there’s nothing to reopen.',
})

/** Follows the number: one member isn't "1 Members". */
export function inAttendance(number: number) {
  return `${number === 1 ? 'Member' : 'Members'} in Attendance`
}

/** About reply deadlines. @param when such as `today, 6 PM` */
export const deadlineMessages = {
  replyBy: (when: string) => `Reply by ${when}`,
  laterIsLate: (when: string) => `Replies after ${when} are late.`,
  late: 'Late',
  wasLate: (when: string) => `The deadline was ${when}.`,
} as const

/** Texts about spots and the waitlist, separate so that the log-in page doesn't load them. */
export const waitingMessages = {
  saved: (position: number) => `You’re number ${position} on the waitlist.`,
  placesTaken: (taken: number, limit: number) => `${taken} of ${count(limit, 'spot')} taken`,
  whoWaits: (waiting: number) => `${waiting} waiting`,
  answerWillWait: 'All spots are taken. RSVP to join the waitlist.',
  waitlisted: (position: number) => `Waitlisted · #${position}`,
  waitingAt: (position: number) => `You’re number ${position} on the waitlist. We’ll let you know when you get a spot.`,
  /** @param until such as `today, 6 PM` */
  waitingUntil: (position: number, until: string) =>
    `You’re number ${position} on the waitlist. We’ll let you know if you get a spot by ${until}.`,
  /** After the cut-off. */
  waitingForFree: (position: number) =>
    `You’re number ${position} on the waitlist. It no longer moves up, but you can take a spot once one is free.`,
  spotFree: 'A spot is free',
  spotFreeMeaning: 'The first to take it gets it.',
  takeSpot: 'Take it',
  spotGone: (position: number) => `Someone else was faster. You’re still number ${position} on the waitlist.`,
  placeGot: (title: string) => inLine`You have a spot at ${title}.`,
} as const
