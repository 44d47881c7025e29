import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { SettingError } from './club-config.ts'
import { readFeedAddress } from './feed-address.ts'
import { isLocalhost } from './is-localhost.ts'
import { type BackupSettings, filesInS3, readBackups, readS3, type S3Settings } from './storage-settings.ts'
import { type Get, isWebAddress, wholeNumber } from './variables.ts'

/** Where the server runs and which services it uses. The defaults suit one machine. */
export type Environment = {
  host: string
  port: number
  /** The address that people type: only the origin, without a trailing slash. */
  baseUrl: string
  /** True if `baseUrl` is this machine, so that a development mailbox is acceptable. */
  local: boolean
  dataDir: string
  databaseUrl: string | null
  authSecret: string
  smtp: { url: string; from: string } | null
  /** Origin of a fake push service, for tests on this machine; null: the browsers' real ones. */
  pushService: string | null
  calendar:
    | { kind: 'google'; calendarId: string; apiKey: string; baseUrl: string }
    | { kind: 'ics'; url: string }
    | { kind: 'built-in' }
  /** The bucket for the club's files; null: they are in DATA_DIR. */
  s3: S3Settings | null
  backups: BackupSettings
  /** Where to serve metrics; null: nowhere. */
  metrics: { host: string; port: number } | null
  /** Number of proxies in front, or their addresses; false: none, so the socket's address counts. */
  trustProxy: false | number | string
  /** How long a stopping server keeps serving requests after it reports that it isn't ready (http/health.ts). */
  drainMs: number
  logLevel: string
  clubConfig: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads and checks the environment. Creates DATA_DIR and, if needed, the secret in it.
 * @throws SettingError with one line that names the variable and what it should be
 */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const { settings, wrong } = lookAtEnvironment(env)
  if (wrong[0]) throw wrong[0]
  const { dataDir, authSecret } = settings
  makeDataDir(dataDir)
  return { ...settings, authSecret: authSecret ?? secretIn(dataDir) }
}

/** The settings before anything is created; `authSecret` is null if it is stored in DATA_DIR. */
export type GivenSettings = Omit<Environment, 'authSecret'> & { authSecret: string | null }

/**
 * Reads all settings without creating anything. `wrong` lists the invalid ones in order; their defaults are used
 * instead.
 */
export function lookAtEnvironment(env: NodeJS.ProcessEnv): { settings: GivenSettings; wrong: SettingError[] } {
  const get = variablesOf(env)
  const wrong: SettingError[] = []
  const attempt = <T>(read: () => T, instead: T): T => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof SettingError)) throw error
      if (wrong.every(({ message }) => message !== error.message)) wrong.push(error)
      return instead
    }
  }
  const port = attempt(() => wholeNumber('PORT', get('PORT') ?? '3000', 0, 65_535), 3000)
  const here = `http://localhost:${port}`
  const baseUrl = attempt(() => readBaseUrl(get('BASE_URL') ?? here), here)
  const dataDir = dataDirOf(env)
  const databaseUrl = attempt(() => readDatabaseUrl(get('DATABASE_URL')), null)
  const local = isLocalhost(new URL(baseUrl).hostname)
  const settings = {
    port,
    baseUrl,
    local,
    dataDir,
    databaseUrl,
    smtp: attempt(() => readSmtp(get('SMTP_URL'), get('MAIL_FROM'), { baseUrl, local }), null),
    logLevel: attempt(() => readLogLevel(get('LOG_LEVEL') ?? 'info'), 'info'),
    calendar: attempt((): Environment['calendar'] => readCalendar(get), { kind: 'built-in' }),
    s3: attempt(() => readS3(get, filesInS3), null),
    backups: attempt(
      () => readBackups(get, dataDir),
      readBackups(() => undefined, dataDir),
    ),
    host: attempt(() => readHost('HOST', get('HOST') ?? '127.0.0.1'), '127.0.0.1'),
    metrics: attempt(() => readMetrics(get), null),
    trustProxy: attempt((): Environment['trustProxy'] => readTrustProxy(get('TRUST_PROXY')), false),
    drainMs: attempt(() => 1000 * wholeNumber('DRAIN_SECONDS', get('DRAIN_SECONDS') ?? '0', 0, 300), 0),
    pushService: attempt(() => readPushService(get('PUSH_SERVICE_URL'), local), null),
    authSecret: attempt(() => readSecret(get('AUTH_SECRET'), get('DATABASE_URL') !== undefined), null),
    clubConfig: resolve(get('CLUB_CONFIG') ?? 'club.config.ts'),
  }
  return { settings, wrong }
}

/** An empty variable counts as unset. */
export function variablesOf(env: NodeJS.ProcessEnv): Get {
  return (name) => env[name] || undefined
}

export function dataDirOf(env: NodeJS.ProcessEnv) {
  return resolve(variablesOf(env)('DATA_DIR') ?? 'data')
}

function readMetrics(get: Get): Environment['metrics'] {
  const port = get('METRICS_PORT')
  if (port === undefined) return null
  return {
    host: readHost('METRICS_HOST', get('METRICS_HOST') ?? '127.0.0.1'),
    port: wholeNumber('METRICS_PORT', port, 1, 65_535),
  }
}

function readHost(name: string, value: string) {
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value))
    throw new SettingError(`${name} should be an address of this machine, like 127.0.0.1 or 0.0.0.0, not "${value}".`)
  // Fastify would open a second server for the other address of `localhost`, without our timeouts.
  return value === 'localhost' ? '127.0.0.1' : value
}

