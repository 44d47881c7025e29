import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allRows } from '#test/support/all-rows.ts'
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

  // Shows: T8
  test('opened ten times, as email scanners do, changes nothing (T8)', async () => {
    await using web = await createClubWithPages()
    const { db } = web.club
    await web.club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: 'quiet gold at eighteen metres' })
    const before = await allRows({ db })
    for (let i = 0; i < 10; i++) {
      const reply = await web.get(`/verify?token=x#token=y${i}`)
      expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined])
    }
    expect(await allRows({ db })).toEqual(before)
  })
})

describe('a link that an email program has damaged', () => {
  const token = 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR'
  const pageForCodes = (page: string) =>
    page === 'unsubscribe' ? '/code?why=unsubscribe-changed' : '/code?why=changed'

  test.each(['verify', 'reset', 'unsubscribe'])(
    '(/%s) redirects to the page for codes, without its token',
    async (page) => {
      await using web = await createClubWithPages()
      for (const rest of [
        ...[
          `%23token=${token}`,
          `%23token%3D${token}`,
          `%2523token=${token}`,
          `/%23token=${token}`,
          `%23token=3D${token}`,
        ],
        ...[`%23token=${token}.`, `%23token=${token}&utm_source=mail`, `%23token=${token}?utm_source=mail`],
        ...[`%23${token}`, '%23', `;token=${token}`, `&token=${token}`],
        ...(page === 'unsubscribe' ? [] : [`/${token}`]),
        // Truncated within a percent-encoding.
        ...[`%23token=${token}%3`, '%2'],
      ]) {
        const reply = await web.get(`/${page}${rest}`)
        const to = String(reply.headers.location).replace('http://localhost:3000', '')
        expect([rest, reply.status, to]).toEqual([rest, 302, pageForCodes(page)])
        expect(JSON.stringify([reply.headers, reply.body])).not.toContain(token)
        expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      }
    },
  )

  test.each(['verify', 'reset', 'unsubscribe'])(
    '(/%s) with a character after the page’s name redirects to the page, where the browser still has the token',
    async (page) => {
      await using web = await createClubWithPages()
      for (const rest of ['/', '.', ')', '%20', '%3E', '%E2%80%9D', '%22,', '/?utm_source=mail']) {
        const reply = await web.get(`/${page}${rest}`)
        const to = String(reply.headers.location).replace('http://localhost:3000', '')
        expect([rest, reply.status, to]).toEqual([rest, 302, `/${page}`])
      }
      const reply = await web.get(`/${page.toUpperCase()}%23token=${token}`)
      expect(reply.headers.location).toBe(pageForCodes(page))
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
    // Below the app's files.
    ...['/assets/app-old.js', '/assets/', '/assets/../.env', '/assets/..%2f.env', '/assets/.secret', '/files/x'],
    ...['/calendar/x.ics', '/dev/nothing'],
    // Below the API.
    ...['/api', '/api/', '/api/nothing', '/api/v1/nothing', '/api/auth', '/api/auth/', '/api/auth/nothing'],
    ...['/rpc', '/rpc/', '/rpc/nothing', '/rpc/home', '/rpc/home/get/x', '/API/auth/ok', '/Rpc/home/get', '/rpc?x'],
    ...['//api/auth/ok', '/api/../login', '/api/%2e%2e/login', '/api;x', '/api%2fauth'],
    ...['/%61pi/auth/nothing', '/%72pc/nothing'],
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
  const unknown = String.raw`
    / /about-archery /our-range /our-team /calendar /competitions /contact /join /nothing /merch /sponsorship /donate
    /login/ /LOGIN /login/x /homes /index.html /index // /app-abc123.js.map /evil.example //evil.example /\evil.example
    ///evil.example/%2f.. /http://evil.example /.env /.env.local /.vite/manifest.json /web/index.html /sign-in/server-html.js /.git/config /.git/HEAD /.gitignore /.htaccess
    /.ssh/id_rsa /.DS_Store /.well-known/security.txt /..%2f..%2fetc/passwd /%2e%2e/%2e%2e/etc/passwd /../../etc/passwd
    /..\..\etc\passwd /.%00 /package.json /package-lock.json /src/server/main.ts /node_modules/fastify/package.json
    /data/quiver.db /data/auth-secret /quiver.db /club.config.ts /tsconfig.json /Dockerfile /backup.zip /metrics /health
    /status /debug /debug/pprof /server-status /admin /actuator/env /wp-login.php /graphql /swagger /console /phpinfo.php
    /cgi-bin/x /@fs/etc/passwd /@vite/client /__open-in-editor`
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
