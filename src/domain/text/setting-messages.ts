import type { CheckInMode } from '#domain/check-in.ts'
import type { PlainFault, SettingFault } from '#domain/settings/check-setting.ts'
import { leastOfButton } from '#domain/settings/club-color.ts'
import { clubFileNameOf, clubFileOfUrl } from '#domain/settings/club-file.ts'
import type { LinkProblem } from '#domain/settings/club-link.ts'
import type { CallValue, Link, SettingName } from '#domain/settings/setting-list.ts'
import { clockTime, earliestTime, latestTime } from '#domain/week-time.ts'
import { checkInModeTexts } from './check-in-messages.ts'
import { modeNames, ratio } from './club-file-messages.ts'
import { count, messages } from './public-messages.ts'

const faults: Record<PlainFault | LinkProblem, string> = {
  empty: 'Fill this in.',
  markup: 'Plain text only, without HTML.',
  'link-missing': 'Enter a link.',
  'not-https': 'Enter a web address that starts with https://.',
  'look-alike': 'Type the address with plain letters. This one has letters that only look like others.',
  'with-password': 'Leave out the part before @. It can make a link look like another site.',
  'not-public': 'Enter the address of a public website.',
  'map-missing': 'Paste the address of the embedded map.',
  'map-whole-code': 'Paste only the address inside src="…", without the code around it.',
  'map-link': 'Paste the address of the embedded map. It starts with https://.',
  'day-of-year': 'Enter a month and a day that exist.',
  date: 'Enter a date that exists.',
  'product-twice': 'This product is already in the list.',
  'product-worthless': 'Say how many practices or day passes it includes.',
  email: 'Enter an email address, like archery@example.edu.',
  'yes-or-no': 'Choose yes or no.',
  choice: 'Choose one.',
  'file-missing': 'Choose a file.',
  color: 'Enter a color, like #1B4F9C.',
  weekday: 'Choose a day.',
  time: `Enter a time from ${clockTime(earliestTime)} to ${clockTime(latestTime)}, so that no email goes out at night.`,
}

/** What is wrong with a setting that an officer has typed, and what to do. */
export function settingFault(fault: SettingFault): string {
  switch (fault.reason) {
    case 'too-long':
      return messages.tooLong(fault.most)
    case 'too-many':
      return `At most ${fault.most}.`
    case 'number':
      return `Enter a number from ${fault.least.toLocaleString('en-US')} to ${fault.most.toLocaleString('en-US')}.`
    case 'map-host':
      return `Maps can’t come from ${fault.host}. Use one from ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(fault.hosts)}.`
    case 'faint':
      return `Buttons in this color are hard to see in ${modeNames[fault.mode]}: the contrast is ${ratio(fault.contrast)} and must be at least ${leastOfButton}:1. Choose a ${fault.mode === 'light' ? 'darker' : 'lighter'} one.`
    case 'terms':
      return `This term ${fault.problem}.`
    default:
      return faults[fault.reason]
  }
}

