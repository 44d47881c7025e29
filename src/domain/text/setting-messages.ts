import type { LinkProblem } from '#domain/settings/club-link.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import { messages } from './public-messages.ts'

/** What is wrong with a setting that an officer has typed. */
export const settingProblems = {
  empty: 'Fill this in.',
  tooLong: messages.tooLong,
  tooMany: (most: number) => `At most ${most}.`,
  markup: 'Plain text only, without HTML.',
  linkMissing: 'Enter a link.',
  number: (least: number, most: number) =>
    `Enter a number from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}.`,
  mapMissing: 'Paste the address of the embedded map.',
  mapWholeCode: 'Paste only the address inside src="…", without the code around it.',
  mapLink: 'Paste the address of the embedded map. It starts with https://.',
  mapHost: (host: string, hosts: readonly string[]) =>
    `Maps can’t come from ${host}. Use one from ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(hosts)}.`,
  dayOfYear: 'Enter a month and a day that exist.',
  terms: (problem: string) => `This term ${problem}.`,
  date: 'Enter a date that exists.',
  productTwice: 'This product is already in the list.',
  productWorthless: 'Say how many practices or day passes it includes.',
  email: 'Enter an email address, like archery@example.edu.',
  yesOrNo: 'Choose yes or no.',
}

export const linkProblems: Record<LinkProblem, string> = {
  'not-https': 'Enter a web address that starts with https://.',
  'look-alike': 'Type the address with plain letters. This one has letters that only look like others.',
  'with-password': 'Leave out the part before @. It can make a link look like another site.',
  'not-public': 'Enter the address of a public website.',
}

export const settingMessages = {
  /** @param reason given by the webmaster in `club.config.ts` */
  fixed: (reason: string) => `This can’t be changed in the app: ${reason}`,
  changedSince: (name: string) =>
    `${name || 'Another officer'} has changed this since you opened it. Look at the new value, then decide.`,
  unknownChange: 'This change isn’t in the list anymore. Reload the page.',
}

type SettingText = {
  label: string
  /** One line under the label. */
  help: string
}

export const settingTexts: Record<SettingName, SettingText> = {
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
  },
  'practices.lookAheadDays': { label: 'Look ahead', help: 'How many days ahead Home shows the next practice.' },
  'practices.nextPanels': { label: 'Next practices', help: 'How many practices of the next day Home shows in full.' },
  'practices.upcomingTile': { label: 'Upcoming list', help: 'How many practices the Upcoming tile lists.' },
  'practices.pastTile': { label: 'Past list', help: 'How many practices the Past tile lists.' },
  'practices.remindDriversHours': {
    label: 'Driver reminder',
    help: 'How many hours before the start drivers are reminded; 0 for no reminder.',
  },
  'practices.showWhoIsGoing': {
    label: 'Who’s going',
    help: 'Whether members who agree to it are shown to each other as going.',
  },
  'welcome.dayPasses': { label: 'Welcome day passes', help: 'How many day passes a new member gets.' },
  'welcome.paidPractices': { label: 'Welcome practices', help: 'How many paid practices a new member gets.' },
  'info.calls': { label: 'Range calls', help: 'What everyone hears on the range, and what they do then.' },
  'info.rules': { label: 'Range rules', help: 'One or two sentences each.' },
  resources: { label: 'Documents and links', help: 'For officers, on Resources.' },
}

/** A value in a few words, for the audit log and the list of changes. */
export function describeSetting(value: unknown): string {
  if (value === undefined) return 'as in club.config.ts'
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(titleOf).join('; ')
  const fields = value as Record<string, unknown>
  if (typeof fields.embedUrl === 'string') return `${fields.title}, ${fields.address}`
  const products = Object.keys(fields)
  return products.length === 0 ? 'none' : products.join('; ')
}

/** An entry of a list: a link’s label, a term’s name and days, a call, or a rule. */
function titleOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const { label, url, name, from, to, hear, act } = Object(entry) as Record<string, unknown>
  if (label !== undefined) return `${label} (${url})`
  return name === undefined ? `${hear}: ${act}` : `${name} (${from} to ${to})`
}
