import { sql } from 'kysely'
import { expect } from 'vitest'
import { messages } from '#domain/text/public-messages.ts'
import { createTestClub, describe, goodPassword, test, usualEngines } from '#test/support/club-test.ts'
import { collectLog } from '#test/support/collected-log.ts'
import { createApp } from '../app.ts'

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const json = { 'content-type': 'application/json' }
const post = { method: 'POST', headers: json } as const
const signIn = { ...post, url: '/api/auth/sign-in/email' }

/** Requests that end in an error outside `/rpc`, with the status and code of each. */
const errors = [
  [400, 'BAD_REQUEST', { ...signIn, payload: '{}' }],
  [400, 'BAD_KEY', { ...post, url: '/rpc/passes/use', payload: '{}', headers: { ...json, 'idempotency-key': 'x' } }],
  [401, 'INVALID_EMAIL_OR_PASSWORD', { ...signIn, payload: '{"email":"x","password":"y"}' }],
  [403, 'WRONG_ORIGIN', { ...signIn, payload: '{}', headers: { ...json, origin: 'https://evil.example' } }],
  [400, 'CTP_INVALID_JSON_BODY', { ...post, url: '/api/v1/pass/use', payload: '{' }],
  [400, 'BAD_REQUEST', { method: 'GET', url: '/api/v1/session?stray=1' }],
  [400, 'BAD_REQUEST', { ...post, url: '/api/v1/practices/x/start', payload: '{"practiceId":"y"}' }],
  [401, 'UNAUTHORIZED', { ...post, url: '/api/v1/pass/use' }],
  [404, 'NOT_FOUND', { method: 'GET', url: '/api/v1/nothing/here' }],
  [405, 'METHOD_NOT_SUPPORTED', { method: 'GET', url: '/api/v1/pass/use' }],
  [405, 'METHOD_NOT_SUPPORTED', { ...post, method: 'PUT', url: '/rpc/passes/use', payload: '{}' }],
  [413, 'CTP_BODY_TOO_LARGE', { ...post, url: '/api/v1/pass/use', payload: `"${'x'.repeat(70_000)}"` }],
  [415, 'JSON_ONLY', { ...signIn, payload: 'a=b', headers: { 'content-type': 'text/plain' } }],
  [422, 'INVALID_EMAIL', { ...post, url: '/api/auth/request-password-reset', payload: '{"email":"x"}' }],
] as const

test.each(errors)('an error %i %s says what it is and its request id', async (status, code, request) => {
  await using club = await createTestClub('sqlite')
  const reply = await club.app.inject(request)
  expect([reply.statusCode, reply.json()]).toEqual([
    status,
    { code, message: expect.stringMatching(/./), requestId: expect.stringMatching(id) },
  ])
  expect(reply.headers['x-request-id']).toBe(reply.json().requestId)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  // A 405 names the allowed methods.
  expect(reply.headers.allow !== undefined).toBe(status === 405)
})

describe.each(usualEngines)('an error of the server (%s)', (engine) => {
  // Shows: ASVS 13.4.2, ASVS 16.3.4, ASVS 16.5.1
  test('reveals nothing of its cause, and is logged once with the id', async () => {
    const { log, lines } = collectLog()
    await using club = await createTestClub(engine, { log })
    const ana = await club.member({ dayPasses: 1 })
    await sql`alter table ledger rename to elsewhere`.execute(club.db)
    await sql`alter table rate_limit rename to elsewhere_too`.execute(club.db)
    const asked = [
      { ...post, url: '/rpc/passes/use', payload: '{"json":{}}' },
      { ...post, url: '/api/v1/pass/use', payload: '{}' },
      { ...signIn, payload: JSON.stringify({ email: ana.email, password: goodPassword }) },
    ]
    for (const request of asked) {
      const reply = await club.app.inject({ ...request, headers: { ...json, cookie: ana.cookie } })
      expect(reply.statusCode).toBe(500)
      const body = reply.json().json ?? reply.json()
      expect(body).toMatchObject({ code: 'INTERNAL_SERVER_ERROR', message: messages.serverTrouble })
      expect(reply.payload).not.toMatch(/ledger|rate_limit|select|insert|SQL|\.ts/i)
      const logged = lines().filter(({ reqId }) => reqId === reply.headers['x-request-id'])
      const err = expect.objectContaining({ stack: expect.any(String) })
      expect(logged).toEqual([expect.objectContaining({ level: 50, err })])
    }
  })

  // Shows: ASVS 16.5.2
  test('without the database is 503 for requests that need it and for readiness', async ({ club, ana }) => {
    const ready = () => club.app.inject({ method: 'GET', url: '/readyz' })
    expect((await ready()).json()).toEqual({ ok: true })
    const gone = club.ctx.database.db
    club.ctx.database.db = gone.withPlugin({
      transformQuery: () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      },
      transformResult: async ({ result }) => result,
    })
    for (const path of ['/rpc/home/get', '/api/v1/home']) {
      const reply = await ana.send({ method: 'GET', path })
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])
    }
    expect([(await ready()).statusCode, (await ready()).json()]).toEqual([503, { ok: false }])
    expect((await club.app.inject({ method: 'GET', url: '/healthz' })).json()).toEqual({ ok: true })
    club.ctx.database.db = gone
    expect((await ready()).json()).toEqual({ ok: true })
  })
})

test('a server that hasn’t ended overdue practices yet is up, but not ready', async ({ club }) => {
  const settings = { trustProxy: false, webDir: null, devMailFolder: null } as const
  const app = await createApp(club.ctx, { ...settings, isSettled: () => false })
  expect((await app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'GET', url: '/readyz' })).statusCode).toBe(503)
  await app.close()
})
