import { existsSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { checkInModes } from '#domain/check-in.ts'
import { isDay } from '#domain/iso-day.ts'
import { isDayOfYear, problemOfTerms } from '#domain/semesters.ts'
import { longestText } from '#domain/settings/check-setting.ts'
import { isColor } from '#domain/settings/club-color.ts'
import { isOwnPath } from '#domain/settings/club-link.ts'
import { firstSettings, isSettingName, placeOf, type SettingName } from '#domain/settings/setting-list.ts'
import { isTimeZone, problemOfTimeZone } from '#domain/time-zone.ts'
import { earliestTime, isTimeToSend, latestTime, weekdays } from '#domain/week-time.ts'
import { mapSettings } from './map-settings.ts'
import { storeSettings } from './store-settings.ts'

/** The usual signals on most ranges, by whistle or horn. */
export const rangeCalls = [
  { hear: 'Two blasts', act: 'Come to the shooting line. Leave your arrows in the quiver.', urgent: false },
  { hear: 'One blast', act: 'Shoot.', urgent: false },
  { hear: 'Three blasts', act: 'Walk to the targets and retrieve your arrows.', urgent: false },
  {
    hear: 'Five or more',
    act: 'Stop immediately. Put your arrow back in the quiver and step off the line.',
    urgent: true,
  },
]

/** Rules for any range; a club can set its own. */
export const rangeRules = [
  'The person running the range has the final say. Anyone who sees danger calls out right away.',
  'Nock an arrow only on the shooting line, after the call to shoot.',
  'Point a drawn bow only at the targets, and never draw while anyone is in front of the shooting line.',
  'Never release the string without an arrow on it.',
  'When you’ve shot your arrows, step back from the line so everyone can see who’s still shooting.',
  'If an arrow falls in front of the line, leave it there until the call to retrieve.',
  'Walk on the range. Approach the targets from the side, and look behind you before you pull an arrow.',
  'Tie back long hair, wear closed-toe shoes, and keep loose clothing and jewelry away from the string.',
  'Check your bow and arrows before you shoot. If anything is damaged, don’t shoot it; show it to an officer.',
]

/**
 * The settings in `club.config.ts`, with types and defaults, checked at the start. Secrets and infrastructure come from the environment
 * instead.
 */
const text = z.string().check(z.minLength(1), z.maxLength(200))
const httpsUrl = z
  .string()
  .check(z.refine((value) => isHttpsUrl(value), { error: 'should be a web address that starts with https://' }))
/** Null: the club has none. Left out: officers are reminded to decide. */
const httpsUrlOrNone = z.nullable(httpsUrl)
const ownFileOrNone = z.nullable(
  z
    .string()
    .check(z.refine((value) => isOwnPath(value), { error: 'should be the path of a file in public/, like /logo.png' })),
)
const color = z.string().check(z.refine((value) => isColor(value), { error: 'should be a color, like #1B4F9C' }))
const atLeastOne = z.number().check(z.int(), z.gte(1))
const noneOrMore = z.number().check(z.int(), z.gte(0))
const dayOfYear = z
  .string()
  .check(z.refine((value) => isDayOfYear(value), { error: 'should be a month and day, like 08-15' }))

function isHttpsUrl(value: string) {
  return URL.canParse(value) && new URL(value).protocol === 'https:'
}

const timeZone = z
  .string("should be an IANA time zone in quotes, like 'America/Chicago'")
  .check(
    z.refine((value) => isTimeZone(value), { error: ({ input }) => problemOfTimeZone(String(input)) ?? undefined }),
  )
const domain = z
  .string()
  .check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'should be a domain in lowercase without @, like purdue.edu'))