function makeDataDir(dataDir: string) {
  try {
    // It contains personal data.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

function unusable(dataDir: string, error: unknown) {
  const why = error instanceof Error ? error.message : error
  return new SettingError(`DATA_DIR should be a folder that Quiver can create or use, not "${dataDir}" (${why}).`)
}

function readBaseUrl(value: string) {
  const url = URL.canParse(value) ? new URL(value) : null
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  )
    throw new SettingError(
      `BASE_URL should be an address like https://club.example.edu, without a path, not "${value}".`,
    )
  if (url.protocol === 'http:' && !isLocalhost(url.hostname))
    throw new SettingError(
      `BASE_URL should start with https:// (plain http works only on this machine), not "${value}".`,
    )
  return url.origin
}

function readDatabaseUrl(value: string | undefined) {
  if (value !== undefined && !(/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)))
    throw new SettingError(
      'DATABASE_URL should be like postgres://user:password@db.example.edu:5432/quiver (leave it out to use the built-in database).',
    )
  return value ?? null
}

function readLogLevel(value: string) {
  if (!logLevels.includes(value)) throw new SettingError(`LOG_LEVEL should be one of ${logLevels.join(', ')}.`)
  return value
}

function readSmtp(
  url: string | undefined,
  from: string | undefined,
  { baseUrl, local }: Pick<Environment, 'baseUrl' | 'local'>,
) {
  if (url === undefined && !local)
    throw new SettingError(
      `SMTP_URL is missing. Quiver needs it to send email because BASE_URL (${baseUrl}) isn’t this machine. Set SMTP_URL and MAIL_FROM.`,
    )
  if (url === undefined) return null
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url) || new URL(url).hostname === '')
    throw new SettingError('SMTP_URL should be like smtps://user:password@mail.example.edu:465.')
  if (from === undefined || !/^([^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from))
    throw new SettingError('MAIL_FROM should be the sender of emails, like "Archery Club <archery@example.edu>".')
  return { url, from }
}

/**
 * Only if everything is on this machine: elsewhere, a client-chosen push service on localhost would let members reach
 * internal services (SSRF).
 */
function readPushService(url: string | undefined, local: boolean) {
  if (url === undefined) return null
  if (!local || !isWebAddress(url) || !isLocalhost(new URL(url).hostname))
    throw new SettingError(
      'PUSH_SERVICE_URL is for tests only, when it and BASE_URL both point to this machine. Leave it out.',
    )
  return new URL(url).origin
}

function readCalendar(get: Get): Environment['calendar'] {
  const calendarId = get('GOOGLE_CALENDAR_ID')
  const apiKey = get('GOOGLE_API_KEY')
  const feed = get('CALENDAR_ICS_URL')
  if (calendarId !== undefined && feed !== undefined)
    throw new SettingError('Set either GOOGLE_CALENDAR_ID or CALENDAR_ICS_URL, not both: a club has one calendar.')
  if (calendarId !== undefined && apiKey === undefined)
    throw new SettingError('GOOGLE_API_KEY is missing. GOOGLE_CALENDAR_ID needs it.')
  if (calendarId === undefined && apiKey !== undefined)
    throw new SettingError('GOOGLE_CALENDAR_ID is missing. GOOGLE_API_KEY is set without it.')
  if (calendarId !== undefined && apiKey !== undefined) {
    const baseUrl = get('GOOGLE_CALENDAR_URL') ?? 'https://www.googleapis.com/calendar/v3'
    if (!isWebAddress(baseUrl)) throw new SettingError(`GOOGLE_CALENDAR_URL should be a web address, not "${baseUrl}".`)
    return { kind: 'google', calendarId, apiKey, baseUrl }
  }
  if (feed === undefined) return { kind: 'built-in' }
  return { kind: 'ics', url: readFeedAddress(feed) }
}

function readTrustProxy(value: string | undefined) {
  if (value === undefined || value === 'false') return false
  if (/^\d+$/.test(value)) return Number(value)
  if (value.split(',').every((each) => isNetwork(each.trim()))) return value
  throw new SettingError(
    'TRUST_PROXY should be the number of proxies in front of the server, like 1, or their addresses.',
  )
}

/** An address or network, like `10.0.0.1` or `10.0.0.0/8`, IPv4 or IPv6. */
function isNetwork(value: string) {
  const [address = '', bits, ...more] = value.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32))
}

const shortestSecret = 32

function readSecret(value: string | undefined, required: boolean) {
  if (value !== undefined) {
    if (value.length < shortestSecret || new Set(value).size < 8)
      throw new SettingError(
        `AUTH_SECRET should be at least ${shortestSecret} random characters. Create one with "openssl rand -base64 48".`,
      )
    return value
  }
  if (required)
    throw new SettingError(
      'AUTH_SECRET is missing. With DATABASE_URL, every server process needs the same one. Create it with "openssl rand -base64 48".',
    )
  return null
}

/** The file with the generated secret of a club without AUTH_SECRET. */
export function secretFileIn(dataDir: string) {
  return resolve(dataDir, 'auth-secret')
}

/** Created once, readable only by the owner, and synced to disk before anything is signed with it (T21). */
function secretIn(dataDir: string) {
  const file = secretFileIn(dataDir)
  const secret = readStoredSecret(file, dataDir)
  if (secret.length < shortestSecret)
    throw new SettingError(
      `${file} is damaged. Restore it from a backup, or delete it (everyone will have to log in again).`,
    )
  return secret
}

function readStoredSecret(file: string, dataDir: string) {
  try {
    if (!existsSync(file)) makeSecret(file)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

/** If two processes start at the same time, the second uses the first one's file. */
function makeSecret(file: string) {
  try {
    const handle = openSync(file, 'wx', 0o600)
    try {
      writeSync(handle, randomBytes(48).toString('base64url'))
      fsyncSync(handle)
    } catch (error) {
      // The disk may be full; a partial secret would prevent every later start.
      rmSync(file, { force: true })
      throw error
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
