/**
 * The settings that officers can change in the app, by their names in `club.config.ts`, with their kinds of value. What runs the server
 * (email domain, time zone, sessions, rate limits, the hosts that maps may come from) is only in that file.
 */

import { type CheckInMode, checkInModes } from '#domain/check-in.ts'
import type { WeekTime } from '#domain/week-time.ts'
import type { ClubColor } from './club-color.ts'

export type Link = { label: string; url: string }
export type MapValue = { title: string; embedUrl: string; address: string; latitude: number; longitude: number }
export type TermValue = { name: string; from: string; to: string }
export type CallValue = { hear: string; act: string; urgent: boolean }
export type ResourceValue = { label: string; url: string; kind?: string; date?: string }
/**
 * What one unit of a product of the store brings, and what it costs in cents if the club says so; null for what has nothing to do with
 * practices, like a T-shirt.
 */
export type ProductWorth = { paidPractices: number; dayPasses: number; priceCents?: number } | null

/** `null` always means that the club has none. */
type ValueOf = {
  /** One line. */
  line: string
  /** Several paragraphs of plain text. */
  text: string | null
  email: string | null
  /** A page that members open. */
  link: string | null
  links: Link[]
  /** The URL of an uploaded picture (club-file.ts). */
  logo: string | null
  /** The URL of an uploaded PDF file. */
  pdf: string | null
  color: ClubColor | null
  map: MapValue | null
  number: number
  weekTime: WeekTime | null
  yesNo: boolean
  /** One of a few. */
  choice: CheckInMode
  terms: TermValue[]
  calls: CallValue[]
  rules: string[]
  resources: ResourceValue[]
  products: Record<string, ProductWorth>
}
export type SettingKind = keyof ValueOf

type Definition<Kind extends SettingKind = SettingKind> = {
  [K in Kind]: { kind: K; needsPassword?: true } & (K extends 'number'
    ? { least: number; most: number }
    : K extends 'choice'
      ? { choices: readonly string[] }
      : unknown)
}[Kind]

/** A link that members follow with money or a password needs the officer's own password, entered recently. */
const needsPassword = true

export const settings = {
  name: { kind: 'line' },
  logo: { kind: 'logo' },
  color: { kind: 'color' },
  contactEmail: { kind: 'email' },
  socialLinks: { kind: 'links' },
  'redirects.merch': { kind: 'link', needsPassword },
  'redirects.sponsorship': { kind: 'link', needsPassword },
  'redirects.donate': { kind: 'link', needsPassword },
  'maps.range': { kind: 'map' },
  'maps.carpool': { kind: 'map' },
  'storeLinks.practices': { kind: 'link', needsPassword },
  'storeLinks.passes': { kind: 'link', needsPassword },
  'storeImport.products': { kind: 'products' },
  rm01Url: { kind: 'link' },
  webmailUrl: { kind: 'link', needsPassword },
  terms: { kind: 'terms' },
  'practices.startWindowMinutes': { kind: 'number', least: 1, most: 1440 },
  'practices.lookAheadDays': { kind: 'number', least: 1, most: 90 },
  'practices.nextPanels': { kind: 'number', least: 1, most: 10 },
  'practices.upcomingTile': { kind: 'number', least: 1, most: 50 },
  'practices.pastTile': { kind: 'number', least: 1, most: 50 },
  'practices.remindHours': { kind: 'number', least: 0, most: 168 },
  'practices.remindDriversHours': { kind: 'number', least: 0, most: 168 },
  'practices.weeklyEmail': { kind: 'weekTime' },
  'practices.replyDeadlineHours': { kind: 'number', least: 0, most: 168 },
  'practices.promoteUntilHours': { kind: 'number', least: 0, most: 168 },
  'practices.remindBalance': { kind: 'yesNo' },
  'practices.showWhoIsGoing': { kind: 'yesNo' },
  'practices.checkInMode': { kind: 'choice', choices: checkInModes },
  'guests.allowed': { kind: 'yesNo' },
  'guests.mostPerTerm': { kind: 'number', least: 1, most: 99 },
  waiver: { kind: 'text' },
  'welcome.dayPasses': { kind: 'number', least: 0, most: 999 },
  'welcome.paidPractices': { kind: 'number', least: 0, most: 9999 },
  'info.calls': { kind: 'calls' },
  'info.rules': { kind: 'rules' },
  constitution: { kind: 'pdf' },
  resources: { kind: 'resources' },
} as const satisfies Record<string, Definition>

export type SettingName = keyof typeof settings
export type SettingValue<Name extends SettingName = SettingName> = ValueOf[(typeof settings)[Name]['kind']]
export const settingNames = Object.keys(settings) as SettingName[]

/** What a new club decides first, in this order: nothing of it has a default, and members don't see it until then. */
export const firstSettings = [
  'contactEmail',
  'socialLinks',
  'maps.range',
  'maps.carpool',
  'storeLinks.passes',
  'storeLinks.practices',
  'resources',
  'redirects.merch',
  'redirects.sponsorship',
  'redirects.donate',
] as const satisfies SettingName[]

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settings, name)
}

export function definitionOf(name: SettingName): Definition {
  return settings[name]
}

/** Where it is in `club.config.ts`: `redirects.merch` is the entry `/merch` of `redirects`. */
export function placeOf(name: SettingName): [section: string, entry?: string] {
  const [section = '', entry] = name.split('.')
  if (entry === undefined) return [section]
  return [section, section === 'redirects' ? `/${entry}` : entry]
}