const resource = z.strictObject({
  label: text,
  /** A page on another site, or a file in `public/`, like `/constitution.pdf`. */
  url: z.string().check(
    z.refine((value) => isHttpsUrl(value) || isOwnPath(value), {
      error: 'should be a web address that starts with https://, or a path on this site like /constitution.pdf',
    }),
  ),
  /** One word: "Spreadsheet", "Folder", "Form". */
  kind: z.optional(z.string().check(z.minLength(1), z.maxLength(30))),
  /** The date of the document. */
  date: z.optional(
    z.string().check(z.refine((value) => isDay(value), { error: 'should be a date in quotes, like "2026-08-24"' })),
  ),
})

const sessionSettings = z.strictObject({
  /** Logged out after this many minutes without activity. */
  idleMinutes: z._default(atLeastOne.check(z.lte(1440)), 60),
  /** Logged out this many minutes after login, even when active. */
  fixedMinutes: z._default(atLeastOne.check(z.lte(1440)), 60),
  /** The choice at login to keep a phone logged in: days instead of both limits. 0 removes the choice. */
  keepDays: z._default(noneOrMore.check(z.lte(365)), 30),
})

const ClubSettings = z.strictObject({
  /**
   * Settings that officers can't change in the app, each with the reason that the app shows them, like
   * `{ terms: 'The university sets these.' }`.
   */
  fixed: z._default(
    z.record(
      z.string().check(
        z.refine((name) => isSettingName(name), {
          error: 'should name settings that officers can change in the app, like maps.range',
        }),
      ),
      text,
    ),
    {},
  ),
  name: z._default(text, 'Archery Club'),
  /** In the header, in place of the target: a file in `public/`, like `/logo.png`. Best set in the app, which checks that it can be seen. */
  logo: z._default(ownFileOrNone, null),
  /** Of the main buttons, in light and in dark mode. */
  color: z._default(z.nullable(z.strictObject({ light: color, dark: color })), null),
  emailDomain: z._default(domain, 'purdue.edu'),
  /** The label of the email field. */
  emailLabel: z._default(text, 'Purdue Email'),
  timeZone: z._default(timeZone, 'America/Indiana/Indianapolis'),
  session: z.prefault(sessionSettings, {}),
  passwords: z.prefault(
    z.strictObject({
      shortest: z._default(z.number().check(z.int(), z.gte(6), z.lte(64)), 8),
      /** Words people would guess first: the university, the team, the town. Lowercase. */
      clubWords: z._default(z.array(z.string().check(z.minLength(3), z.lowercase('should be in lowercase'))), [
        'purdue',
        'boiler',
        'boilermaker',
        'archery',
        'club',
      ]),
      /** Don't say that an address already has an account; email its owner instead. */
      hideKnownAddresses: z._default(z.boolean(), false),
    }),
    {},
  ),
  practices: z.prefault(
    z.strictObject({
      startWindowMinutes: z._default(atLeastOne.check(z.lte(1440)), 30),
      lookAheadDays: z._default(atLeastOne.check(z.lte(90)), 10),
      nextPanels: z._default(atLeastOne.check(z.lte(10)), 3),
      upcomingTile: z._default(atLeastOne.check(z.lte(50)), 5),
      pastTile: z._default(atLeastOne.check(z.lte(50)), 5),
      /**
       * Members who haven't replied, and came lately or are new, get a reminder this many hours before the start, or the evening before if
       * that's at night. 0: no reminder.
       */
      remindHours: z._default(noneOrMore.check(z.lte(168)), 24),
      /** Drivers get a reminder this many hours before the start, or the evening before if that's at night. 0: no reminder. */
      remindDriversHours: z._default(noneOrMore.check(z.lte(168)), 4),
      /** Members should reply this many hours before the start, unless a practice has its own deadline. 0: no deadline. */
      replyDeadlineHours: z._default(noneOrMore.check(z.lte(168)), 0),
      /** In this many hours before the start, free spots aren't given to the waitlist. 0: they are until the end. */
      promoteUntilHours: z._default(noneOrMore.check(z.lte(168)), 0),
      /** Only calendar events with this text in the title (ignoring case) are practices. Unset: every event is. */
      titleFilter: z.optional(text),
      /**
       * Whether the calendar's private events, birthdays, working locations, focus times and out-of-office times are
       * practices, too.
       */
      personalEvents: z._default(z.boolean(), false),
      /**
       * If most practices, or all, are gone from the calendar in one reading, they are canceled only if that lasts for
       * this many minutes: it may just be an error. 0: immediately.
       */
      holdMinutes: z._default(noneOrMore.check(z.lte(1440)), 30),
      /** When members get the email with the week's practices. Null: never. */
      weeklyEmail: z._default(
        z.nullable(
          z.strictObject({
            day: z.enum(weekdays),
            time: z.string().check(
              z.refine((time) => isTimeToSend(time), {
                error: `should be a time from ${earliestTime} to ${latestTime}`,
              }),
            ),
          }),
        ),
        { day: 'Sunday', time: '18:00' },
      ),
      /** Whether members are reminded each week, on their devices, of practices they haven't paid for. Each can choose otherwise. */
      remindBalance: z._default(z.boolean(), false),
      /** Whether members may show one another that they're going to a practice. False: never asked, never shown. */
      showWhoIsGoing: z._default(z.boolean(), true),
      /** How members check in: with a tap, with the code that officers show, or only through an officer. */
      checkInMode: z._default(z.enum(checkInModes), 'tap'),
    }),
    {},
  ),
  guests: z.prefault(
    z.strictObject({
      /** Whether officers can enter guests at a practice. */
      allowed: z._default(z.boolean(), true),
      /** How many times the same person may come as a guest in one term. */
      mostPerTerm: z._default(atLeastOne.check(z.lte(99)), 3),
    }),
    {},
  ),
  /** What guests sign before they shoot, in plain text. Null: they sign nothing. */
  waiver: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(longestText))), null),
  welcome: z.prefault(
    z.strictObject({
      dayPasses: z._default(noneOrMore.check(z.lte(999)), 2),
      paidPractices: z._default(noneOrMore.check(z.lte(9999)), 0),
    }),
    {},
  ),
  /** The range, and where drivers pick people up. Unset: no maps. */
  maps: z.prefault(mapSettings, {}),
  /** Where maps that officers set may come from. Those of `maps` may come from anywhere. */
  mapHosts: z._default(
    z.array(z.string().check(z.regex(/^[a-z0-9.-]+(:\d+)?$/, 'should be a host, like www.google.com'))),
    ['www.google.com', 'www.openstreetmap.org'],
  ),
  storeLinks: z.prefault(
    z.strictObject({ practices: z.optional(httpsUrlOrNone), passes: z.optional(httpsUrlOrNone) }),
    {},
  ),
  /** How to read the store's order export, and what its products are worth (store-settings.ts). */
  storeImport: z.prefault(storeSettings, {}),
  /** Where members read their email in the browser, for the button after a sign-up. Unset: there only for providers like Gmail. */
  webmailUrl: z._default(httpsUrlOrNone, null),
  /** The university's form for driving others, RM01, next to where drivers check it off. */
  rm01Url: z._default(httpsUrlOrNone, null),
  /** In the footer, in this order. */
  socialLinks: z.optional(z.array(z.strictObject({ label: text, url: httpsUrl }))),
  /** The club's email address, in the footer. */
  contactEmail: z.optional(z.nullable(z.email({ error: 'should be an email address' }))),
  /** What `/constitution.pdf` shows, in place of the file of that name in `public/`. */
  constitution: z._default(ownFileOrNone, null),
  /** Documents and pages for officers on `/resources`, in this order. */
  resources: z.optional(z.array(resource).check(z.maxLength(100))),
  /** Where a public path leads instead of the login page, like `{ '/merch': 'https://…' }`. */
  redirects: z._default(
    z.record(z.string().check(z.regex(/^\/[a-z0-9-]+$/, 'should be a path like /merch')), httpsUrlOrNone),
    {},
  ),
  /** The page `/info`. */
  info: z.prefault(
    z.strictObject({
      /** What you hear on the range and what to do; `urgent` highlights a call. */
      calls: z._default(
        z
          .array(z.strictObject({ hear: text, act: text, urgent: z._default(z.boolean(), false) }))
          .check(z.maxLength(20)),
        rangeCalls,
      ),
      /** One or two sentences each. */
      rules: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(50)), rangeRules),
    }),
    {},
  ),
  /**
   * First and last day of each term (month-day, both included). A term that ends before it starts continues into the next year. Gaps are
   * fine, overlaps aren't.
   */
  terms: z._default(
    z.array(z.strictObject({ name: text, from: dayOfYear, to: dayOfYear })).check(
      z.superRefine((terms, refused) => {
        const found = problemOfTerms(terms)
        if (found) refused.addIssue({ code: 'custom', path: [found.index], message: found.problem })
      }),
    ),
    [
      { name: 'Spring', from: '01-01', to: '05-15' },
      { name: 'Summer', from: '05-16', to: '08-15' },
      { name: 'Fall', from: '08-16', to: '12-31' },
    ],
  ),
})

