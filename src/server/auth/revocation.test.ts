import { describe, expect, test } from 'vitest'
import { createTestClub, goodPassword, type TestMember, usualEngines } from '#test/support/club.ts'
import { listen } from '#test/support/live-stream.ts'

type Ending = {
  /** Ends Lee's rights: Kai is an officer, `other` is another session of Lee's. */
  end: (facts: { kai: TestMember; lee: TestMember; other: TestMember }) => Promise<unknown>
  /** The status of the next request; `reason` is the reason for which the stream ends. */
  status: 401 | 403
  reason: 'session-ended' | 'person-changed'
}

const endings: Record<string, Ending> = {
  'a demotion': {
    end: ({ kai, lee }) => kai.api.members.setRole({ memberId: lee.id, expected: 'Officer', role: 'Member' }),
    status: 403,
    reason: 'person-changed',
  },
  'a removal': {
    end: ({ kai, lee }) => kai.api.members.remove({ memberId: lee.id }),
    status: 401,
    reason: 'session-ended',
  },
  'a new password': {
    end: ({ other }) =>
      other.api.account.changePassword({ currentPassword: goodPassword, newPassword: 'green silver at thirty metres' }),
    status: 401,
    reason: 'session-ended',
  },
  'logging out': {
    end: ({ lee }) => lee.send({ method: 'POST', path: '/api/auth/sign-out', body: {} }),
    status: 401,
    reason: 'session-ended',
  },
  'logging out everywhere': { end: ({ other }) => other.api.sessions.endAll({}), status: 401, reason: 'session-ended' },
  'leaving the club': {
    end: ({ other }) => other.api.account.delete({ password: goodPassword }),
    status: 401,
    reason: 'session-ended',
  },
}

describe.each(usualEngines)('the rights of a session (%s)', (engine) => {
  // Shows: 3.28, T11
  test.each(Object.entries(endings))(
    'end with %s: at the next request, and with the stream (T11)',
    async (_, ending) => {
      await using club = await createTestClub(engine)
      const kai = await club.officer()
      for (let round = 0; round < 3; round++) {
        const lee = await club.member({ role: 'Officer' })
        const other = { ...lee, ...(await club.loggedIn(lee.email)) }
        await using stream = await listen(club, lee.cookie)
        expect((await stream.next()).event).toBe('versions')
        // Requests in flight may see the rights from before or after; requests sent later may not.
        const under = Array.from({ length: 5 }, () => lee.send({ method: 'GET', path: '/api/v1/resources' }))
        await ending.end({ kai, lee, other })
        const next = await lee.send({ method: 'GET', path: '/api/v1/resources' })
        expect(next.statusCode).toBe(ending.status)
        for (const { statusCode } of await Promise.all(under)) expect([200, ending.status]).toContain(statusCode)
        let told = await stream.next()
        while (told.event === 'change') told = await stream.next()
        expect(told).toEqual({ event: 'bye', data: { reason: ending.reason } })
        await expect(stream.next()).rejects.toThrow('closed')
      }
    },
  )
})
