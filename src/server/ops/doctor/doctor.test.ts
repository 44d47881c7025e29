import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nameOfBackup } from '#server/ops/backup/retention.ts'
import { emptyFolder } from '#test/support/empty-folder.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { startFrontProxy } from '#test/support/front-proxy.ts'
import { icsAhead } from '#test/support/ics.ts'
import { startNameServer } from '#test/support/name-server.ts'
import { quickMember } from '#test/support/quick-member.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { freePort, startServer } from '#test/support/server.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import type { Limits } from './check.ts'
import { examine } from './run-checks.ts'

const hourMs = 3_600_000

/** Starts a server with two officers behind a proxy, and real or simulated versions of all services that it uses. */
async function startSurroundings() {
  const kept = new AsyncDisposableStack()
  const port = await freePort()
  const proxy = kept.use(await startFrontProxy(port))
  const smtp = kept.use(await startSmtpSink())
  const names = kept.use(await startNameServer('.gone.edu'))
  const store = kept.use(await startS3Store('files', 'backups'))
  const feed = kept.use(await startFakeIcsFeed(icsAhead('Practice')))
  const { folder } = kept.use(emptyFolder())
  const clubFile = join(folder, 'club.config.mjs')
  writeFileSync(clubFile, `export default ${JSON.stringify(settled)}`)
  const env = {
    PORT: String(port),
    BASE_URL: proxy.url,
    TRUST_PROXY: '1',
    CALENDAR_ICS_URL: feed.url,
    BACKUP_KEEP_DAYS: '30',
  }
  const server = kept.use(await startServer({ env }))
  for (const name of ['kai', 'lee']) await quickMember(server, { email: `${name}@purdue.edu`, officer: true })
  const well = {
    ...server.env,
    CLUB_CONFIG: clubFile,
    SMTP_URL: smtp.url.replace('//', '//club%40purdue.edu:secret@'),
    MAIL_FROM: 'Club <club@purdue.edu>',
    ...store.env('files'),
    ...prefixed('BACKUP_', store.env('backups')),
  }
  // Skips the probe through the proxy, which takes half a second.
  const alone = { ...well, PORT: '1', BASE_URL: 'http://localhost:1' }
  return { kept, proxy, smtp, names, store, feed, folder, server, well, alone }
}

/** A club config without missing settings. */
const settled = {
  maps: { range: null, carpool: null },
  storeLinks: { practices: null, passes: null },
  socialLinks: [],
  contactEmail: null,
  redirects: { '/merch': null, '/sponsorship': null, '/donate': null },
  resources: [],
}

function prefixed(prefix: string, env: Record<string, string>) {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [prefix + name, value]))
}

let all: Awaited<ReturnType<typeof startSurroundings>>
beforeAll(async () => {
  all = await startSurroundings()
}, 60_000)
afterAll(() => all?.kept.disposeAsync())

type More = { mailTo?: string; limits?: Partial<Limits> }

/** The findings for these settings as lines, without those that are ok: `wrong  Email: … → cure`. */
async function foundIn(env: NodeJS.ProcessEnv, more: More = {}) {
  const limits = { nameServers: [all.names.address], ...more.limits }
  const found = await examine(env, { limits, mailTo: more.mailTo ?? null })
  return found.flatMap(({ part, finding }) =>
    finding.state === 'ok' ? [] : [`${finding.state}  ${part}: ${finding.says} → ${finding.cure}`],
  )
}

/** Among the findings for these settings are these. */
async function expectFindings(env: NodeJS.ProcessEnv, expected: RegExp | RegExp[], more: More = {}) {
  const found = await foundIn(env, more)
  for (const each of [expected].flat()) expect(found).toContainEqual(expect.stringMatching(each))
}