export type ClubConfig = z.output<typeof ClubSettings>

/** For `club.config.ts`: gives your editor the name and type of every setting. */
export function defineClub(settings: z.input<typeof ClubSettings>) {
  return settings
}

/** Thrown for a setting that stops the start; the message names it and says what it should be. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** The settings with their defaults. @throws SettingError naming the first wrong field */
export function parseClubConfig(settings: unknown, where = 'club.config.ts'): ClubConfig {
  const result = z.safeParse(ClubSettings, settings)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const name = [...(issue.path ?? []), issue.keys[0]].join('.')
    throw new SettingError(`${where}: there is no setting "${name}". Check the spelling.`)
  }
  throw new SettingError(`${where}: ${field ? `"${field}"` : 'the file'} ${asNeed(issue?.message ?? 'is wrong')}.`)
}

function asNeed(message: string) {
  return message.startsWith('should') ? message : `is wrong (${message.charAt(0).toLowerCase()}${message.slice(1)})`
}

/** The club's settings from a file like `club.config.ts`. @throws SettingError naming the file and the first wrong field */
export async function loadClub(file: string) {
  const loaded: { default?: unknown } = await import(pathToFileURL(file).href).catch((error) => {
    const what = error instanceof Error ? error.message : error
    throw new SettingError(`${file} could not be read: ${what}${conflictIn(file) ?? whereIn(error)}`)
  })
  return parseClubConfig(loaded.default, file)
}

