import { describe, expect, test } from 'vitest'
import { createClubWithPages } from '#test/support/club-with-pages.ts'

const ours = ['POST /request-password-reset', 'POST /reset-password', 'POST /sign-in/email', 'POST /sign-out']

/** Routes that sign-in libraries often have in addition. */
const elsewhere = ['/sign-up/email', '/get-session', '/list-sessions', '/revoke-sessions', '/verify-email', '/ok']
const andThese = ['/update-user', '/delete-user', '/change-password', '/change-email', '/callback/x', '/error', '']

describe('below /api/auth', () => {
  // Shows: T20, ASVS 6.3.4
  test('has four routes and no others, by any method (T20)', async () => {
    await using web = await createClubWithPages()
    const { club, app } = web
    const known = app.routes.filter(({ url }) => url.startsWith('/api/auth'))
    expect(known.map(({ method, url }) => `${method} ${url.slice('/api/auth'.length)}`).sort()).toEqual(ours)
    const ana = await club.member()
    const paths = [...elsewhere, ...andThese, ...ours.map((each) => each.replace('POST ', ''))]
    const found: string[] = []
    for (const path of paths)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const headers = { cookie: ana.cookie, 'content-type': 'application/json', origin: club.baseUrl }
        const payload = method === 'GET' ? {} : { payload: '{}' }
        const reply = await app.inject({ method, url: `/api/auth${path}`, headers, ...payload })
        if (reply.statusCode !== 404) found.push(`${method} ${path}`)
      }
    expect(found.sort()).toEqual(ours)
  })
})
