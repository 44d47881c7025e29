import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { describe, test } from '#test/support/club-test.ts'
import { createClubWithPages } from '#test/support/club-with-pages.ts'
import { createApp } from '../app.ts'
import { shellAddress } from './shell-address.ts'

test('a page opened under another name of this machine redirects to the name that may write', async () => {
  await using web = await createClubWithPages()
  for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost:8080', 'localhost'])
    expect((await web.get('/verify?a=b', { host })).headers.location).toBe('http://localhost:3000/verify?a=b')
  for (const host of ['localhost:3000', 'evil.example', 'localhost.evil.example'])
    expect((await web.get('/verify', { host })).status).toBe(200)
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

// Shows: T99
test.each([
  ...['/assets/app-old.js', '/assets/..%2f.env', '/files/x', '/calendar/x.ics', '/api/v1/nothing', '/rpc/home/get/x'],
  ...['/API/auth/ok', '//api/auth/ok', '/api/%2e%2e/login', '/api;x', '/%72pc/nothing'],
])('a file of the app that doesn’t exist is 404 in JSON, never a page: %s', async (path) => {
  await using web = await createClubWithPages()
  const { status, headers, body } = await web.get(path)
  expect(status).toBe(404)
  expect(headers['content-type']).toMatch(/^application\/json/)
  const said = { code: 'NOT_FOUND', message: expect.any(String), requestId: headers['x-request-id'] }
  expect(JSON.parse(body)).toEqual(said)
})

// Shows: ASVS 3.7.2
test('an unknown path redirects where the club says, for exactly that path', async () => {
  const shop = 'https://shop.example.com/archery?a=b'
  const redirects = { '/merch': shop, '/join': 'https://join.example.com/' }
  await using web = await createClubWithPages({ club: { redirects } })
  for (const url of ['/merch', '/merch?x=https://evil.example'])
    expect((await web.get(url)).headers.location).toBe(shop)
  expect((await web.get('/join')).headers.location).toBe('https://join.example.com/')
  for (const url of ['/merch/', '/Merch', '/merch/x', '//merch', '/%6derch'])
    expect([url, (await web.get(url)).headers.location]).toEqual([url, '/login'])
})

test('a server without its built app says how to build it', async ({ club }) => {
  const settings = { trustProxy: false, devMailFolder: null, isSettled: () => true } as const
  await expect(createApp(club.ctx, { ...settings, webDir: '/nowhere' })).rejects.toThrow('"npm run build" builds it.')
})
