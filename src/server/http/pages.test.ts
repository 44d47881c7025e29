import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { createClubWithPages } from '#test/support/club-with-pages.ts'
import { createApp } from '../app.ts'
import { shellAddress } from './shell-address.ts'

const https = {
  env: {
    BASE_URL: 'https://quiver.example.edu',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Archery Club <archery@example.edu>',
  },
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types quiver-sw',
]

describe('a page', () => {
  // Shows: ASVS 4.1.1
  test.each(['/login', '/welcome', '/home', '/verify', '/reset', '/code'])(
    '%s is the app, asked for anew each time',
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

  // Shows: 7.46, T91
  test('may have frames of the maps’ hosts, and of nobody else', async () => {
    const map = { address: '1 Range Road', latitude: 40.4, longitude: -86.9 }
    const range = { ...map, embedUrl: 'https://maps.example.com/embed?pb=1' }
    const carpool = { ...map, embedUrl: 'https://other.example.com/embed' }
    await using web = await createClubWithPages({ club: { maps: { range, carpool } } })
    const { headers } = await web.get('/home')
    expect(String(headers['content-security-policy']).split(';')).toEqual(
      policy.map((rule) => {
        const hosts = 'https://maps.example.com https://other.example.com'
        if (rule === "connect-src 'self'") return `${rule} ${hosts}`
        return rule === "frame-src 'none'" ? `frame-src ${hosts}` : rule
      }),
    )
  })

  // Shows: T91, ASVS 1.3.2, ASVS 3.4.3, ASVS 3.4.4, ASVS 3.4.5, ASVS 3.4.6
  test('has the headers that keep others out, without HSTS on this machine', async () => {
    await using web = await createClubWithPages()
    const { headers } = await web.get('/login')
    expect(String(headers['content-security-policy']).split(';')).toEqual(policy)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  // Shows: ASVS 3.4.1
  test('on https has HSTS for a year', async () => {
    await using web = await createClubWithPages(https)
    expect((await web.get('/login')).headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('opened under another name of this machine leads over to the one that may write', async () => {
    await using web = await createClubWithPages()
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost:8080', 'localhost'])
      expect((await web.get('/verify?a=b', { host })).headers.location).toBe('http://localhost:3000/verify?a=b')
    for (const host of ['localhost:3000', 'evil.example', 'localhost.evil.example'])
      expect((await web.get('/verify', { host })).status).toBe(200)
  })

  // Shows: T8
  test('asked for ten times, as mail scanners do, changes nothing (T8)', async () => {
    await using web = await createClubWithPages()
    const { db } = web.club
    await web.club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: 'quiet gold at eighteen metres' })
    const rows = async () => [
      await db.selectFrom('user').selectAll().execute(),
      await db.selectFrom('verification').selectAll().execute(),
      await db.selectFrom('session').selectAll().execute(),
    ]
    const before = await rows()
    for (let i = 0; i < 10; i++) {
      const reply = await web.get(`/verify?token=x#token=y${i}`)
      expect([reply.status, reply.headers['set-cookie']]).toEqual([200, undefined])
    }
    expect(await rows()).toEqual(before)
  })
})

describe('a link that a mail program has damaged', () => {
  const token = 'Zk3Q-_8yvN1pTq0s4uX7wB2cD5eF9gH6iJ-kLmNoPqR'

  test.each(['verify', 'reset', 'unsubscribe'])('(/%s) leads to the page of codes, without its token', async (page) => {
    await using web = await createClubWithPages()
    for (const rest of [
      `%23token=${token}`,
      `%23token%3D${token}`,
      `%2523token=${token}`,
      `/%23token=${token}`,
      `%23token=3D${token}`,
      `%23token=${token}.`,
      `%23token=${token}&utm_source=mail`,
      `%23token=${token}?utm_source=mail`,
      `%23${token}`,
      '%23',
      `;token=${token}`,
      `&token=${token}`,
      ...(page === 'unsubscribe' ? [] : [`/${token}`]),
      // Truncated within a percent-encoding.
      `%23token=${token}%3`,
      '%2',
    ]) {
      const reply = await web.get(`/${page}${rest}`)
      const to = String(reply.headers.location).replace('http://localhost:3000', '')
      expect([rest, reply.status, to]).toEqual([rest, 302, '/code?why=changed'])
      expect(JSON.stringify([reply.headers, reply.body])).not.toContain(token)
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    }
  })

  test.each(['verify', 'reset', 'unsubscribe'])(
    '(/%s) by a sign behind the page’s name leads to the page, where the browser still has the token',
    async (page) => {
      await using web = await createClubWithPages()
      for (const rest of ['/', '.', ')', '%20', '%3E', '%E2%80%9D', '%22,', '/?utm_source=mail']) {
        const reply = await web.get(`/${page}${rest}`)
        const to = String(reply.headers.location).replace('http://localhost:3000', '')
        expect([rest, reply.status, to]).toEqual([rest, 302, `/${page}`])
      }
      const reply = await web.get(`/${page.toUpperCase()}%23token=${token}`)
      expect(reply.headers.location).toBe('/code?why=changed')
    },
  )

  test('is no page whose name only begins alike', async () => {
    await using web = await createClubWithPages()
    for (const path of ['/verify-me', '/resetting', '/unsubscribed', '/code%23token=x', '/x/verify%23token=x'])
      expect((await web.get(path)).headers.location).toBe('/login')
  })
})

describe('the page that the service worker keeps', () => {
  test('comes to the worker of this build', async () => {
    await using web = await createClubWithPages()
    const reply = await web.get(await shellAddress(web.webDir))
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(reply.body).toContain('/assets/home-abc123.js')
  })

  test('is missing for one of another build, which tries again later', async () => {
    await using web = await createClubWithPages()
    for (const path of [`${await shellAddress(web.webDir)}x`, '/shell.html?build=old', '/shell.html']) {
      const { status, headers, body } = await web.get(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
      expect(JSON.parse(body).code).toBe('NOT_FOUND')
    }
  })

  test.each(['index.html', '.vite/manifest.json'])('is another one with any change of %s', async (name) => {
    await using web = await createClubWithPages()
    const before = await shellAddress(web.webDir)
    await appendFile(join(web.webDir, name), ' ')
    expect(await shellAddress(web.webDir)).not.toBe(before)
  })
})

describe('a file of the app', () => {
  test('with a hash in its name is kept for ever, any other for an hour', async () => {
    await using web = await createClubWithPages()
    const script = await web.get('/assets/app-abc123.js')
    expect([script.status, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(script.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(script.headers['x-content-type-options']).toBe('nosniff')
    const icon = await web.get('/favicon.svg')
    expect([icon.status, icon.headers['cache-control']]).toEqual([200, 'public, max-age=3600'])
  })

  test('that is not there may be so later', async () => {
    await using web = await createClubWithPages()
    expect((await web.get('/assets/app-old.js')).headers['cache-control']).toBe('no-store')
  })

  test('comes compressed to who can read that', async () => {
    await using web = await createClubWithPages()
    const reply = await web.get('/assets/app-abc123.js', { 'accept-encoding': 'br' })
    expect([reply.headers['content-encoding'], reply.body]).toEqual(['br', 'brotli'])
  })

  // Shows: T99
  test.each([
    '/assets/app-old.js',
    '/assets/',
    '/assets/../.env',
    '/assets/..%2f.env',
    '/assets/.secret',
    '/files/x',
    '/calendar/x.ics',
    '/dev/nothing',
  ])('%s is missing, not a page', async (path) => {
    await using web = await createClubWithPages()
    const reply = await web.get(path)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Not found.', requestId: reply.headers['x-request-id'] },
    ])
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
  test(`is led to the sign-in page and gives nothing away: ${unknown.length} of them (T99)`, async () => {
    await using web = await createClubWithPages()
    for (const path of unknown) {
      const reply = await web.get(path)
      expect([path, reply.status, reply.headers.location, reply.body]).toEqual([path, 302, '/login', ''])
    }
  })

  // Shows: ASVS 3.7.2
  test('leads where the club says, and only for exactly that path', async () => {
    const shop = 'https://shop.example.com/archery?a=b'
    await using web = await createClubWithPages({
      club: { redirects: { '/merch': shop, '/join': 'https://join.example.com/' } },
    })
    for (const url of ['/merch', '/merch?x=https://evil.example'])
      expect((await web.get(url)).headers.location).toBe(shop)
    expect((await web.get('/join')).headers.location).toBe('https://join.example.com/')
    for (const url of ['/merch/', '/Merch', '/merch/x', '//merch', '/%6derch'])
      expect([url, (await web.get(url)).headers.location]).toEqual([url, '/login'])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('by %s is not found', async (method) => {
    await using web = await createClubWithPages()
    for (const url of ['/', '/login', '/nothing', '/favicon.svg', '/healthz']) {
      const reply = await web.app.inject({
        method,
        url,
        headers: { 'content-type': 'application/json' },
        payload: '{}',
      })
      expect([url, reply.statusCode, reply.json().code]).toEqual([url, 404, 'NOT_FOUND'])
    }
  })

  // Shows: T99
  test.each([
    ...['/api', '/api/', '/api/nothing', '/api/v1/nothing', '/api/auth', '/api/auth/', '/api/auth/nothing'],
    ...[
      '/rpc',
      '/rpc/',
      '/rpc/nothing',
      '/rpc/home',
      '/rpc/home/get/x',
      '/API/auth/ok',
      '/Rpc/home/get',
      '//api/auth/ok',
    ],
    ...[
      '/api/../login',
      '/api/%2e%2e/login',
      '/api;x',
      '/rpc?x',
      '/api%2fauth',
      '/%61pi/auth/nothing',
      '/%72pc/nothing',
    ],
  ])('below the API is 404 in JSON, never the page: %s', async (url) => {
    await using web = await createClubWithPages()
    const reply = await web.get(url)
    expect(reply.status).toBe(404)
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(JSON.parse(reply.body)).toEqual({
      code: 'NOT_FOUND',
      message: expect.any(String),
      requestId: reply.headers['x-request-id'],
    })
  })
})

test('a server without its built app says how to build it', async () => {
  await using club = await createTestClub('sqlite')
  const settings = { trustProxy: false, devMailFolder: null, isSettled: () => true } as const
  await expect(createApp(club.ctx, { ...settings, webDir: '/nowhere' })).rejects.toThrow('"npm run build" builds it.')
})
