import { betterAuth } from 'better-auth'
import { describe, expect, test } from 'vitest'
import { createClubWithPages } from '#test/support/club-with-pages.ts'

/** What of the library's own paths leads somewhere: to handlers of ours. */
const ours = ['POST /request-password-reset', 'POST /reset-password', 'POST /sign-in/email', 'POST /sign-out']

/** Every endpoint that the library would serve if it were mounted, with any value for what its path leaves open. */
function endpoints() {
  const { api } = betterAuth({ secret: 'a test secret that is long enough 0123456789', logger: { disabled: true } })
  const paths = Object.values(api).map((endpoint) => (endpoint as { path?: string }).path)
  return [...new Set(paths.filter((path) => path !== undefined))].map((path) => path.replace(/:\w+/g, 'x'))
}

describe('the library’s own endpoints', () => {
  test('are not there, by whatever method (T20)', async () => {
    await using web = await createClubWithPages()
    const { club, app } = web
    const ana = await club.member()
    const paths = endpoints()
    expect(paths.length).toBeGreaterThan(20)
    expect(paths).toEqual(expect.arrayContaining(['/sign-up/email', '/verify-email', '/update-user', '/error', '/ok']))
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
