import { inLine } from '#domain/isolated-text.ts'
import { longestTitle, mostWeeks, type PlanField, type PlanFields, type PlanProblem } from '#domain/manage-practices.ts'
import { count, messages } from './public-messages.ts'

/** Texts that only officers see, separate from public-messages.ts so that no one else's page loads them. */
export const outsideCalendarRefusals = {
  decided: 'This was just decided, or the calendar has changed. Check it, then try again.',
}

export const officerMessages = {
  reasonMissing: 'Give a reason, so others can see why.',
  byTheClub: 'The club',
  bySomebodyGone: 'Former member',
  forOfficers: 'Officers only.',
  noResources: 'No documents or links yet.',
  noneHeld: 'No practices held.',
  noAuditYet: 'No entries yet.',
  noAuditFound: 'No entries found.',
  byCommand: 'A command on the server',
  // The club's external calendar
  missingTitle: (practices: number) =>
    practices === 1
      ? '1 practice is missing from the calendar'
      : `${practices.toLocaleString('en-US')} practices are missing from the calendar`,
  missingMeaning: (practices: number, until: string) =>
    practices === 1
      ? `It stays on ${until}, because the calendar may just have a problem. Then it’ll be canceled.`
      : `They stay on ${until}, because the calendar may just have a problem. Then they’ll be canceled.`,
  missingDue: (practices: number) =>
    `${practices === 1 ? 'It’ll' : 'They’ll'} be canceled the next time the calendar is read.`,
  confirmCancelMissing: (practices: number) =>
    practices === 1
      ? 'Everyone who RSVP’d to it will get a message. If it comes back to the calendar, it’s on again, with its RSVPs.'
      : 'Everyone who RSVP’d to them will get a message. If they come back to the calendar, they’re on again, with their RSVPs.',
  undecidedTitle: 'Which event is it?',
  undecidedMeaning:
    'The events of these practices were replaced in the calendar, and more than one new event could be the same practice. RSVPs stay until you choose.',
  eventChosen: (title: string) => inLine`RSVPs stay with ${title}.`,
  confirmCancelUndecided: 'Everyone who RSVP’d will get a message. The new events become practices of their own.',
  practiceCanceled: (title: string) => inLine`${title} is canceled.`,
  notedTitle: 'Check these in the calendar',
  notedMeaning: 'Parts of these events can’t be read. Open them in the calendar, and set those parts again.',
  notedMore: (events: number) => `And ${count(events, 'more event')}. The doctor command on the server lists them.`,
  noted: {
    'left-out': 'Not a practice: its start, or the date that it replaces, can’t be read.',
    repeat: 'Its repetition can’t be read, so practices may be missing, or one too many.',
    'repeat-part': 'How often or how long it repeats can’t be read, so there may be too many practices.',
    dates: 'Some of its dates can’t be read, so practices may be missing.',
    exceptions: 'Some of the dates it skips can’t be read, so there may be too many practices.',
    end: 'Its end can’t be read, so it lasts two hours here, or a day.',
    zone: 'Its time zone is unknown, so the club’s is used.',
    'shared-id': 'Other events have the same ID. Each is a practice.',
  },
  idsChange:
    'The calendar gives its events new IDs again and again. RSVPs stay with their practices, but if the time, the title, and the place of a practice change together, it looks like a new one.',
  // Manage practices
  waitingOrdered: 'Waitlist reordered.',
  orderReasonMeaning: 'Saved with the change, so others can see why.',
  noPractices: 'No practices yet.',
  confirmDeletePractice: (people: number | null) =>
    `It will be removed from all lists and counts. ${affected(people)} You can undo this for 30 days.`,
  rm01PastDay: 'This day has passed. Choose today or later.',
  rm01Saved: (name: string, until: string | null) =>
    until === null ? inLine`${name}’s RM01 approval was removed.` : inLine`${name}’s RM01 is approved until ${until}.`,
  rm01Meaning: 'What the member says stays visible. Approvals that expire within 21 days are flagged.',
  rainOutMeaning:
    'Everyone who checked in gets back one paid practice and any day pass they used that day. You can undo this.',
  rainOutGiven: (people: number) => `Refunded ${count(people, 'person', 'people')}.`,
  rainOutTakenBack: (people: number) => `Refund undone for ${count(people, 'person', 'people')}.`,
  rainOutNobody: 'No one who checked in is still a member.',
  practiceDeleted: (title: string) => inLine`Deleted ${title}.`,
  practiceRestored: 'Practice restored.',
  deletedMeaning: 'Deleted practices don’t count for anyone. Restoring one brings back its attendance.',
  practiceGone: 'This practice has been deleted or no longer exists.',
  limitMeaning: 'Leave blank for no limit.',
  limitWrong: (most: number) => `Enter a whole number from 1 to ${most}, or leave it empty.`,
  limitSaved: (limit: number | null) => (limit === null ? 'No attendance limit.' : `Attendance limit: ${limit}.`),
  limitChangedMeanwhile: (now: number | null) =>
    `Someone else just changed this: ${now === null ? 'there’s no limit' : `it’s ${now}`} now. Save again to overwrite it.`,
  deadlineMeaning: (club: number) =>
    `${club === 0 ? 'Leave blank' : `Leave blank for the club’s: ${count(club, 'hour')} before the start. 0`} for no deadline. Later replies are possible, and marked as late.`,
  plannedDeadlineMeaning: 'Hours before the start. Leave blank for the club’s deadline; 0 for none.',
  deadlineWrong: (most: number) => `Enter a whole number from 0 to ${most}, or leave it empty.`,
  deadlineSaved: (hours: number) =>
    hours === 0 ? 'No reply deadline.' : `Reply deadline: ${count(hours, 'hour')} before the start.`,
  deadlineChangedMeanwhile: (now: number | null) =>
    `Someone else just changed this: ${now === null ? 'it’s the club’s' : `it’s ${now}`} now. Save again to overwrite it.`,
  noDeadline: 'No reply deadline',
  /** @param when such as `today, 6 PM` */
  repliesBy: (when: string) => `Reply by ${when}`,
  repliesWereDue: (when: string) => `Replies were due ${when}`,
  repliedLate: (when: string) => `Late, ${when}`,
  withdrew: {
    spot: (when: string) => `Gave up a spot ${when}`,
    waitlist: (when: string) => `Left the waitlist ${when}`,
  },
  backGoing: 'going again',
  backWaiting: 'on the waitlist again',
  tooManyChanges: 'That’s more than the 20,000 changes an officer can make in a day. Try again tomorrow.',
  planIncomplete: 'Fix the highlighted fields.',
  planCreated: (many: number) => `${count(many, 'practice')} planned.`,
  planFarAhead: 'Practices more than 90 days away will appear closer to their date.',
  planChanged: 'Practice updated.',
  planCancelled: (title: string) => inLine`${title} is canceled.`,
  planUncancelled: (title: string) => inLine`${title} is back on.`,
  confirmCancelPractice: (people: number) =>
    `${people === 0 ? 'No one has RSVP’d, so no one will be told.' : `${count(people, 'person who RSVP’d', 'people who RSVP’d')} will be told.`} You can undo this until its start time.`,
  cancelMessageMeaning: 'Why, or what happens instead. They’ll see it in the app, the email, and the notification.',
  canceledForAll: 'Everyone who RSVP’d was told.',
  planFilledIn: 'Filled in from last time.',
  weeklyMeaning: 'One practice a week, on the same day at the same time.',
  untilWrong: `Choose a day from the first practice on, up to ${mostWeeks} weeks.`,
  planTotal: (practices: number, last: string) => `${count(practices, 'practice')}, until ${last}.`,
  goingSoFar: (people: number) => `${people} going so far`,
  attendedWithoutRsvp: 'Attended counts everyone who was there, with or without an RSVP.',
  attendanceNotBegun: 'No one can have attended yet. Once it starts, you can add people here.',
  reasonErased: 'If the member is erased, so is this reason.',
  sharedReasonErased: 'If it names a member who is later erased, it’s erased too.',
  reasonNeeded: {
    live: 'No pass. Check in anyway:',
    over: 'The practice is over. Add anyway:',
  },
  dayPassUnused: (dayPasses: number) =>
    `They have ${count(dayPasses, 'day pass', 'day passes')} but haven’t used one. Check in anyway:`,
  noLongerGoing: 'No longer going',
  confirmRemoveFromPast: (name: string) => inLine`Remove ${name} from this practice? It will no longer count for them.`,
  attendeeAdded: (name: string) => inLine`${name} is on the list.`,
  attendeeRemoved: (name: string) => inLine`Removed ${name}.`,
  creditWorth: 'A credit is worth one paid practice.',
  credited: (name: string) => inLine`${name} got carpool credit.`,
  creditTaken: (name: string) => inLine`${name}’s carpool credit was removed.`,
  emailListed: (email: string) => inLine`${email} is on the list and will count once they sign up.`,
  emailHasAccount: (email: string) => inLine`${email} has an account, so it counts right away.`,
  emailRemoved: (email: string) => inLine`Removed ${email}.`,
  unclaimedMeaning: 'They don’t have an account yet. It will count once they sign up with this email.',

  // Members
  confirmRole: {
    Officer: (name: string) =>
      inLine`${name} will be able to start and end practices, and see and change every member’s passes, payments, and role.`,
    Member: (name: string) => inLine`${name} will no longer be able to run practices or manage members.`,
  },
  roleChanged: {
    Officer: (name: string) => inLine`${name} is now an officer.`,
    Member: (name: string) => inLine`${name} is no longer an officer.`,
  },
  confirmRemoveMember: (name: string, days: number) =>
    inLine`${name} will be logged out everywhere and removed from all lists. You can restore them for ${days} days.`,
  confirmRemoveSelf: 'This is you. You’ll be logged out everywhere, and another officer will have to restore you.',
  confirmErase: (name: string) =>
    inLine`${name}’s name, email, photo, birthday, and pronouns will be deleted. Attendance counts are kept without a name. This can’t be undone.`,
  memberRemoved: (name: string) => inLine`${name} has been removed.`,
  removedWhileOpen: (name: string) =>
    inLine`${name} was removed while you had this open. Restore them to make changes; what you typed stays here until then.`,
  deletedWhileOpen: (name: string) =>
    inLine`${name}’s account was deleted while you had this open, so changes can’t be saved.`,
  memberRestored: (name: string) => inLine`${name} has been restored.`,
  memberErased: 'Permanently erased.',
  passwordWhy: (minutes: number) =>
    `So that no one else can do this on your device. You won’t be asked again for ${minutes} minutes.`,
  removedMeaning: (days: number) =>
    `They can’t log in and don’t appear in any list. After ${days} days they’re permanently erased.`,
  countSaved: (name: string, now: string, before: number) => inLine`${name} now has ${now} (was ${before}).`,
  passSaved: (name: string, pass: string) => `${name} now has ${pass === 'none' ? 'no pass' : `a ${pass}`}.`,
  changedMeanwhile: (now: string, wanted: string) => `Someone else just set this to ${now}. You entered ${wanted}.`,
  countBounds: (most: number) => `Enter a whole number from 0 to ${most}.`,
  bulkUndone: 'Bulk edit undone',
  noLedger: 'Nothing bought, added, or used yet.',
  memberGone: 'This member is no longer on the list.',

  // Officers' lists
  emailsCopied: (emails: string) => `${emails} copied.`,
  emailsNotCopied: 'Your browser blocked copying. Tap the field to select all the emails, then copy them from there.',
} as const

