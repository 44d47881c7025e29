import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { createClubWithPages } from '#test/support/club-with-pages.ts'
import { createApp } from '../app.ts'
import { shellAddress } from './shell-address.ts'

describe('a page', () => {
  // Shows: ASVS 4.1.1
  test.each(['/login', '/welcome', '/home', '/verify', '/reset', '/code'])(
    '%s is the app, requested again each time',
    async (path) => {
      await using web = await createClubWithPages()
      for (const url of [path, `${path}?next=%2Fhome`]) {
        const reply = await web.get(url)
        expect([reply.status, reply.body]).toEqual([200, expect.stringMatching(/^<!doctype html>/)])
        expect(reply.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        })
      }
    },
  )

  test('opened under another name of this machine redirects to the name that may write', async () => {
    await using web = await createClubWithPages()
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost:8080', 'localhost'])
      expect((await web.get('/verify?a=b', { host })).headers.location).toBe('http://localhost:3000/verify?a=b')
    for (const host of ['localhost:3000', 'evil.example', 'localhost.evil.example'])
      expect((await web.get('/verify', { host })).status).toBe(200)
  })
})

describe('a link that an email program has damaged', () => {
  const token = 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR'
  const withToken = '%23token= %23token%3D %2523token= /%23token= %23token=3D %23 ;token= &token='.split(' ')
  const damaged = [...withToken.map((mark) => mark + token), `%23token=${token}?utm_source=mail`, '%23', '%2']
  const harmless = ['/', '.', ')', '%20', '%3E', '%E2%80%9D', '%22,', '/?utm_source=mail']

  test.each(['verify', 'reset', 'unsubscribe'])(
    'to /%s leads to the page for codes, or to its own page',
    async (page) => {
      await using web = await createClubWithPages()
      const codes = page === 'unsubscribe' ? '/code?why=unsubscribe-changed' : '/code?why=changed'
      for (const path of [...damaged.map((rest) => `/${page}${rest}`), `/${page.toUpperCase()}%23token=${token}`]) {
        const reply = await web.get(path)
        const to = String(reply.headers.location).replace('http://localhost:3000', '')
        expect([path, reply.status, to]).toEqual([path, 302, codes])
        expect(JSON.stringify([reply.headers, reply.body])).not.toContain(token)
        expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      }
      // The browser still has the token behind the #.
      for (const rest of harmless) {
        const { headers } = await web.get(`/${page}${rest}`)
        expect([rest, String(headers.location).replace('http://localhost:3000', '')]).toEqual([rest, `/${page}`])
      }
    },
  )

  test('isn’t a page whose name only begins the same', async () => {
    await using web = await createClubWithPages()
    for (const path of ['/verify-me', '/resetting', '/unsubscribed', '/code%23token=x', '/x/verify%23token=x'])
      expect((await web.get(path)).headers.location).toBe('/login')
  })
})