export const settingMessages = {
  title: 'Settings',
  lead: 'Changes apply right away, for everyone.',
  groups: {
    club: 'Club',
    links: 'Links in the footer',
    maps: 'Maps',
    store: 'Store',
    practices: 'Practices',
    newMembers: 'New members',
    guests: 'Guests',
    info: 'Range calls and rules',
    documents: 'Documents',
  },
  setUp: 'Set up your club',
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  skip: 'Skip for now',
  saveAndGoOn: 'Save and continue',
  allSet: 'Your club is set up',
  someLeft: (settings: number) => (settings === 1 ? 'One thing is left' : `${settings} things are left`),
  setNow: (label: string) => `Set ${label}`,
  toHome: 'Go to Home',
  toSettings: 'All settings',
  edit: 'Edit',
  editing: (label: string) => `Edit ${label}`,
  save: 'Save',
  cancel: 'Cancel',
  saved: 'Saved. Everyone sees it now.',
  none: 'We don’t have one',
  noneOfThese: 'We don’t have any',
  notSent: 'Don’t send it',
  noneShown: 'None',
  /** What the app has in place of what the club doesn’t. */
  ofTheApp: {
    ...{ logo: 'A target', color: 'Yellow', constitution: 'The webmaster’s file', 'practices.weeklyEmail': 'Not sent' },
  } as Partial<Record<SettingName, string>>,
  unset: 'Not set yet',
  isFixed: 'Set by the webmaster',
  inFile: (value: string) => `The webmaster’s value: ${value}`,
  backToFile: 'Use the webmaster’s value',
  needsPassword: 'You’ll be asked for your password, because members follow this link to pay or log in.',
  preview: 'Preview',
  sampleButton: 'Check In',
  looks: { light: 'Light', dark: 'Dark', outdoor: 'Outdoor' },
  replaceTheirs: 'Save mine anyway',
  keepTheirs: 'Keep the new value',
  choose: { logo: 'Choose a picture', pdf: 'Choose a PDF', document: 'Upload a file' },
  uploadFor: (what: string) => `Upload a file: ${what}`,
  uploading: (fileName: string) => `Uploading ${fileName}…`,
  stillUploading: 'Wait until the file is uploaded, then save.',
  noFile: 'No file chosen',
  logoChosen: 'Picture chosen',
  ownLogo: 'Your picture',
  removeFile: 'Remove',
  removeFileOf: (what: string) => `Remove the file: ${what}`,
  fileUnread: 'This file can’t be read. Choose it again.',
  ownColor: 'Use the app’s yellow',
  add: {
    links: 'Add a link',
    terms: 'Add a term',
    calls: 'Add a call',
    rules: 'Add a rule',
    resources: 'Add a document or link',
    products: 'Add a product',
  },
  remove: (what: string) => `Remove ${what}`,
  moveUp: (what: string) => `Move ${what} up`,
  moveDown: (what: string) => `Move ${what} down`,
  fields: {
    color: 'Color',
    darkColor: 'In dark mode',
    pick: (label: string) => `Pick: ${label}`,
    label: 'Name',
    url: 'Link',
    title: 'Name of the place',
    embedUrl: 'Embedded map',
    embedHelp: 'In Google Maps: Share, then Embed a map, then Copy HTML. Paste it here.',
    address: 'Address',
    latitude: 'Latitude',
    longitude: 'Longitude',
    from: 'First day',
    to: 'Last day',
    weekday: 'Day of the week',
    time: 'Time',
    month: 'Month',
    day: 'Day',
    hear: 'Everyone hears',
    act: 'Everyone does',
    urgent: 'Urgent, in red',
    ruleText: 'Rule',
    entry: (number: number) => `Entry ${number}`,
    kind: 'Kind (optional)',
    kindLike: 'Spreadsheet',
    date: 'Date (optional)',
    product: 'Product, as the store calls it',
    counts: 'Includes practices or day passes',
    paidPractices: 'Practices',
    dayPasses: 'Day passes',
    price: 'Price in dollars (optional)',
  },
  changes: 'Recent changes',
  changesLead: 'Undo goes back to the value before.',
  noChanges: 'Nothing has been changed in the app yet.',
  changed: (label: string) => `${label} changed`,
  fromTo: (before: string, after: string) => `From ${before} to ${after}`,
  undo: 'Undo',
  undoOf: (label: string) => `Undo: ${label}`,
  undone: 'Undone.',
  /** @param reason given by the webmaster in `club.config.ts` */
  fixed: (reason: string) => `This can’t be changed in the app: ${reason}`,
  changedSince: (name: string) =>
    `${name || 'Another officer'} has changed this since you opened it. Look at the new value, then decide.`,
  fileGone: 'This file isn’t stored anymore. Upload it again.',
  unknownChange: 'This change isn’t in the list anymore. Reload the page.',
}

