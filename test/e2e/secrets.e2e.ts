import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import type { Operation } from '#contract/policies.ts'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { openPerson } from '#test/support/person.ts'
import { type QuickMember, quickMember, takeSession } from '#test/support/quick-member.ts'
import { startS3Store } from '#test/support/s3-store.ts'
import { type RunningServer, startServerProcess } from '#test/support/server.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { isRead, operations, waysIn } from '#test/support/transports.ts'
import { type Scene, scenes } from '../../tools/screenshots/scenes.ts'

/**
 * Values that only the server may know, as unique strings: searched for in every file of the app, in every response to
 * an officer's browser and programs, and in the log at its most verbose level (T60). The fault `planted-keys` opens
 * every address of the matrix.
 */
const many = process.env.QUIVER_MANY === '1'

const secrets = {
  'calendar key': 'AIzaPlantedCalendarKey-4711-tulip-zebra',
  AUTH_SECRET: 'planted-auth-secret-0815-walnut-giraffe-0123456789',
  'SMTP password': 'planted-smtp-word-1234-orchid-lemur',
  'S3 secret': 'planted-s3-secret-5678-maple-otter',
}
const calendarId = 'club@group.calendar.google.com'
/** Not a secret: a control that shows that the search works. */
const canary = 'Quokka Archers of the North'

/** The secret itself, and its spellings in a URL, in JSON within JSON, or encoded. */
function spellings(secret: string) {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('hex'),
    ...[0, 1, 2].map((shift) => inBase64(bytes, shift)),
  ]
}

/** The part of its base64 form that is the same for this alignment within a longer text. */
function inBase64(bytes: Buffer, shift: number) {
  return Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .slice(4, -4)
}

function secretsIn(text: string) {
  return Object.entries(secrets)
    .filter(([, secret]) => spellings(secret).some((each) => text.includes(each)))
    .map(([name]) => name)
}

// Shows: T60
test('no secret of the server is in a file of the app, a response, or the log', async ({ browser }) => {
  test.setTimeout(600_000)
  const [google, smtp, s3] = await Promise.all([
    startFakeGoogleCalendar({ calendarId, apiKey: secrets['calendar key'] }),
    startSmtpSink(),
    startS3Store('planted'),
  ])
  google.events.put({ id: 'one', summary: 'Tuesday practice', start: inHours(20), end: inHours(22) })
  const club = { name: canary }
  // Members are created while emails go to a folder; then the external services are configured.
  const before = await startServerProcess({ club, env: { AUTH_SECRET: secrets.AUTH_SECRET } })
  const officer = await quickMember(before as unknown as RunningServer, { email: 'olga@purdue.edu', officer: true })
  await before.stop()
  const neighbours = {
    LOG_LEVEL: 'trace',
    GOOGLE_CALENDAR_ID: calendarId,
    GOOGLE_API_KEY: secrets['calendar key'],
    GOOGLE_CALENDAR_URL: google.url,
    SMTP_URL: smtp.url.replace('smtp://', `smtp://club:${secrets['SMTP password']}@`),
    MAIL_FROM: 'Archery Club <archery@purdue.edu>',
    // Not the store's own key, so the store refuses it with a detailed error.
    ...s3.env('planted'),
    S3_SECRET_ACCESS_KEY: secrets['S3 secret'],
  }
  const found: string[] = []
  const looked = { files: 0, answers: 0, addresses: 0, bytes: 0, canaries: 0 }
  const look = (where: string, text: string) => {
    looked.bytes += text.length
    if (text.includes(canary)) looked.canaries += 1
    for (const name of secretsIn(text)) found.push(`${name} in ${where}`)
  }
  for (const file of globSync('dist/**/*.{js,css,html,json,svg,webmanifest}')) {
    looked.files += 1
    look(file, readFileSync(file, 'utf8'))
  }
  // With healthy external services, then with all three down: then their errors might leak something.
  for (const away of [false, true]) {
    if (away) for (const each of [google, smtp, s3]) await each.stop()
    const server = await startServerProcess({ again: { ...before, env: { ...before.env, ...neighbours } } })
    const { page, context } = await openPerson(browser, server, { width: 1280 })
    await takeSession(context, server as unknown as RunningServer, officer)
    page.setDefaultTimeout(20_000)
    const read = record(context, (where, text) => {
      looked.answers += 1
      look(where, text)
    })
    for (const path of many && !away ? everyAddress() : fewAddresses) {
      looked.addresses += 1
      await page.goto(path)
      // A response that isn't a page of the app shows its content immediately.
      await expect(page.locator('h1, body:not(:has(#root))').first(), path).toBeAttached({ timeout: 20_000 })
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await Promise.allSettled(read.splice(0))
    }
    for (const [path, init] of requestsOf(officer)) {
      const reply = await fetch(`${server.url}${path}`, init)
      looked.answers += 1
      look(path, `${JSON.stringify([...reply.headers])}\n${await reply.text()}`)
    }
    await context.close()
    await server.stop()
    look(`the log, neighbours ${away ? 'away' : 'there'}`, server.output())
  }
  test.info().annotations.push({ type: 'secrets', description: JSON.stringify({ ...looked, found: found.length }) })
  expect(found).toEqual([])
  expect(looked.canaries).toBeGreaterThan(20)
  expect(looked.answers).toBeGreaterThan(150)
  expect(secretsIn(`a log of ${smtp.url} with ${Buffer.from(`x${secrets['S3 secret']}y`).toString('base64')}`)).toEqual(
    ['S3 secret'],
  )
  await before.dispose()
})