describe('the page that the service worker stores', () => {
  test('is there for the worker of this build, and missing for one of another build', async () => {
    await using web = await createClubWithPages()
    const shell = await web.get(await shellAddress(web.webDir))
    expect([shell.status, shell.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(shell.body).toContain('/assets/home-abc123.js')
    for (const path of [`${await shellAddress(web.webDir)}x`, '/shell.html?build=old', '/shell.html']) {
      const { status, headers, body } = await web.get(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
      expect(JSON.parse(body).code).toBe('NOT_FOUND')
    }
  })

  test.each(['index.html', '.vite/manifest.json'])('has another address after any change of %s', async (name) => {
    await using web = await createClubWithPages()
    const before = await shellAddress(web.webDir)
    await appendFile(join(web.webDir, name), ' ')
    expect(await shellAddress(web.webDir)).not.toBe(before)
  })
})

describe('a file of the app', () => {
  test('is compressed for browsers that can read that', async () => {
    await using web = await createClubWithPages()
    expect((await web.get('/assets/app-abc123.js')).headers['content-type']).toMatch(/^(text|application)\/javascript/)
    const reply = await web.get('/assets/app-abc123.js', { 'accept-encoding': 'br' })
    expect([reply.headers['content-encoding'], reply.body]).toEqual(['br', 'brotli'])
  })

  // Shows: T99
  test.each([
    ...['/assets/app-old.js', '/assets/', '/assets/..%2f.env', '/assets/.secret', '/files/x', '/calendar/x.ics'],
    ...[
      '/api',
      '/api/nothing',
      '/api/v1/nothing',
      '/api/auth/nothing',
      '/rpc',
      '/rpc/nothing',
      '/rpc/home/get/x',
      '/rpc?x',
    ],
    ...[
      '/API/auth/ok',
      '/Rpc/home/get',
      '//api/auth/ok',
      '/api/%2e%2e/login',
      '/api;x',
      '/api%2fauth',
      '/%72pc/nothing',
    ],
  ])('that doesn’t exist is 404 in JSON, never a page: %s', async (path) => {
    await using web = await createClubWithPages()
    const { status, headers, body } = await web.get(path)
    expect(status).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    const said = { code: 'NOT_FOUND', message: expect.any(String), requestId: headers['x-request-id'] }
    expect(JSON.parse(body)).toEqual(said)
  })
})

describe('an unknown path', () => {
  // test/served-files.test.ts asks the built server for hundreds more.
  const unknown = String.raw`
    / /about-archery /our-team /calendar /join /nothing /login/ /LOGIN /login/x /homes /index.html /index // /admin /metrics
    /evil.example //evil.example /\evil.example ///evil.example/%2f.. /http://evil.example /.env /.git/config /.git/HEAD
    /.vite/manifest.json /sign-in/server-html.js /..%2f..%2fetc/passwd /%2e%2e/%2e%2e/etc/passwd /../../etc/passwd /.%00
    /package.json /src/server/main.ts /data/quiver.db /club.config.ts /@fs/etc/passwd`
    .trim()
    .split(/\s+/)

  // Shows: T92, T99, ASVS 13.4.1, ASVS 13.4.3
  test(`is redirected to the sign-in page and reveals nothing: ${unknown.length} of them (T99)`, async () => {
    await using web = await createClubWithPages()
    for (const path of unknown) {
      const reply = await web.get(path)
      expect([path, reply.status, reply.headers.location, reply.body]).toEqual([path, 302, '/login', ''])
    }
  })

  // Shows: ASVS 3.7.2
  test('redirects where the club says, for exactly that path', async () => {
    const shop = 'https://shop.example.com/archery?a=b'
    const redirects = { '/merch': shop, '/join': 'https://join.example.com/' }
    await using web = await createClubWithPages({ club: { redirects } })
    for (const url of ['/merch', '/merch?x=https://evil.example'])
      expect((await web.get(url)).headers.location).toBe(shop)
    expect((await web.get('/join')).headers.location).toBe('https://join.example.com/')
    for (const url of ['/merch/', '/Merch', '/merch/x', '//merch', '/%6derch'])
      expect([url, (await web.get(url)).headers.location]).toEqual([url, '/login'])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('by %s is not found', async (method) => {
    await using web = await createClubWithPages()
    for (const url of ['/', '/login', '/nothing', '/favicon.svg', '/healthz']) {
      const headers = { 'content-type': 'application/json' }
      const reply = await web.app.inject({ method, url, headers, payload: '{}' })
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 404, 'NOT_FOUND'])
    }
  })
})

test('a server without its built app says how to build it', async () => {
  await using club = await createTestClub('sqlite')
  const settings = { trustProxy: false, devMailFolder: null, isSettled: () => true } as const
  await expect(createApp(club.ctx, { ...settings, webDir: '/nowhere' })).rejects.toThrow('"npm run build" builds it.')
})
