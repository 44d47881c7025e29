import { readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { atHttps, createTestClub } from '#test/support/club.ts'
import { createClubWithPages } from '#test/support/club-with-pages.ts'
import { operations, ways, waysIn } from '#test/support/transports.ts'

// T91: the headers of every response, for every route, role and status.

const hosts = 'https://www.google.com https://www.openstreetmap.org'
const policy =
  "default-src 'none';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';img-src 'self' blob: data:;" +
  `connect-src 'self' ${hosts};font-src 'self';manifest-src 'self';worker-src 'self';frame-src ${hosts};` +
  "form-action 'self';" +
  "base-uri 'none';object-src 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types quiver-sw quiver-scan"

const onEvery = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
/** Headers that no response may have: they reveal the server's software or allow CORS. */
const onNone = /^(server|x-powered-by|access-control-.*)$/

const places = {
  'http://localhost:3000': { env: {}, hsts: undefined },
  'https://quiver.example.edu': {
    env: atHttps,
    hsts: 'max-age=31536000',
  },
}
type RouteRequest = { method: string; path: string; body?: unknown }

/** The expected `cache-control` of a response; by default it is not cached. */
function cacheControlOf({ path }: RouteRequest, status: number, pages: string[]) {
  const [at = ''] = path.split('?')
  const fine = status === 200 || status === 304
  if (fine && [...pages, '/api/v1/reference', '/constitution.pdf'].includes(at)) return 'no-cache'
  if (fine && at.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  if (fine && ['/favicon.svg', '/manifest.webmanifest'].includes(at)) return 'public, max-age=3600'
  if (at.startsWith('/calendar/') && at.endsWith('.ics')) return 'private, no-cache'
  return 'no-store'
}

/** A request for every route with every method, and for every operation of both APIs. */
function allRequests(app: Pick<FastifyInstance, 'routes'>): RouteRequest[] {
  const plain = app.routes.flatMap(({ method, url }) =>
    [method]
      .flat()
      .filter((each) => each !== 'OPTIONS')
      .map((each) => ({
        method: each,
        path: url.replace(/\*$/, 'nothing').replace(/:file/, 'x.ics').replace(/:\w+/g, 'x'),
      })),
  )
  const calls = ways.flatMap((way) => operations.map((name) => waysIn[way].ask(name)))
  const strays = ['/', '/nothing', '/.env', '/api', '/rpc', '//api', '/%61pi/v1', '/files/x', '/assets/old.js']
  strays.push('/shell.html')
  return [...plain, ...calls, ...strays.map((path) => ({ method: 'GET', path }))]
}

/** The pages that use the camera. */
const scanning = { 'permissions-policy': 'camera=(self), geolocation=(), microphone=()' }

/** Files that officers upload may do even less than pages. */
const sandboxed = { ...onEvery, 'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/) }
const isSandboxed = ({ path }: { path: string }) => path === '/constitution.pdf'

describe.each(Object.entries(places))('at %s', (baseUrl, { env, hsts }) => {
  // Shows: T91, ASVS 1.3.2, ASVS 3.4.1, ASVS 3.4.3, ASVS 3.4.4, ASVS 3.4.5, ASVS 3.4.6
  test('every response of every route has the headers that keep others out, and its own caching time', async () => {
    await using web = await createClubWithPages({ env })
    const routes = readdirSync('src/web/routes', { encoding: 'utf8', recursive: true })
    const pages = routes.map((file) => `/${file.replace(/(\/index)?\.tsx$/, '')}`)
    const people = [await web.club.officer(), await web.club.member(), null]
    const asked = allRequests(web.app).filter(({ path }) => path !== '/live')
    expect(asked.length).toBeGreaterThan(2 * operations.length + 30)
    const statuses = new Map<number, number>()
    for (const me of people)
      for (const request of asked) {
        const writes = !['GET', 'HEAD'].includes(request.method)
        const reply = await web.app.inject({
          method: request.method as 'GET',
          url: request.path,
          headers: {
            host: new URL(baseUrl).host,
            ...(me ? { cookie: me.cookie } : {}),
            ...(writes ? { 'content-type': 'application/json', origin: baseUrl } : {}),
          },
          ...(writes ? { payload: JSON.stringify(request.body ?? {}) } : {}),
        })
        const { statusCode, headers } = reply
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
        const where = `${request.method} ${request.path} ${statusCode}`
        const expected = {
          ...(isSandboxed(request) ? sandboxed : onEvery),
          ...(['/scan', '/kiosk'].includes(request.path) && scanning),
        }
        expect([where, headers]).toEqual([where, expect.objectContaining(expected)])
        expect([where, headers['strict-transport-security']]).toEqual([where, hsts])
        expect([where, headers['cache-control']]).toEqual([where, cacheControlOf(request, statusCode, pages)])
        expect([where, Object.keys(headers).filter((name) => onNone.test(name))]).toEqual([where, []])
        expect([where, statusCode]).toEqual([where, expect.toSatisfy((status: number) => status < 500)])
      }
    // Check that the loop covered all kinds of responses.
    for (const status of [200, 302, 400, 401, 403, 404, 415])
      expect([status, statuses.get(status)]).not.toContain(undefined)
  })

  // Shows: T91
  test('the live stream has them, too', async () => {
    await using web = await createClubWithPages({ env })
    const me = await web.club.member()
    const { port } = web.app.server.address() as { port: number }
    const over = new AbortController()
    const reply = await fetch(`http://127.0.0.1:${port}/live`, { headers: { cookie: me.cookie }, signal: over.signal })
    const headers = Object.fromEntries(reply.headers)
    over.abort()
    expect(headers).toMatchObject({ ...onEvery, 'cache-control': 'no-store, no-transform' })
    expect(headers['strict-transport-security']).toBe(hsts)
  })
})

// Shows: 7.46, T91
test('a page may have frames of the hosts that maps may come from, and of no others', async () => {
  const map = { address: '1 Range Road', latitude: 40.4, longitude: -86.9 }
  const range = { ...map, embedUrl: 'https://maps.example.com/embed?pb=1' }
  const carpool = { ...map, embedUrl: 'https://other.example.com/embed' }
  await using web = await createClubWithPages({ club: { mapHosts: ['www.google.com'], maps: { range, carpool } } })
  const own = 'https://maps.example.com https://other.example.com https://www.google.com'
  expect((await web.get('/home')).headers['content-security-policy']).toBe(policy.replaceAll(hosts, own))
  await using without = await createClubWithPages({ club: { mapHosts: [] } })
  const none = policy.replace(` ${hosts};font`, ';font').replace(`frame-src ${hosts}`, "frame-src 'none'")
  expect((await without.get('/home')).headers['content-security-policy']).toBe(none)
})

test('the browser’s cache is cleared by logging out everywhere', async () => {
  await using club = await createTestClub('sqlite')
  const { headers } = await (await club.member()).send(waysIn['/api/v1'].ask('sessions.endAll', {}))
  expect(headers['clear-site-data']).toBe('"cache"')
})