const fewAddresses = [
  '/login',
  '/home',
  '/members',
  '/manage-practices',
  '/resources?tab=audit',
  '/profile',
  '/profile/notifications',
  '/profile/security',
  '/profile/data',
  '/scorecard',
]

function everyAddress() {
  const all: Scene[] = Object.values(scenes).flat()
  return [...new Set(all.map(({ path }) => path))]
}

function inHours(hours: number) {
  return { dateTime: new Date(Date.now() + hours * 3_600_000).toISOString() }
}

/** Records everything that the browser requests and receives. @returns the responses that are still to be read */
function record(context: BrowserContext, note: (where: string, text: string) => void) {
  const reading: Promise<void>[] = []
  context.on('request', (request) =>
    note(`the request ${request.url()}`, `${request.url()} ${request.postData() ?? ''}`),
  )
  context.on('response', (response) => {
    const headers = response.headers()
    // The stream ends with its page.
    if (headers['content-type'] === 'text/event-stream') return note(response.url(), JSON.stringify(headers))
    const read = response.text().catch(() => '')
    reading.push(read.then((body) => note(response.url(), `${JSON.stringify(headers)}\n${body}`)))
  })
  return reading
}

/**
 * Every query of the API, everything an officer can download, several mutations that use the external services, and
 * several invalid requests.
 */
function requestsOf({ cookie }: QuickMember): [string, RequestInit][] {
  const headers = { cookie, 'content-type': 'application/json' }
  const post = (body: object): RequestInit => ({ method: 'POST', headers, body: JSON.stringify(body) })
  const reads = operations
    .filter(isRead)
    .map((name: Operation): [string, RequestInit] => [
      ...([waysIn['/api/v1'].ask(name).path, { headers }] as [string, RequestInit]),
    ])
  const files = ['members', 'attendance', 'ledger', 'audit'].map((name) => `/exports/${name}.csv`)
  const plain = ['/api/v1/openapi.json', '/api/v1/reference', '/healthz', '/readyz', '/manifest.webmanifest', '/.env']
  const picture = readFileSync(join(import.meta.dirname, '../../public/apple-touch-icon.png'))
  return [
    ...reads,
    ...plain.map((path): [string, RequestInit] => [path, { headers, redirect: 'manual' }]),
    ...files.map((path): [string, RequestInit] => [path, post({})]),
    [
      '/api/v1/profile/picture',
      { method: 'PUT', headers: { ...headers, 'content-type': 'image/png' }, body: new Uint8Array(picture) },
    ],
    ['/api/auth/request-password-reset', post({ email: 'olga@purdue.edu' })],
    ['/api/auth/sign-in/email', post({ email: 'olga@purdue.edu', password: 'wrong' })],
    ['/rpc/practices/start', post({ json: { practiceId: 'none' } })],
    ['/rpc/nothing', post({})],
  ]
}
