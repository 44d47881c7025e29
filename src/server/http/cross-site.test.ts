import { expect } from 'vitest'
import type { Operation } from '#contract/policies.ts'
import { newLink } from '#server/auth/email-tokens.ts'
import { unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { exportKinds } from '#server/features/reports/export-tables.ts'
import { allRows } from '#test/support/all-rows.ts'
import { atHttps, createTestClub, describe, goodPassword, type TestClub, test } from '#test/support/club-test.ts'
import { isRead, operations, ways, waysIn, writers } from '#test/support/transports.ts'
import { mutating } from './hooks.ts'

const readPaths = operations.filter(isRead).map((name) => waysIn['/api/v1'].ask(name).path)

type Shape = { method?: 'GET' | 'HEAD'; headers: Record<string, string> }

const json = 'application/json'
const evil = 'https://evil.example'

/** Requests that a page on another site can make a browser send with the session cookie (T15). */
const shapes: Record<string, Shape> = {
  'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded', origin: evil } },
  'a form with a file': { headers: { 'content-type': 'multipart/form-data; boundary=x', origin: evil } },
  'a plain-text form': { headers: { 'content-type': 'text/plain', origin: evil } },
  'a plain-text request that says json somewhere': {
    headers: { 'content-type': 'text/plain; charset=application/json' },
  },
  'a fetch without a type': { headers: { origin: evil } },
  'a fetch of JSON': { headers: { 'content-type': json, origin: evil } },
  'a sandboxed frame': { headers: { 'content-type': json, origin: 'null' } },
  'a page of a sibling host': { headers: { 'content-type': json, origin: 'http://evil.localhost:3000' } },
  'our host on another port': { headers: { 'content-type': json, origin: 'http://localhost:3001' } },
  'our address as a prefix': { headers: { 'content-type': json, origin: 'http://localhost:3000.evil.example' } },
  'another site, as the browser says': { headers: { 'content-type': json, 'sec-fetch-site': 'cross-site' } },
  'our origin, but the browser knows better': {
    headers: { 'content-type': json, origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  },
  'a link': { method: 'GET', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } },
  'a question for the headers, with a body': {
    method: 'HEAD',
    headers: { 'content-type': json, origin: evil },
  },
  'a link that overrides the method': {
    method: 'GET',
    headers: { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'content-type': json },
  },
}

/** A request for every route that changes something, with input that would succeed. */
async function mutations(club: TestClub, me: { id: string; email: string }) {
  const practiceId = await club.practice()
  const token = await club.ctx.write((tx) => newLink(tx, 'reset', me.id, club.clock.now()))
  const inputs: Partial<Record<Operation, object>> = {
    'account.signUp': { email: 'new@purdue.edu', password: goodPassword },
    'account.resendVerification': { email: me.email },
    'account.resendExpired': { token },
    'practices.start': { practiceId },
    'practices.answer': { practiceId, answer: 'archer' },
    'profile.setCar': { hasCar: true, carCapacity: 4, rm01Completed: false },
    'welcome.saveDraft': { nameFirst: 'Eve' },
    'profile.save': { nameFirst: 'Eve' },
    'account.changePassword': { currentPassword: goodPassword, newPassword: 'a brand new password' },
    'account.delete': { password: goodPassword },
  }
  const auth = {
    '/sign-in/email': { email: me.email, password: goodPassword },
    '/request-password-reset': { email: me.email },
    '/reset-password': { token, newPassword: 'a brand new password' },
    '/sign-out': {},
  }
  return [
    ...ways.flatMap((way) => writers.map((name) => waysIn[way].ask(name, inputs[name]))),
    ...Object.entries(auth).map(([path, body]) => ({ method: 'POST', path: `/api/auth${path}`, body })),
    { method: 'PUT', path: '/api/v1/profile/picture', body: {} },
    { method: 'POST', path: '/api/v1/account/export', body: { password: goodPassword } },
    ...exportKinds.map((kind) => ({ method: 'POST', path: `/exports/${kind}.csv`, body: {} })),
    {
      method: 'POST',
      path: `/unsubscribe/${unsubscribeToken(club.ctx.secrets, me.id, 'place')}`,
      body: { 'List-Unsubscribe': 'One-Click' },
    },
  ]
}

/** Whether a route that ends in a wildcard or parameter matches the path. */
function isBelow(route: string, asked: string) {
  return /\/(\*|:\w+)$/.test(route) && asked.startsWith(route.replace(/(\*|:\w+)$/, ''))
}

describe('what another site makes a member’s browser send', () => {
  // Shows: T15, ASVS 3.5.1, ASVS 3.5.2
  test.each(Object.entries(shapes))('is accepted nowhere: %s', async (_name, { method, headers }) => {
    await using club = await createTestClub('sqlite')
    const kai = await club.officer({ dayPasses: 1 })
    const asked = await mutations(club, kai)
    expect(asked.length).toBeGreaterThan(30)
    const before = await allRows(club)
    for (const { method: usual, path, body } of asked) {
      const payload = JSON.stringify(body)
      const url = method === 'GET' ? `${path}?data=${encodeURIComponent(payload)}` : path
      const reply = await club.app.inject({
        method: (method ?? usual) as 'GET',
        url,
        ...(method === 'GET' ? {} : { payload }),
        headers: { ...headers, cookie: kai.cookie },
      })
      // A path with a read operation too gets 400, because that takes no query.
      const alsoRead = path.startsWith('/api/v1/') && readPaths.includes(path) ? [400] : []
      // The link to unsubscribe redirects to a page with a button.
      const leadsOn = path.startsWith('/unsubscribe/') ? [302] : []
      const refusals =
        method === undefined ? [403, 415] : [403, 404, 405, ...leadsOn, ...(method === 'GET' ? alsoRead : [])]
      expect([path, reply.statusCode]).toEqual([path, expect.toBeOneOf(refusals)])
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
    expect(await allRows(club)).toEqual(before)
  })

  // Shows: T15
  test('is tried on every route that changes something', async ({ club }) => {
    const asked = (await mutations(club, await club.officer())).map(({ method, path }) => `${method} ${path}`)
    const routes = club.app.routes.flatMap(({ method, url }) =>
      [method]
        .flat()
        .filter((each) => mutating.has(each))
        .map((each) => `${each} ${url}`),
    )
    expect(routes.length).toBeGreaterThan(8)
    // Below /rpc the other methods exist only to respond with 405.
    const writing = routes.filter((route) => !/^(PUT|PATCH|DELETE) \/rpc\//.test(route))
    const untried = writing.filter((route) => !asked.some((each) => each === route || isBelow(route, each)))
    expect(untried).toEqual([])
  })

  // Shows: T15, ASVS 3.4.2
  test('gets no permission from a preflight', async ({ club }) => {
    for (const url of ['/rpc/passes/use', '/api/v1/pass/use', '/api/auth/sign-in/email']) {
      const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
      const reply = await club.app.inject({ method: 'OPTIONS', url, headers: { origin: evil, ...asks } })
      expect(reply.statusCode).toBe(404)
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

test('what our own pages send is accepted at the configured address alone', async () => {
  await using club = await createTestClub('sqlite', { env: atHttps })
  const from = async (origin: string) => {
    const headers = { origin, host: new URL(origin).host }
    return (await club.visitor().send({ method: 'POST', path: '/api/auth/sign-out', body: {}, headers })).statusCode
  }
  expect(await from('https://quiver.example.edu')).toBe(200)
  for (const origin of ['http://quiver.example.edu', 'https://evil.example', 'https://quiver.example.edu:8443'])
    expect(await from(origin)).toBe(403)
})
