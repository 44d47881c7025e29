import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SettingError } from './club-config.ts'
import { readEnvironment } from './environment.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quiver-environment-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const read = (env: Record<string, string> = {}) => readEnvironment({ DATA_DIR: dataDir, ...env })
const goodSecret = 'k3J9xPq2Lm8RtVw5Yz7Bn4Cd6Fg1Hs0A'
const smtp = { SMTP_URL: 'smtps://club:secret@mail.example.edu:465', MAIL_FROM: 'Archery Club <archery@example.edu>' }
const s3 = {
  S3_ENDPOINT: 'https://s3.us-east-2.amazonaws.com',
  S3_REGION: 'us-east-2',
  S3_BUCKET: 'club-files',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'k3J9xPq2Lm8RtVw5Yz7Bn4Cd6Fg1Hs0A/+==',
}
const backupS3 = {
  ...Object.fromEntries(Object.entries(s3).map(([name, value]) => [`BACKUP_${name}`, value])),
  BACKUP_S3_BUCKET: 'club-backups',
}
const google = { GOOGLE_CALENDAR_ID: 'club@group.calendar.google.com', GOOGLE_API_KEY: 'key' }

/** The message with which these settings are refused. */
function refusalOf(env: Record<string, string>) {
  try {
    read(env)
  } catch (error) {
    if (error instanceof SettingError) return error.message
    throw error
  }
  return 'accepted'
}

describe('an empty environment', () => {
  test('is a club on this machine', () => {
    const { authSecret, ...rest } = read()
    expect(rest).toEqual({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: 'http://localhost:3000',
      local: true,
      dataDir,
      databaseUrl: null,
      smtp: null,
      pushService: null,
      calendar: { kind: 'built-in' },
      s3: null,
      backups: { folder: join(dataDir, 'backups'), keepDays: 30, offHost: null },
      metrics: null,
      trustProxy: false,
      drainMs: 0,
      logLevel: 'info',
      clubConfig: join(process.cwd(), 'club.config.ts'),
    })
    expect(authSecret).toHaveLength(64)
  })

  test('counts an empty value as none', () => {
    expect(read({ PORT: '', BASE_URL: '', SMTP_URL: '', TRUST_PROXY: '', LOG_LEVEL: '', AUTH_SECRET: '' }).port).toBe(
      3000,
    )
  })
})