type SettingText = {
  label: string
  /** One line under the label. */
  help: string
  /** What a number counts, and its plural if that isn't regular. */
  unit?: [one: string, many?: string]
}

export const settingTexts: Record<SettingName, SettingText> = {
  logo: { label: 'Logo', help: 'In the header, in place of the target.' },
  color: { label: 'Color', help: 'For the main buttons, instead of yellow.' },
  name: { label: 'Club name', help: 'In the header, in emails, and on phones’ home screens.' },
  contactEmail: { label: 'Contact email', help: 'In the footer, and where members can ask about a balance.' },
  socialLinks: { label: 'Social media', help: 'In the footer, in this order.' },
  'redirects.merch': { label: 'Merch', help: 'Where “Merch” in the footer leads.' },
  'redirects.sponsorship': { label: 'Sponsorship', help: 'Where “Sponsorship” in the footer leads.' },
  'redirects.donate': { label: 'Donate', help: 'Where “Donate” in the footer leads.' },
  'maps.range': { label: 'The range', help: 'The map on Home, with directions.' },
  'maps.carpool': { label: 'Carpool meetup', help: 'Where drivers pick people up.' },
  'storeLinks.practices': { label: 'Buy practices', help: 'Where members pay for practices.' },
  'storeLinks.passes': { label: 'Buy day passes', help: 'Where members buy day passes.' },
  'storeImport.products': { label: 'Products', help: 'What each product of the store includes, and what it costs.' },
  rm01Url: { label: 'Form RM01', help: 'The university’s form for drivers, next to their car.' },
  webmailUrl: { label: 'Webmail', help: 'The button after signing up, so new members find the confirmation email.' },
  terms: { label: 'Terms', help: 'First and last day of each. Attendance is counted by term.' },
  'practices.startWindowMinutes': {
    label: 'Start window',
    help: 'How many minutes before its time officers can start a practice.',
    unit: ['minute'],
  },
  'practices.lookAheadDays': {
    label: 'Look ahead',
    help: 'How many days ahead Home shows the next practice.',
    unit: ['day'],
  },
  'practices.nextPanels': {
    label: 'Next practices',
    help: 'How many practices of the next day Home shows in full.',
    unit: ['practice'],
  },
  'practices.upcomingTile': {
    label: 'Upcoming list',
    help: 'How many practices the Upcoming tile lists.',
    unit: ['practice'],
  },
  'practices.pastTile': { label: 'Past list', help: 'How many practices the Past tile lists.', unit: ['practice'] },
  'practices.remindHours': {
    label: 'Reminder to reply',
    help: 'How many hours before the start members who haven’t RSVP’d are reminded, if they came lately or are new; 0 for no reminder. Never at night, and at most two a week for each member.',
    unit: ['hour'],
  },
  'practices.remindDriversHours': {
    label: 'Driver reminder',
    help: 'How many hours before the start drivers are reminded; 0 for no reminder.',
    unit: ['hour'],
  },
  'practices.weeklyEmail': {
    label: 'Weekly email',
    help: 'When members get the week’s practices, with links to RSVP. Not sent in a week without practices.',
  },
  'practices.replyDeadlineHours': {
    label: 'Reply deadline',
    help: 'How many hours before the start members should have replied; 0 for no deadline. Later replies are possible, and marked as late. A practice can have its own.',
    unit: ['hour'],
  },
  'practices.promoteUntilHours': {
    label: 'Waitlist cut-off',
    help: 'In this many hours before the start no one is moved up from the waitlist, and the first to take a free spot gets it. 12 is a good number; 0 to move up the waitlist until the end.',
    unit: ['hour'],
  },
  'practices.remindBalance': {
    label: 'Balance reminder',
    help: 'Whether members with notifications on their phone get one each week while they owe for practices. Each member can choose otherwise.',
  },
  'practices.showWhoIsGoing': {
    label: 'Who’s going',
    help: 'Whether members who agree to it are shown to each other as going.',
  },
  'practices.checkInMode': {
    label: 'Check-in',
    help: 'How members check in. Officers can choose differently when they start a practice. A practice that is live keeps what it started with.',
  },
  'guests.allowed': { label: 'Allow guests', help: 'Whether officers can enter guests at a practice.' },
  'guests.mostPerTerm': {
    label: 'Visits as a guest',
    help: 'How many times a person may come as a guest in one term.',
    unit: ['time'],
  },
  waiver: { label: 'Waiver', help: 'What guests sign before they shoot. Officers see it when they enter a guest.' },
  'welcome.dayPasses': {
    label: 'Welcome day passes',
    help: 'How many day passes a new member gets.',
    unit: ['day pass', 'day passes'],
  },
  'welcome.paidPractices': {
    label: 'Welcome practices',
    help: 'How many paid practices a new member gets.',
    unit: ['practice'],
  },
  'info.calls': { label: 'Range calls', help: 'What everyone hears on the range, and what they do then.' },
  'info.rules': { label: 'Range rules', help: 'One or two sentences each.' },
  constitution: { label: 'Constitution', help: 'The PDF file that the footer links to.' },
  resources: { label: 'Documents and links', help: 'For officers, on Resources.' },
}

