import * as z from 'zod/mini'
import { mapSettings } from './map-settings.ts'

/**
 * The club's own settings (`club.config.ts`): typed here, checked at boot, with the defaults of the specification (§9).
 * Secrets and infrastructure are not in it: they come from the environment.
 */
const text = z.string().check(z.minLength(1), z.maxLength(200))
const httpsUrl = z
  .string()
  .check(z.refine((value) => isHttpsUrl(value), { error: 'should be a web address that begins with https://' }))
const atLeastOne = z.number().check(z.int(), z.gte(1))
const noneOrMore = z.number().check(z.int(), z.gte(0))
const dayOfYear = z.string().check(z.regex(/^\d\d-\d\d$/, 'should be month and day, like 08-15'))

function isHttpsUrl(value: string) {
  return URL.canParse(value) && new URL(value).protocol === 'https:'
}

function isTimeZone(value: string) {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: value })
    return true
  } catch {
    return false
  }
}

const timeZone = z
  .string()
  .check(
    z.refine((value) => isTimeZone(value), { error: 'should be an IANA time zone like America/Indiana/Indianapolis' }),
  )
const domain = z
  .string()
  .check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'should be a domain in lower case without @, like purdue.edu'))

const sessionSettings = z.strictObject({
  /** Signed out after so many minutes without a touch. */
  idleMinutes: z._default(atLeastOne.check(z.lte(1440)), 60),
  /** Signed out so many minutes after signing in, whatever happens. */
  fixedMinutes: z._default(atLeastOne.check(z.lte(1440)), 60),
  /** "Keep me signed in on this phone": days instead of both limits; 0 switches the choice off. */
  keepDays: z._default(noneOrMore.check(z.lte(365)), 30),
})

const ClubSettings = z.strictObject({
  name: z._default(text, 'Archery Club'),
  emailDomain: z._default(domain, 'purdue.edu'),
  /** How the e-mail field is labelled. */
  emailLabel: z._default(text, 'Purdue Email'),
  timeZone: z._default(timeZone, 'America/Indiana/Indianapolis'),
  session: z.prefault(sessionSettings, {}),
  passwords: z.prefault(
    z.strictObject({
      shortest: z._default(z.number().check(z.int(), z.gte(6), z.lte(64)), 8),
      /** Words that anyone would try first: the university, the team, the town. Lower case. */
      clubWords: z._default(z.array(z.string().check(z.minLength(3), z.lowercase('should be in lower case'))), [
        'purdue',
        'boiler',
        'boilermaker',
        'archery',
        'club',
      ]),
      /** Answer a sign-up for a known address like any other, and tell the owner by mail instead (D13). */
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
      /** Only events whose title has this text (ignoring case) are practices; unset: every event is. */
      titleFilter: z.optional(text),
    }),
    {},
  ),
  welcome: z.prefault(
    z.strictObject({
      dayPasses: z._default(noneOrMore.check(z.lte(999)), 2),
      paidPractices: z._default(noneOrMore.check(z.lte(9999)), 0),
    }),
    {},
  ),
  /** Where members go: the range, and where drivers pick up. Unset: members see no maps. */
  maps: z.prefault(mapSettings, {}),
  storeLinks: z.prefault(z.strictObject({ practices: z.optional(httpsUrl), passes: z.optional(httpsUrl) }), {}),
  socialLinks: z._default(z.array(z.strictObject({ label: text, url: httpsUrl })), []),
  /** Where a public path leads instead of the sign-in page, like `{ '/merch': 'https://…' }` (D4). */
  redirects: z._default(
    z.record(z.string().check(z.regex(/^\/[a-z0-9-]+$/, 'should be a path like /merch')), httpsUrl),
    {},
  ),
  /** What "semester" means, each from month-day to month-day. */
  terms: z._default(z.array(z.strictObject({ name: text, from: dayOfYear, to: dayOfYear })), [
    { name: 'Spring', from: '01-01', to: '05-15' },
    { name: 'Summer', from: '05-16', to: '08-15' },
    { name: 'Fall', from: '08-16', to: '12-31' },
  ]),
})

export type ClubConfig = z.output<typeof ClubSettings>

/** For `club.config.ts`: gives the editor the names and types of every setting. */
export function defineClub(settings: z.input<typeof ClubSettings>) {
  return settings
}

/** Thrown for a setting that the boot can't accept: the sentence names it and says what it should be. */
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
    throw new SettingError(`${where}: there is no setting "${name}". Check its spelling.`)
  }
  throw new SettingError(`${where}: ${field ? `"${field}"` : 'the file'} ${asNeed(issue?.message ?? 'is wrong')}.`)
}

function asNeed(message: string) {
  return message.startsWith('should') ? message : `is wrong (${message.charAt(0).toLowerCase()}${message.slice(1)})`
}