describe('a good value is taken', () => {
  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535, baseUrl: 'http://localhost:65535' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '::' }, { host: '::' }],
    [{ HOST: 'quiver-1.internal' }, { host: 'quiver-1.internal' }],
    [{ BASE_URL: 'http://127.0.0.1:8080/' }, { baseUrl: 'http://127.0.0.1:8080', local: true }],
    [{ BASE_URL: 'http://[::1]:8080' }, { baseUrl: 'http://[::1]:8080', local: true }],
    [{ BASE_URL: 'http://quiver.localhost:3000' }, { local: true }],
    [
      { ...smtp, BASE_URL: 'https://Quiver.Example.EDU:443/' },
      { baseUrl: 'https://quiver.example.edu', local: false },
    ],
    [smtp, { smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM } }],
    [{ ...smtp, MAIL_FROM: 'archery@example.edu' }, { smtp: { url: smtp.SMTP_URL, from: 'archery@example.edu' } }],
    [{ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@b' }, { smtp: { url: 'smtp://127.0.0.1:25', from: 'a@b' } }],
    [
      { DATABASE_URL: 'postgres://quiver:p%40ss@db:5432/quiver', AUTH_SECRET: goodSecret },
      { databaseUrl: 'postgres://quiver:p%40ss@db:5432/quiver', authSecret: goodSecret },
    ],
    [
      { DATABASE_URL: 'postgresql:///quiver?host=/run/postgresql', AUTH_SECRET: goodSecret },
      { databaseUrl: 'postgresql:///quiver?host=/run/postgresql' },
    ],
    [{ TRUST_PROXY: 'false' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1' }, { trustProxy: '10.0.0.1, 10.1.0.0/16,::1' }],
    [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
    [{ CLUB_CONFIG: '/etc/quiver/club.config.ts' }, { clubConfig: '/etc/quiver/club.config.ts' }],
    [
      google,
      {
        calendar: {
          kind: 'google',
          calendarId: 'club@group.calendar.google.com',
          apiKey: 'key',
          baseUrl: 'https://www.googleapis.com/calendar/v3',
        },
      },
    ],
    [
      { ...google, GOOGLE_CALENDAR_URL: 'http://127.0.0.1:9/v3' },
      { calendar: expect.objectContaining({ baseUrl: 'http://127.0.0.1:9/v3' }) },
    ],
    [
      { CALENDAR_ICS_URL: 'webcal://example.edu/a.ics' },
      { calendar: { kind: 'ics', url: 'https://example.edu/a.ics' } },
    ],
    [
      s3,
      {
        s3: {
          endpoint: s3.S3_ENDPOINT,
          region: s3.S3_REGION,
          bucket: s3.S3_BUCKET,
          accessKeyId: s3.S3_ACCESS_KEY_ID,
          secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
        },
      },
    ],
    [
      { BACKUP_DIR: '/srv/backups', BACKUP_KEEP_DAYS: '0' },
      { backups: { folder: '/srv/backups', keepDays: 0, offHost: null } },
    ],
    [
      { ...backupS3, BACKUP_S3_MINUTES: '60' },
      {
        backups: {
          folder: expect.stringMatching(/backups$/),
          keepDays: 30,
          offHost: { bucket: expect.objectContaining({ bucket: 'club-backups' }), everyMinutes: 60 },
        },
      },
    ],
    [{ DRAIN_SECONDS: '5' }, { drainMs: 5000 }],
    [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
    [{ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }, { metrics: { host: '10.0.0.5', port: 9464 } }],
    [{ ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000/' }, { s3: { endpoint: 'http://127.0.0.1:9000' } }],
    [{ CALENDAR_ICS_URL: 'http://127.0.0.1/a.ics' }, { calendar: { kind: 'ics', url: 'http://127.0.0.1/a.ics' } }],
    ...(
      [
        ['WEBCAL://example.edu/a.ics', 'https://example.edu/a.ics'],
        ['webcals://example.edu/a.ics', 'https://example.edu/a.ics'],
        ['webcal:https://example.edu/a.ics', 'https://example.edu/a.ics'],
        ['feed://example.edu/a.ics', 'https://example.edu/a.ics'],
        ['feed:https://example.edu/a.ics', 'https://example.edu/a.ics'],
        ['feed:webcal://example.edu/a.ics', 'https://example.edu/a.ics'],
        [' "https://example.edu/a.ics" \n', 'https://example.edu/a.ics'],
        ['“https://example.edu/a.ics”', 'https://example.edu/a.ics'],
        ['<https://example.edu/a.ics>', 'https://example.edu/a.ics'],
        ['https://ann:pass%40word@example.edu/a.ics', 'https://ann:pass%40word@example.edu/a.ics'],
        ...[
          'https://calendar.google.com/calendar/ical/c_1%40group.calendar.google.com/public/basic.ics',
          'https://outlook.office365.com/owa/calendar/1/2/calendar.ics',
          'https://calendar.example.edu/embed?cid=1',
          'https://calendar.example.edu/calendar.html',
        ].map((same) => [same, same] as const),
      ] as const
    ).map(([given, url]) => [{ CALENDAR_ICS_URL: given }, { calendar: { kind: 'ics', url } }]),
  ] as [Record<string, string>, object][])('%j', (env, expected) => {
    expect(read(env)).toMatchObject(expected)
  })
})

describe('a bad value is refused in one line that names the variable', () => {
  test.each([
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '3000a' }],
    ['PORT', { PORT: '3e3' }],
    ['PORT', { PORT: ' 3000' }],
    ['HOST', { HOST: 'http://localhost' }],
    ['HOST', { HOST: '127.0.0.1:3000' }],
    ['HOST', { HOST: 'not a host' }],
    ['BASE_URL', { BASE_URL: 'localhost:3000' }],
    ['BASE_URL', { BASE_URL: 'club.example.edu' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'ftp://club.example.edu' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'https://club.example.edu/quiver' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'https://club.example.edu?a=1' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'https://club.example.edu#a' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'https://ana@club.example.edu' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'https://:pw@club.example.edu' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'http://club.example.edu' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'http://127.evil.example' }],
    ['BASE_URL', { ...smtp, BASE_URL: 'http://localhost.evil.example' }],
    ['SMTP_URL', { BASE_URL: 'https://club.example.edu' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'mail.example.edu' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'https://mail.example.edu' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'smtp://' }],
    ['SMTP_URL', { ...smtp, SMTP_URL: 'smtp:mail.example.edu' }],
    ['MAIL_FROM', { SMTP_URL: smtp.SMTP_URL }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'Archery Club' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'archery@' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'Archery Club <archery@example.edu' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'archery@example.edu>' }],
    ['MAIL_FROM', { ...smtp, MAIL_FROM: 'archery@example.edu\r\nBcc: everyone@example.edu' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/quiver', AUTH_SECRET: goodSecret }],
    ['DATABASE_URL', { DATABASE_URL: '/var/lib/quiver.db', AUTH_SECRET: goodSecret }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db:port/quiver', AUTH_SECRET: goodSecret }],
    ['AUTH_SECRET', { DATABASE_URL: 'postgres://db/quiver' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'changeme' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'k3J9xPq2Lm8RtVw5Yz7Bn4Cd6Fg1Hs0' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'x'.repeat(64) }],
    ['AUTH_SECRET', { AUTH_SECRET: 'secret'.repeat(8) }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['TRUST_PROXY', { TRUST_PROXY: '-1' }],
    ['TRUST_PROXY', { TRUST_PROXY: '1.5' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'dead' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.256' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.1,' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
    ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/' }],
    ['TRUST_PROXY', { TRUST_PROXY: '::1/129' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '5s' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '301' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'INFO' }],
    ['GOOGLE_API_KEY', { GOOGLE_CALENDAR_ID: 'club' }],
    ['GOOGLE_CALENDAR_ID', { GOOGLE_API_KEY: 'key' }],
    ['GOOGLE_CALENDAR_URL', { ...google, GOOGLE_CALENDAR_URL: 'googleapis.com' }],
    ['GOOGLE_CALENDAR_URL', { ...google, GOOGLE_CALENDAR_URL: 'file:///etc/passwd' }],
    ['BACKUP_KEEP_DAYS', { BACKUP_KEEP_DAYS: 'for ever' }],
    ['BACKUP_S3_MINUTES', { BACKUP_S3_MINUTES: '0' }],
    ['BACKUP_S3_REGION', { ...backupS3, BACKUP_S3_REGION: '' }],
    ['BACKUP_S3_BUCKET', { ...s3, ...backupS3, BACKUP_S3_BUCKET: s3.S3_BUCKET }],
    ['METRICS_PORT', { METRICS_PORT: '0' }],
    ['METRICS_HOST', { METRICS_PORT: '9464', METRICS_HOST: 'http://x' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: '' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 's3.us-east-2.amazonaws.com' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'https://s3.example.edu/club-files' }],
    ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'file:///srv/files' }],
    ['S3_REGION', { ...s3, S3_REGION: '' }],
    ['S3_REGION', { ...s3, S3_REGION: 'US East' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: '' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: 'Club_Files' }],
    ['S3_BUCKET', { ...s3, S3_BUCKET: 'club/files' }],
    ['S3_ACCESS_KEY_ID', { ...s3, S3_ACCESS_KEY_ID: '' }],
    ['S3_ACCESS_KEY_ID', { ...s3, S3_ACCESS_KEY_ID: 'k3J9x Pq2' }],
    ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: '' }],
    ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: 'k3J9x Pq2' }],
    ['CALENDAR_ICS_URL', { CALENDAR_ICS_URL: 'calendar.ics' }],
    ['CALENDAR_ICS_URL', { CALENDAR_ICS_URL: 'file:///etc/passwd' }],
    [
      'Set either GOOGLE_CALENDAR_ID or CALENDAR_ICS_URL, not both:',
      { ...google, CALENDAR_ICS_URL: 'https://example.edu/a.ics' },
    ],
  ] as [string, Record<string, string>][])('%s of %j', (name, env) => {
    const refusal = refusalOf(env)
    expect(refusal.startsWith(`${name} `)).toBe(true)
    expect(refusal).not.toContain('\n')
    // A secret in an invalid setting must not be printed.
    expect(refusal).not.toMatch(/secret@|k3J9x/)
  })

  test.each([
    ['calendar.ics', 'should be a web address that starts with https:// or webcal://.'],
    ['ftp://ann:k3J9x@example.edu/k3J9x.ics', 'not ftp:. Quiver reads calendars only over the web.'],
    ['FILE:///srv/k3J9x.ics', 'not file:. Quiver doesn’t read files on this machine; publish the calendar.'],
    ['mailto:k3J9x@example.edu', 'not an email address.'],
    ['k3J9x@group.calendar.google.com', 'set GOOGLE_CALENDAR_ID instead.'],
    ['k3J9x:k3J9x@example.edu/a.ics', 'should be a web address that starts with https:// or webcal://.'],
    ['example.edu:8080/k3J9x.ics', 'should be a web address that starts with https:// or webcal://.'],
    ['https://', 'with a host, like https://calendar.example.edu/archery.ics.'],
    ['"  "', 'should be a web address'],
    ['webcal:', 'should be a web address'],
    [
      'https://calendar.google.com/calendar/embed?src=k3J9x%40group.calendar.google.com',
      '"Public address in iCal form',
    ],
    ['https://calendar.google.com/calendar/u/0?cid=k3J9x', '"Public address in iCal format"'],
    ['https://calendar.google.com/calendar/u/0/r/settings/calendar/k3J9x', '"Public address in iCal format"'],
    ['https://www.google.com/calendar/embed?src=k3J9x', '"Public address in iCal format"'],
    ['webcal://calendar.google.com/calendar?cid=k3J9x', '"Public address in iCal format"'],
    ['https://outlook.office365.com/owa/calendar/k3J9x/k3J9x/calendar.html', 'with calendar.ics at the end'],
    ['https://outlook.live.com/owa/calendar/k3J9x/cid-1/index.html', 'with calendar.ics at the end'],
  ])('the CALENDAR_ICS_URL %s, which isn’t repeated', (given, words) => {
    const refusal = refusalOf({ CALENDAR_ICS_URL: given })
    expect(refusal).toMatch(/^CALENDAR_ICS_URL should be /)
    expect(refusal).toContain(words)
    expect(refusal).not.toMatch(/k3J9x|\n/)
  })

  test('a DATA_DIR that is a file', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(refusalOf({ DATA_DIR: file })).toMatch(/^DATA_DIR .*\.$/)
    expect(refusalOf({ DATA_DIR: join(file, 'below') })).toMatch(/^DATA_DIR .*\.$/)
  })
})

describe('the secret of a club without AUTH_SECRET', () => {
  // Shows: T21, ASVS 13.2.3, ASVS 13.3.2
  test('is made once, for the owner’s eyes only, and found again', () => {
    const first = read().authSecret
    const file = join(dataDir, 'auth-secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(read().authSecret).toBe(first)
  })

  test('lies in a folder that is its owner’s alone', () => {
    const folder = join(dataDir, 'new')
    read({ DATA_DIR: folder })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  // Shows: ASVS 13.2.3
  test('differs from club to club', () => {
    expect(read().authSecret).not.toBe(read({ DATA_DIR: join(dataDir, 'other') }).authSecret)
  })

  test('is not used when it has been cut off', () => {
    writeFileSync(join(dataDir, 'auth-secret'), 'short')
    expect(refusalOf({})).toMatch(/auth-secret is damaged/)
  })

  test('gives way to AUTH_SECRET, and is not even made then', () => {
    expect(read({ AUTH_SECRET: goodSecret }).authSecret).toBe(goodSecret)
    expect(() => statSync(join(dataDir, 'auth-secret'))).toThrow('ENOENT')
  })
})