/** A value as the list of settings shows it. */
export function settingSummary(name: SettingName, value: unknown): string {
  const { unit } = settingTexts[name]
  if (value === null) return settingMessages.ofTheApp[name] ?? settingMessages.noneShown
  if (value === 0 && unit?.[0] === 'hour') return settingMessages.noneShown
  if (name === 'logo') return settingMessages.ownLogo
  if (unit !== undefined && typeof value === 'number') return count(value, ...unit)
  if (name === 'practices.checkInMode') return checkInModeTexts[value as CheckInMode].label
  if (name === 'info.rules') return count((value as unknown[]).length, 'rule')
  if (name === 'info.calls') return capitalized((value as CallValue[]).map(({ hear }) => hear).join(', '))
  if ((name === 'socialLinks' || name === 'resources') && !isEmpty(value))
    return (value as Link[]).map(({ label }) => label).join(', ')
  return typeof value === 'boolean' || isEmpty(value) ? capitalized(describeSetting(value)) : describeSetting(value)
}

function isEmpty(value: unknown) {
  return Array.isArray(value) ? value.length === 0 : Object.keys(Object(value)).length === 0
}

function capitalized(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value in a few words, for the audit log and the list of changes. */
export function describeSetting(value: unknown): string {
  if (value === undefined) return 'the webmaster’s value'
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return clubFileOfUrl(value) === null ? beginningOf(value) : clubFileNameOf(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(titleOf).join('; ')
  const fields = value as Record<string, unknown>
  if (typeof fields.embedUrl === 'string') return `${fields.title}, ${fields.address}`
  if (typeof fields.time === 'string') return `${fields.day}s, ${clockTime(fields.time)}`
  if (typeof fields.light === 'string') return `${fields.light}, and ${fields.dark} in dark mode`
  const products = Object.keys(fields)
  return products.length === 0 ? 'none' : products.join('; ')
}

/** The first line of several. */
function beginningOf(text: string) {
  const [line = '', ...more] = text.split('\n')
  if (line.length > 120 && line.includes(' ')) return `${line.slice(0, 120).trimEnd()}…`
  return more.length > 0 ? `${line} …` : line
}

/** `08-15` as `Aug 15` */
function dayInWords(day: unknown) {
  const [month, ofMonth] = String(day).split('-').map(Number)
  const name = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
  return `${name.format(Date.UTC(2024, (month ?? 1) - 1, 1))} ${ofMonth}`
}

/** An entry of a list: a link’s label, a term’s name and days, a call, or a rule. */
function titleOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const { label, url, name, from, to, hear, act } = Object(entry) as Record<string, unknown>
  if (label !== undefined) return `${label} (${url})`
  return name === undefined ? `${hear}: ${act}` : `${name} (${dayInWords(from)} to ${dayInWords(to)})`
}