/** Every file in a folder with its content, permissions and time. */
function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${statSync(file).mode} ${statSync(file).mtimeMs} ${readFileSync(file).toString('base64')}`)
}

describe('a club that is well', () => {
  test('has nothing wrong: the end says so, and the exit code', async () => {
    // The one warning: no backup has been copied to the bucket yet.
    expect(await foundIn(all.well)).toEqual([
      expect.stringMatching(/^warning {2}Backups: There’s no backup in the bucket/),
    ])
    const { code, output } = await all.server.quiver('doctor')
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/\nok {5}Server: http:.* told apart\.\n/),
    })
    expect(output).toMatch(/\nEverything is fine, \d warnings?\.$/)
  })

  test('is not changed by being looked at', async () => {
    using stopped = copyOfClub()
    const before = everythingIn(stopped.folder)
    await foundIn({ ...all.well, DATA_DIR: stopped.folder })
    expect(everythingIn(stopped.folder)).toEqual(before)
  })

  test('sends a test email to the given address, and no other email', async () => {
    await foundIn(all.well, { mailTo: 'kai@purdue.edu' })
    expect(all.smtp.mails.map(({ to, subject }) => [...to, subject])).toEqual([
      ['kai@purdue.edu', 'Archery Club: test email'],
    ])
  })
})

/** A copy of the club's data folder, without a server. */
function copyOfClub() {
  const copy = emptyFolder()
  const { folder } = copy
  changeDatabase(all.server.dataDir, `vacuum into '${join(folder, 'quiver.db')}'`)
  cpSync(join(all.server.dataDir, 'auth-secret'), join(folder, 'auth-secret'))
  chmodSync(folder, 0o700)
  return copy
}

/** A copy of the club, changed like this, has these findings. */
async function expectInCopy(change: (folder: string) => unknown, expected: RegExp | RegExp[], more: More = {}) {
  using copy = copyOfClub()
  change(copy.folder)
  await expectFindings({ ...all.alone, DATA_DIR: copy.folder }, expected, more)
}

function changeDatabase(folder: string, sql: string) {
  const database = new DatabaseSync(join(folder, 'quiver.db'))
  database.exec(sql)
  database.close()
}

describe('what is planted in the settings is found, with its cure', () => {
  const planted: [env: Record<string, string>, ...found: RegExp[]][] = [
    [{ PORT: 'many' }, /Settings: PORT should be .* → Correct it .*quiver\.env/],
    [
      {
        SMTP_URI: 'smtp://127.0.0.1',
        baseurl: 'https://club.purdue.edu',
        MAIL_FROM: 'club@example.edu',
        S3_BUCKET: 'other',
        BACKUP_DIR: '/proc/self/status/backups',
      },
      /SMTP_URI is set, but nothing uses it\. → If you meant SMTP_URL/,
      /baseurl is set, .* → If you meant BASE_URL/,
      /Email: MAIL_FROM is at example\.edu, which isn’t a real domain\. → Set MAIL_FROM/,
      /Storage: The bucket other at .* doesn’t exist\. → Create it at the storage provider, or correct S3_BUCKET/,
      /Backups: Backups can’t be written to \/proc\/self\/status\/backups\. → Create the folder/,
    ],
    [
      { SMTP_URL: 'smtp://club%40purdue.edu@127.0.0.1:1', MAIL_FROM: 'club@archery.gone.edu', PORT: '1' },
      /Email: 127\.0\.0\.1:1 refuses connections\. → Check the host and port in SMTP_URL/,
      /wrong {2}Email: MAIL_FROM is at archery\.gone\.edu, which doesn’t exist\. → Correct/,
      /Server: A server is using the data folder .*nothing responds at 127\.0\.0\.1:1 .* → If it’s just starting, .* a different PORT/,
    ],
  ]
  test.each(planted)('%j', async (env, ...expected) => {
    await expectFindings({ ...all.well, ...env }, expected)
  })
})

describe('the way to the server', () => {
  test.each([
    ['keeps-back', /Server: Something between http:.* holds back the live stream.* → nginx: "proxy_buffering off"/],
    ['names-nobody', /Server: Visitors can fake their address.* → Set TRUST_PROXY/],
  ] as const)('is found astray by a proxy that %s', async (way, expected) => {
    all.proxy.way = way
    try {
      await expectFindings(all.well, expected)
    } finally {
      all.proxy.way = 'right'
    }
  })

  test('without TRUST_PROXY, and without an officer', async () => {
    const port = await freePort()
    await using proxy = await startFrontProxy(port)
    await using untrusting = await startServer({ env: { PORT: String(port), BASE_URL: proxy.url } })
    await expectFindings(untrusting.env, [
      /Server: There’s a proxy, but TRUST_PROXY isn’t set.* → Set TRUST_PROXY=1/,
      /Officers: The club has no officers\. → Sign up .*officer add EMAIL/,
      /Backups: No backups are made/,
    ])
    const { code, output } = await untrusting.quiver('doctor')
    expect(code).toBe(1)
    expect(output).toMatch(/WRONG {2}Officers: The club has no officers\.\n {7}- Sign up .*\n/)
    expect(output).toMatch(/\n2 things are wrong, \d warnings\.$/)
  })
})

describe('storage', () => {
  test('that is nearly full, with a secret that others may read, and backups of days ago', async () => {
    const change = (folder: string) => {
      for (const name of ['auth-secret', 'quiver.db']) chmodSync(join(folder, name), 0o644)
      chmodSync(folder, 0o755)
      mkdirSync(join(folder, 'backups', nameOfBackup(Date.now() - 72 * hourMs)), { recursive: true })
    }
    const expected = [
      /Storage: Other users on this machine can read .*auth-secret.* → .*chmod 600/,
      /Storage: Other users .* members’ records .* → .*chmod 700/,
      /wrong {2}Storage: The disk with .* left\. → Free up space/,
      /Backups: The newest backup in .* is 3 days old\. → Make one now/,
    ]
    await expectInCopy(change, expected, { limits: { leastFreeBytes: 1e18 } })
  })

  test('where there is no club, or one that is damaged', async () => {
    const nowhere = join(all.folder, 'nowhere')
    await expectFindings({ ...all.alone, DATA_DIR: nowhere }, /Database: There’s no club in .* → Start the server once/)
    expect(readdirSync(all.folder)).not.toContain('nowhere')
    const damage = (folder: string) => {
      const bytes = readFileSync(join(folder, 'quiver.db'))
      writeFileSync(join(folder, 'quiver.db'), bytes.fill(0xab, 40_960, bytes.length - 8192))
    }
    await expectInCopy(damage, /wrong {2}Database: .* → Stop the server, .*backups/)
  })
})