/** What to do about a conflict that `git pull` has left. */
function conflictIn(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const line = 1 + lines.findIndex((text) => text.startsWith('<<<<<<< '))
  if (line === 0) return null
  return ` (line ${line}). It has a git conflict: keep your lines, and delete those that start with <<<<<<<, =======, or >>>>>>>.`
}

/** For a syntax error, only the first line of the stack has the line number. */
function whereIn(error: unknown) {
  if (!(error instanceof SyntaxError)) return ''
  const line = /^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1]
  return line === undefined
    ? ''
    : ` (line ${line}). A comma, quote, or bracket is missing on that line or the one before it.`
}

/** Footer links that lead to the login page until the club sets their target. */
export const footerPaths = ['/merch', '/sponsorship', '/donate'] as const

/** The value of a setting that officers can change; undefined if the club hasn't decided about it. */
export function settingOf(club: ClubConfig, name: SettingName): unknown {
  const [section, entry] = placeOf(name)
  const value = (club as Record<string, unknown>)[section]
  return entry === undefined ? value : (value as Record<string, unknown>)[entry]
}

/**
 * The settings that the club hasn't decided about; officers are led through them. A setting of `null` or an empty list is decided.
 */
export function listMissingSettings(club: ClubConfig): SettingName[] {
  return firstSettings.filter((name) => settingOf(club, name) === undefined && club.fixed[name] === undefined)
}
