import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createAccount } from '#server/auth/accounts.ts'
import { identifierOf, linkCode, newLink } from '#server/auth/email-tokens.ts'
import { nowAsText } from '#server/context.ts'
import { unsubscribeToken } from '#server/features/notifications/preferences.ts'
import { replyToken } from '#server/features/reply-links/reply-token.ts'
import { createTestClub, type EngineName, usualEngines } from '#test/support/club.ts'
import { collectLog } from '#test/support/collected-log.ts'
import { portOf } from '#test/support/live-stream.ts'
import { exchange } from '#test/support/raw-requests.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'

/** A mail server whose errors contain the recipient's address. */
const startTalkativeMailServer = () =>
  startSmtpSink({ reply: (socket, to) => socket.write(`550 <${to}> is unknown here; ask ${to}\r\n`) })

/** A club that logs at the most verbose level. */
async function createTalkativeClub(engine: EngineName, smtpUrl: string) {
  const { log, written, lines } = collectLog()
  const club = await createTestClub(engine, { log, env: { SMTP_URL: smtpUrl, MAIL_FROM: 'archery@example.edu' } })
  return Object.assign(club, { written, lines })
}

describe.each(usualEngines)('the log (%s)', (engine) => {
  // Shows: T96, ASVS 14.2.4, ASVS 16.2.4, ASVS 16.2.5, ASVS 16.4.1
  test('at its most verbose level has no address, password, token, cookie, body, or header in it (T96)', async () => {
    await using mailServer = await startTalkativeMailServer()
    await using club = await createTalkativeClub(engine, mailServer.url)
    const { app, ctx, clock, written, lines } = club
    const email = 'canary.address@purdue.edu'
    const password = 'a canary of a password'
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'canary agent',
      referer: 'http://localhost:3000/canary-page',
      'x-request-id': 'canary-id',
      'x-forwarded-for': 'canary',
    }
    const ask = (url: string, body: unknown, more: Record<string, string> = {}) =>
      app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers: { ...headers, ...more },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })

    expect((await ask('/rpc/account/signUp', { json: { email, password } })).statusCode).toBe(200)
    await vi.waitFor(() => expect(written()).toContain('an email could not be sent'))
    expect((await ask('/api/auth/sign-in/email', { email, password })).statusCode).toBe(403)
    expect((await ask('/api/auth/sign-in/email', { email, password: 'another canary' })).statusCode).toBe(401)
    clock.set('2026-11-24T22:51:00.000Z')
    expect((await ask('/api/auth/request-password-reset', { email })).statusCode).toBe(200)
    const { id } = await ctx.database.db.selectFrom('user').select('id').executeTakeFirstOrThrow()
    const token = await ctx.write((tx) => newLink(tx, 'verify', id, clock.now()))
    const verify = { json: { token, password, keepSignedIn: true } }
    const verified = await ask('/rpc/account/verify', verify)
    expect(verified.statusCode).toBe(200)
    const cookie = String(verified.headers['set-cookie']).split(';')[0] ?? ''
    expect((await ask('/rpc/welcome/saveDraft', { json: { nameFirst: 'Canary' } }, { cookie })).statusCode).toBe(200)

    const member = `update member set has_logged_in = 1 where id = '${id}'`
    await sql.raw(member).execute(ctx.database.db)
    expect((await ask('/rpc/calendarFeed/create', { json: {} }, { cookie })).statusCode).toBe(200)
    const mine = (await ask('/rpc/calendarFeed/get', undefined, { cookie })).json().json.feed.url as string
    const feed = new URL(mine).pathname
    const feedToken = feed.split(/[/.]/)[2] ?? ''
    expect(feedToken).toHaveLength(43)
    expect((await ask(feed, undefined)).statusCode).toBe(200)
    // Also when the request fails.
    await sql.raw('alter table feed_event rename to feed_event_away').execute(ctx.database.db)
    expect((await ask(feed, undefined)).statusCode).toBe(500)
    await sql.raw('alter table feed_event_away rename to feed_event').execute(ctx.database.db)
    expect((await ask(`${feed}/canary`, undefined)).statusCode).toBe(404)
    const stop = unsubscribeToken(ctx.secrets, id, 'changed')
    const stopNow = async () => {
      expect((await ask(`/unsubscribe/${stop}`, undefined)).statusCode).toBe(302)
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      const pressed = await ask(`/unsubscribe/${stop}`, 'List-Unsubscribe=One-Click', form)
      return [pressed.statusCode, (await ask('/rpc/newsMails/stop', { json: { token: stop } })).statusCode]
    }
    expect(await stopNow()).toEqual([200, 200])
    await sql.raw('alter table news_off rename to news_off_away').execute(ctx.database.db)
    expect(await stopNow()).toEqual([500, 500])
    await sql.raw('alter table news_off_away rename to news_off').execute(ctx.database.db)
    const reply = `/reply/${replyToken(ctx.secrets, id, 'canary')}`
    expect((await ask(`${reply}/archer`, undefined)).statusCode).toBe(302)
    expect((await ask(`${reply}/practice.ics`, undefined)).statusCode).toBe(404)
    // A malformed HTTP request.
    for (const path of [feed, `/unsubscribe/${stop}`, reply])
      expect(await exchange(await portOf(club), `GET ${path} HTTP/1.1\r\nno header\r\n\r\n`)).toBe(400)

    // A link whose # an email program encoded into the path.
    const encoded = ['verify%23token=', 'reset%2523token=', 'unsubscribe%23token=', 'unsubscribe/%23token=']
    for (const damaged of [...encoded, 'verify%2']) await ask(`/${damaged}${token}canary`, undefined)
    const code = linkCode(ctx.secrets, identifierOf('reset', 'canary'))
    for (let i = 0; i < 6; i++)
      expect((await ask('/rpc/account/enterCode', { json: { email, code } })).statusCode).toBe(409)

    // Errors are logged, and those of the database contain the values of the row.
    const orphan = 'canary.orphan@purdue.edu'
    await ctx.write((tx) => createAccount(tx, { email: orphan, passwordHash: 'x', now: '2026-11-24T22:50:00.000Z' }))
    await ctx.database.db.deleteFrom('account').where('password', '=', 'x').execute()
    expect((await ask('/rpc/account/signUp', { json: { email: orphan, password } })).statusCode).toBe(500)
    for (const [url, body] of [
      ['/canary', undefined],
      ['/rpc/canary/get', undefined],
      ['/rpc/session/get?data=canary', undefined],
      ['/api/auth/canary', {}],
      ['/rpc/passes/use', '{"canary'],
      ['/rpc/practices/start', { json: { practiceId: 'canary', canary: 'canary' } }],
      ['/rpc/practices/start', { json: { practiceId: 'canary\0' } }],
      ['/api/auth/sign-in/email', { email: 'canary\0', password }],
    ] as const)
      await ask(url, body, { cookie, 'idempotency-key': 'canary key', origin: 'https://canary.example' })
    clock.set('2026-11-24T23:50:00.000Z')
    await clock.advance(60_000)

    expect(lines().filter(({ msg }) => msg === 'auth event').length).toBeGreaterThan(2)
    const failed = { msg: 'an operation failed', operation: expect.stringMatching(/^\w+\.\w+$/) }
    expect(lines()).toContainEqual(expect.objectContaining(failed))
    for (const line of lines()) expect(line).toMatchObject({ level: expect.any(Number) })
    expect(lines().filter((line) => /canary/i.test(JSON.stringify(line)))).toEqual([])
    const [session = ''] = cookie.split('=')[1]?.split('.') ?? []
    const secrets = [token, feedToken, cookie, session, code, stop, reply.slice(7), ctx.authSecret, mailServer.url]
    for (const secret of secrets) expect(written()).not.toContain(secret)
  })

  // Shows: ASVS 16.3.1
  test('tells the outcome of each proof of identity, without naming the person', async () => {
    await using mailServer = await startTalkativeMailServer()
    await using club = await createTalkativeClub(engine, mailServer.url)
    const { app, ctx, clock, written, lines } = club
    const [email, password] = ['ana@purdue.edu', 'a canary of a password']
    const ask = async (url: string, body: object, cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie }
      const reply = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) })
      return String(reply.headers['set-cookie']).split(';')[0] ?? ''
    }
    const signIn = (given: string) => ask('/api/auth/sign-in/email', { email: ' Ana@Purdue.EDU', password: given })

    const passwordHash = await ctx.hashing.hash(password)
    const id = await ctx.write((tx) => createAccount(tx, { email, passwordHash, now: nowAsText(ctx) }))
    await signIn(password)
    const token = await ctx.write((tx) => newLink(tx, 'verify', id, clock.now()))
    await ask('/rpc/account/verify', { json: { token, password: 'another canary', keepSignedIn: true } })
    await ask('/rpc/account/verify', { json: { token, password, keepSignedIn: true } })
    await ctx.database.db.updateTable('member').set({ hasLoggedIn: 1 }).where('id', '=', id).execute()
    const cookie = await signIn(password)
    const change = { currentPassword: 'another canary', newPassword: 'a third canary of one' }
    await ask('/rpc/account/changePassword', { json: change }, cookie)
    await ask('/rpc/account/changePassword', { json: { ...change, currentPassword: password } }, cookie)
    await ask('/api/auth/sign-out', {}, cookie)
    await ask('/rpc/account/enterCode', { json: { email, code: 'WWWW-2222' } })
    await ask('/api/auth/reset-password', { token: 'canary', newPassword: password })
    const reset = await ctx.write((tx) => newLink(tx, 'reset', id, clock.now()))
    await ask('/api/auth/reset-password', { token: reset, newPassword: password })
    for (let tries = 0; tries < 11; tries++) await signIn('another canary')

    const told = lines().filter(({ msg }) => msg === 'auth event')
    expect(told.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
      'sign-in unverified',
      'verify wrong',
      'verify signed-in',
      'sign-in signed-in',
      'own-password wrong',
      'own-password right',
      'sign-out signed-out',
      'code wrong',
      'reset link-unknown',
      'reset reset',
      ...Array(10).fill('sign-in invalid'),
      'sign-in too-many',
    ])
    const [stranger] = told.splice(8, 1)
    expect(stranger?.account).toBeNull()
    expect([...new Set(told.map(({ account }) => account))]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
    for (const line of told)
      expect(line).toMatchObject({ network: stranger?.network, reqId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(written()).not.toMatch(/canary|purdue/i)
  })
})
