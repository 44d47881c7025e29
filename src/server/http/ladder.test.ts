import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { createTestClub, engines, type TestClub } from '#test/support/club.ts'
import { operations, type WayIn, ways, waysIn } from '#test/support/ways-in.ts'
import { requireRoutePolicies } from './route-policies.ts'

/** What the ladder says to an operation that is asked for with nothing in hand. */
async function verdict(who: Pick<ReturnType<TestClub['caller']>, 'send'>, operation: Operation, way: WayIn) {
  const { ask, errorOf } = waysIn[way]
  const reply = await who.send(ask(operation))
  const { code } = errorOf(reply)
  const closed = ['UNAUTHORIZED', 'FORBIDDEN', 'FINISH_SETUP'].includes(code)
  return closed ? `${reply.statusCode} ${code}` : 'let in'
}

const nobody = '401 UNAUTHORIZED'
const notForYou = '403 FORBIDDEN'
const wizardFirst = '409 FINISH_SETUP'
const open = 'let in'
/** Those whose session, if they have one, counts for nothing. */
const outside = (answer: string) => ({ visitor: answer, unverified: answer, removed: answer })

/** Who is let in by which policy (D2). */
const rungs = {
  anyone: { ...outside(open), newcomer: open, member: open, newOfficer: open, officer: open, demoted: open },
  'signed-in': { ...outside(nobody), newcomer: open, member: open, newOfficer: open, officer: open, demoted: open },
  member: {
    ...outside(nobody),
    newcomer: wizardFirst,
    member: open,
    newOfficer: wizardFirst,
    officer: open,
    demoted: open,
  },
  officer: {
    ...outside(nobody),
    newcomer: notForYou,
    member: notForYou,
    newOfficer: wizardFirst,
    officer: open,
    demoted: notForYou,
  },
}

describe.each(engines)('every operation (%s)', (engine) => {
  test.each(ways)('below %s lets in whom its policy names, and nobody else (T22)', async (way) => {
    await using club = await createTestClub(engine)
    const people = {
      visitor: club.visitor(),
      unverified: await club.member(),
      removed: await club.officer(),
      newcomer: await club.member({ hasLoggedIn: 0 }),
      member: await club.member(),
      newOfficer: await club.officer({ hasLoggedIn: 0 }),
      officer: await club.officer(),
      demoted: await club.officer(),
    }
    const { unverified, removed, demoted } = people
    await club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', unverified.id).execute()
    const removedAt = '2026-11-24T22:00:00.000Z'
    await club.db.updateTable('member').set({ removedAt }).where('id', '=', removed.id).execute()
    await club.db.updateTable('member').set({ role: 'Member' }).where('id', '=', demoted.id).execute()
    // Last, because it needs no input: whoever is let in is signed out everywhere.
    const signsOut = 'sessions.endAll'
    for (const operation of [...operations.filter((each) => each !== signsOut), signsOut] as const)
      for (const [name, who] of Object.entries(people)) {
        const expected = rungs[policies[operation]][name as keyof typeof people]
        expect([operation, name, await verdict(who, operation, way)]).toEqual([operation, name, expected])
      }
  })

  test.each(ways)(
    'below %s that is an officer’s leaves a trace when a member tries it, and does nothing (T22)',
    async (way) => {
      await using club = await createTestClub(engine)
      const ana = await club.member()
      const practiceId = await club.practice()
      const reply = await ana.send(waysIn[way].ask('practices.start', { practiceId }))
      expect(reply.statusCode).toBe(403)
      expect(await club.db.selectFrom('audit').selectAll().execute()).toEqual([
        expect.objectContaining({
          actor: ana.id,
          action: 'refused',
          target: 'practices.start',
          requestId: reply.headers['x-request-id'],
          at: '2026-11-24T22:50:00.000Z',
        }),
      ])
      const practice = await club.db.selectFrom('practice').select('startedAt').executeTakeFirst()
      expect(practice).toEqual({ startedAt: null })
    },
  )
})

describe('what nobody has written a policy for', () => {
  test('is closed to everybody: an operation', async () => {
    await using club = await createTestClub('sqlite')
    const kai = await club.officer({ dayPasses: 1 })
    const policy = policies['passes.use']
    try {
      Reflect.deleteProperty(policies, 'passes.use')
      for (const way of ways) expect(await verdict(kai, 'passes.use', way)).toBe(notForYou)
    } finally {
      policies['passes.use'] = policy
    }
    expect((await kai.row()).dayPasses).toBe(1)
    for (const way of ways) expect(await verdict(kai, 'passes.use', way)).toBe(open)
  })

  test('stops the start: a route', async () => {
    const app = Fastify()
    requireRoutePolicies(app)
    app.get('/said', { config: { policy: 'anyone' } }, () => 'hello')
    app.get('/forgotten', () => 'hello')
    await expect(app.ready()).rejects.toThrow('The route /forgotten has no policy')
  })
})
