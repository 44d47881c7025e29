import { describe, expect, test } from 'vitest'
import { newPassword } from '#test/support/account-requests.ts'
import { createTestClub, goodPassword, type TestMember, usualEngines } from '#test/support/club.ts'
import { listen } from '#test/support/live-stream.ts'

/** What ends Lee's rights: Kai is an officer, `other` is another session of Lee's. */
const endings: Record<string, (people: Record<'kai' | 'lee' | 'other', TestMember>) => Promise<unknown>> = {
  'a demotion': ({ kai, lee }) => kai.api.members.setRole({ memberId: lee.id, expected: 'Officer', role: 'Member' }),
  'a removal': ({ kai, lee }) => kai.api.members.remove({ memberId: lee.id }),
  'a new password': ({ other }) => other.api.account.changePassword({ currentPassword: goodPassword, newPassword }),
  'logging out': ({ lee }) => lee.send({ method: 'POST', path: '/api/auth/sign-out', body: {} }),
  'logging out everywhere': ({ other }) => other.api.sessions.endAll({}),
  'leaving the club': ({ other }) => other.api.account.delete({ password: goodPassword }),
}

describe.each(usualEngines)('the rights of a session (%s)', (engine) => {
  // Shows: 3.28, T11
  test.each(Object.entries(endings))(
    'end with %s: at the next request, and with the stream (T11)',
    async (what, end) => {
      // Someone who is demoted stays logged in.
      const [status, reason] = what === 'a demotion' ? [403, 'person-changed'] : [401, 'session-ended']
      await using club = await createTestClub(engine)
      const kai = await club.officer()
      for (let round = 0; round < 3; round++) {
        const lee = await club.member({ role: 'Officer' })
        const other = { ...lee, ...(await club.loggedIn(lee.email)) }
        await using stream = await listen(club, lee.cookie)
        expect((await stream.next()).event).toBe('versions')
        // Requests in flight may see the rights from before or after; requests sent later may not.
        const under = Array.from({ length: 5 }, () => lee.send({ method: 'GET', path: '/api/v1/resources' }))
        await end({ kai, lee, other })
        const next = await lee.send({ method: 'GET', path: '/api/v1/resources' })
        expect(next.statusCode).toBe(status)
        for (const { statusCode } of await Promise.all(under)) expect([200, status]).toContain(statusCode)
        let told = await stream.next()
        while (told.event === 'change') told = await stream.next()
        expect(told).toEqual({ event: 'bye', data: { reason } })
        await expect(stream.next()).rejects.toThrow('closed')
      }
    },
  )
})