const usablePlan: Record<PlanField, string> = {
  title: 'Enter a name.',
  startsOn: 'Choose a date from today, up to two years ahead.',
  startTime: 'Enter a time, such as 6:00 PM.',
  endTime: 'Enter a time, such as 6:00 PM.',
  weeks: `Enter a whole number from 1 to ${mostWeeks}.`,
}

const planSentences: Record<PlanProblem, (field: PlanField) => string> = {
  unusable: (field) => usablePlan[field],
  'too-long': () => messages.tooLong(longestTitle),
  'not-after-start': () => 'The end must be after the start, on the same day.',
}

/** Error text of each invalid field of a planned practice. */
export function planProblems(fields: PlanFields): Partial<Record<PlanField, string>> {
  const problems = Object.entries(fields) as [PlanField, PlanProblem][]
  return Object.fromEntries(problems.map(([field, problem]) => [field, planSentences[problem](field)]))
}

function affected(people: number | null) {
  if (people === null) return 'We couldn’t count how many people this affects.'
  return people === 0 ? 'No one has RSVP’d or attended.' : `${count(people, 'person is', 'people are')} affected.`
}

/** `12 came · 2 no-shows`; without any, only the first part. */
export function cameInWords({ came, noShows }: { came: number; noShows: number }) {
  return noShows === 0 ? `${came} came` : `${came} came · ${count(noShows, 'no-show')}`
}
