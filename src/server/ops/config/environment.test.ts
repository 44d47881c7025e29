import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { SettingError } from './club-config.ts'
import { readEnvironment } from './environment.ts'

let dataDir: string
beforeEach(() => {
  const made = emptyFolder()
  dataDir = made.folder
  return made[Symbol.dispose]
})

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
const googleCalendar = { kind: 'google', calendarId: 'club@group.calendar.google.com', apiKey: 'key' }
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

test('an empty environment is a club on this machine', () => {
  expect(read()).toMatchObject({
    ...{ host: '127.0.0.1', port: 3000, baseUrl: 'http://localhost:3000', local: true, dataDir, databaseUrl: null },
    ...{ smtp: null, calendar: { kind: 'built-in' }, s3: null, metrics: null, trustProxy: false },
    backups: { folder: join(dataDir, 'backups'), keepDays: 30, offHost: null },
    authSecret: expect.stringMatching(/^.{64}$/),
  })
})

describe('a good value is taken', () => {
  test.each([
    [{ BASE_URL: 'http://[::1]:8080' }, { baseUrl: 'http://[::1]:8080', local: true }],
    [
      { ...smtp, BASE_URL: 'https://Quiver.Example.EDU:443/' },
      { baseUrl: 'https://quiver.example.edu', local: false },
    ],
    [
      { DATABASE_URL: 'postgresql:///quiver?host=/run/postgresql', AUTH_SECRET: goodSecret },
      { databaseUrl: 'postgresql:///quiver?host=/run/postgresql' },
    ],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [google, { calendar: { ...googleCalendar, baseUrl: 'https://www.googleapis.com/calendar/v3' } }],
    [{ ...backupS3, BACKUP_S3_MINUTES: '60' }, { backups: { offHost: { everyMinutes: 60 } } }],
    [{ ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000/' }, { s3: { endpoint: 'http://127.0.0.1:9000' } }],
  ] as [Record<string, string>, object][])('%j', (env, expected) => {
    expect(read(env)).toMatchObject(expected)
  })

  test.each(['webcal://example.edu/a.ics', 'feed:https://example.edu/a.ics', ' "https://example.edu/a.ics" \n'])(
    'the CALENDAR_ICS_URL %j, read as https://example.edu/a.ics',
    (given) => {
      expect(read({ CALENDAR_ICS_URL: given }).calendar).toEqual({ kind: 'ics', url: 'https://example.edu/a.ics' })
    },
  )
})

describe('a bad value is refused in one line that names the variable', () => {
  const postgres = { DATABASE_URL: 'postgres://db/quiver', AUTH_SECRET: goodSecret }
  /** Bad values of each variable, beside other settings that are good. */
  const bad: [name: string, values: string[], others?: Record<string, string>][] = [
    ['PORT', ['-1', '65536', '3000a']],
    ['HOST', ['http://localhost']],
    ['BASE_URL', ['ftp://club.example.edu', 'https://club.example.edu/quiver', 'https://ana@club.example.edu'], smtp],
    ['BASE_URL', ['http://club.example.edu', 'http://127.evil.example'], smtp],
    ['SMTP_URL', [''], { BASE_URL: 'https://club.example.edu' }],
    ['SMTP_URL', ['mail.example.edu', 'https://mail.example.edu', 'smtp://', 'smtp:mail.example.edu'], smtp],
    ['MAIL_FROM', ['', 'Archery Club <archery@example.edu', 'archery@example.edu\r\nBcc: everyone@example.edu'], smtp],
    ['DATABASE_URL', ['mysql://db/quiver', 'postgres://db:port/quiver'], postgres],
    ['AUTH_SECRET', [''], postgres],
    ['AUTH_SECRET', ['changeme', 'k3J9xPq2Lm8RtVw5Yz7Bn4Cd6Fg1Hs0', 'x'.repeat(64), 'secret'.repeat(8)]],
    ['TRUST_PROXY', ['true', '1.5', '10.0.0.0/33', '::1/129']],
    ['GOOGLE_API_KEY', [''], google],
    ['BACKUP_KEEP_DAYS', ['for ever']],
    ['BACKUP_S3_REGION', [''], backupS3],
    ['BACKUP_S3_BUCKET', [s3.S3_BUCKET], { ...s3, ...backupS3 }],
    ['S3_ENDPOINT', ['', 's3.us-east-2.amazonaws.com', 'https://s3.example.edu/club-files', 'file:///srv/files'], s3],
    ['S3_REGION', ['', 'US East'], s3],
    ['S3_BUCKET', ['', 'Club_Files', 'club/files'], s3],
    ['S3_ACCESS_KEY_ID', ['', 'k3J9x Pq2'], s3],
    ['S3_SECRET_ACCESS_KEY', ['', 'k3J9x Pq2'], s3],
    ['CALENDAR_ICS_URL', ['calendar.ics', 'ftp://ann:k3J9x@example.edu/k3J9x.ics', 'k3J9x@group.calendar.google.com']],
  ]
  const rows = bad.flatMap(([name, values, others = {}]) => values.map((value) => [name, value, others] as const))
  test.each(rows)('%s: %j, beside %j', (name, value, others) => {
    const refusal = refusalOf({ ...others, [name]: value })
    expect(refusal.startsWith(`${name} `)).toBe(true)
    expect(refusal).not.toContain('\n')
    // A secret in an invalid setting must not be printed.
    expect(refusal).not.toMatch(/secret@|k3J9x/)
  })

  test('two calendars', () => {
    const refusal = refusalOf({ ...google, CALENDAR_ICS_URL: 'https://example.edu/a.ics' })
    expect(refusal).toMatch(/^Set either GOOGLE_CALENDAR_ID or CALENDAR_ICS_URL, not both: .*$/)
  })
})

describe('the secret of a club without AUTH_SECRET', () => {
  // Shows: T21, ASVS 13.2.3, ASVS 13.3.2
  test('is made once, for its owner’s eyes only, in a folder that is its owner’s alone, and found again', () => {
    const folder = join(dataDir, 'new')
    const first = read({ DATA_DIR: folder }).authSecret
    const file = join(folder, 'auth-secret')
    expect([folder, file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
    expect(readFileSync(file, 'utf8')).toBe(first)
    expect(read({ DATA_DIR: folder }).authSecret).toBe(first)
    // Another club has another one.
    expect(read().authSecret).not.toBe(first)
  })

  test('is not used when it has been cut off', () => {
    writeFileSync(join(dataDir, 'auth-secret'), 'short')
    expect(refusalOf({})).toMatch(/auth-secret is damaged/)
  })
})
